# Floor 3a: what we know.
