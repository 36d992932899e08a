# Manuals and what a developer reads.
