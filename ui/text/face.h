#ifndef JPD_TEXT_FACE_H
#define JPD_TEXT_FACE_H

/*
 * Names of looks. Texts and views say what something is; the theme says
 * which colours and attributes that has.
 */
#define FACES(X)                                                          \
	X(DEFAULT) /* the terminal's own colours */                       \
	X(DIM)     /* less important: ages, hints, reasoning */           \
	X(BOLD)                                                           \
	X(ITALIC)                                                         \
	X(UNDERLINE)                                                      \
	X(BAR) /* top and bottom line */                                  \
	X(BAR_DIM)                                                        \
	X(BAR_ALERT) /* the waiting count: the one thing in colour */     \
	X(BORDER)                                                         \
	X(TITLE)       /* a pane's title */                               \
	X(TITLE_FOCUS) /* of the pane that has the keys */                \
	X(SELECTED)    /* the selected row of a list or item */           \
	X(USER)        /* who: the person */                              \
	X(ASSISTANT)   /* who: the model */                               \
	X(REASONING)                                                      \
	X(TOOL) /* a tool's name */                                       \
	X(OK)                                                             \
	X(RUNNING)                                                        \
	X(WAITING)                                                        \
	X(FAILED)                                                         \
	X(LOST)                                                           \
	X(CODE) /* in text, and what of a block has no face of its own */ \
	X(CODE_KEYWORD)                                                   \
	X(CODE_TYPE)                                                      \
	X(CODE_STRING)                                                    \
	X(CODE_NUMBER)                                                    \
	X(CODE_COMMENT)                                                   \
	X(HEADING_TOP) /* of level 1 */                                   \
	X(HEADING)                                                        \
	X(LINK)                                                           \
	X(QUOTE)                                                          \
	X(DIFF_ADD)                                                       \
	X(DIFF_ADD_WORD) /* what changed in an added line */              \
	X(DIFF_DEL)                                                       \
	X(DIFF_DEL_WORD)                                                  \
	X(DIFF_HUNK)                                                      \
	X(TINT_RED) /* colours that a program chose */                    \
	X(TINT_GREEN)                                                     \
	X(TINT_YELLOW)                                                    \
	X(TINT_BLUE)                                                      \
	X(TINT_MAGENTA)                                                   \
	X(TINT_CYAN)                                                      \
	X(KEY)     /* a key in a hint */                                  \
	X(ESCAPED) /* a visible escape of a hidden character */           \
	X(DIALOG)                                                         \
	X(DIALOG_TITLE) /* of what waits for the user; no other has it */ \
	X(DIALOG_DIM)   /* choices while locked */                        \
	X(ERROR)        /* a message of what went wrong */                \
	X(INPUT)        /* text being typed */                            \
	X(NOTICE)       /* system notifications */                        \
	X(MATCH)        /* what was searched for */                       \
	X(MATCH_HERE)   /* the one that was gone to */

enum face {
#define X(name) FACE_##name,
	FACES(X)
#undef X
		FACE_COUNT
};

#endif
