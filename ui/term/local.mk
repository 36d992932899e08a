# Floor 5: the terminal and nothing but.
