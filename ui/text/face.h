#ifndef JPD_TEXT_FACE_H
#define JPD_TEXT_FACE_H

/*
 * Names of looks. Texts and views name the meaning; the theme defines its
 * colours and attributes.
 */
#define FACES(X)                                                         \
	X(DEFAULT) /* the terminal's own colours */                      \
	X(DIM)     /* less important: ages, hints, reasoning */          \
	X(BOLD)                                                          \
	X(ITALIC)                                                        \
	X(UNDERLINE)                                                     \
	X(BAR) /* top and bottom line */                                 \
	X(BAR_DIM)                                                       \
	X(BAR_ALERT) /* the pending count: the only colour there */      \
	X(BORDER)                                                        \
	X(TITLE)       /* a pane's title */                              \
	X(TITLE_FOCUS) /* title of the focused pane */                   \
	X(SELECTED)    /* the selected row of a list or item */          \
	X(USER)        /* the name of the user */                        \
	X(ASSISTANT)   /* the name of the model */                       \
	X(REASONING)                                                     \
	X(TOOL) /* a tool's name */                                      \
	X(OK)                                                            \
	X(RUNNING)                                                       \
	X(WAITING)                                                       \
	X(FAILED)                                                        \
	X(LOST)                                                          \
	X(CODE) /* inline code, and plain text in a block */             \
	X(CODE_KEYWORD)                                                  \
	X(CODE_TYPE)                                                     \
	X(CODE_STRING)                                                   \
	X(CODE_NUMBER)                                                   \
	X(CODE_COMMENT)                                                  \
	X(HEADING_TOP) /* of level 1 */                                  \
	X(HEADING)                                                       \
	X(LINK)                                                          \
	X(QUOTE)                                                         \
	X(DIFF_ADD)                                                      \
	X(DIFF_ADD_WORD) /* the changed words of an added line */        \
	X(DIFF_DEL)                                                      \
	X(DIFF_DEL_WORD)                                                 \
	X(DIFF_HUNK)                                                     \
	X(TINT_RED) /* colours that a program chose */                   \
	X(TINT_GREEN)                                                    \
	X(TINT_YELLOW)                                                   \
	X(TINT_BLUE)                                                     \
	X(TINT_MAGENTA)                                                  \
	X(TINT_CYAN)                                                     \
	X(KEY)     /* a key in a hint */                                 \
	X(ESCAPED) /* a visible escape of a hidden character */          \
	X(DIALOG)                                                        \
	X(DIALOG_TITLE) /* of pending requests; used for nothing else */ \
	X(DIALOG_DIM)   /* choices while locked */                       \
	X(ERROR)        /* an error message */                           \
	X(INPUT)        /* text being typed */                           \
	X(NOTICE)       /* system notifications */                       \
	X(MATCH)        /* a search match */                             \
	X(MATCH_HERE)   /* the current search match */

enum face {
#define X(name) FACE_##name,
	FACES(X)
#undef X
		FACE_COUNT
};

#endif
