# Aside: jphost.
