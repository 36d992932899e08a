# Floor 6: the program.
