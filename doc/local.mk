# Manuals and what a developer reads.
dist_man_MANS += %D%/jp-dashboard.1 %D%/jphost.1
dist_doc_DATA += README %D%/HACKING %D%/PROTOCOL
