# Floor 3b: text to styled rows.
