# Floor 4: what we know to cells, keys to commands.
