#ifndef JPD_VIEW_COMMAND_H
#define JPD_VIEW_COMMAND_H

#include <stdbool.h>

#include "src/base/i18n.h"
#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * What a user can do with a key or by name, written once: the enum, the names,
 * the help text and the default keys (spelled as in ui/view/key.h) come from
 * these rows. The groups are the headings of the help.
 */
#define COMMANDS(X)                                                            \
	X(NEXT_PANE, "next-pane", "<Tab>", PANES, N_("Next pane"))             \
	X(PREVIOUS_PANE, "previous-pane", "<S-Tab>", PANES,                    \
	  N_("Previous pane"))                                                 \
	X(PANE_1, "pane-1", "1", PANES, N_("Go to pane 1–9"))                  \
	X(PANE_2, "pane-2", "2", PANES, NULL)                                  \
	X(PANE_3, "pane-3", "3", PANES, NULL)                                  \
	X(PANE_4, "pane-4", "4", PANES, NULL)                                  \
	X(PANE_5, "pane-5", "5", PANES, NULL)                                  \
	X(PANE_6, "pane-6", "6", PANES, NULL)                                  \
	X(PANE_7, "pane-7", "7", PANES, NULL)                                  \
	X(PANE_8, "pane-8", "8", PANES, NULL)                                  \
	X(PANE_9, "pane-9", "9", PANES, NULL)                                  \
	X(SPLIT_RIGHT, "split-right", "| v", PANES, N_("Split to the right"))  \
	X(SPLIT_BELOW, "split-below", "- s", PANES, N_("Split below"))         \
	X(CLOSE_PANE, "close-pane", "x", PANES, N_("Close the pane"))          \
	X(ZOOM, "zoom", "z", PANES, N_("Zoom or unzoom this pane"))            \
	X(EVEN, "even", "=", PANES, N_("All panes the same size"))             \
	X(WIDER, "wider", "<C-Right>", PANES, N_("Grow pane width"))           \
	X(NARROWER, "narrower", "<C-Left>", PANES, N_("Shrink pane width"))    \
	X(TALLER, "taller", "<C-Down>", PANES, N_("Grow pane height"))         \
	X(SHORTER, "shorter", "<C-Up>", PANES, N_("Shrink pane height"))       \
	X(LAYOUT, "layout", "", PANES, N_("Arrange the panes"))                \
	X(SWAP_NEXT, "swap-next", ">", PANES, N_("Swap with next pane"))       \
	X(SWAP_PREVIOUS, "swap-previous", "<lt>", PANES,                       \
	  N_("Swap with previous pane"))                                       \
	X(OPEN, "open", "o", PANES, N_("Open a conversation here"))            \
	X(OPEN_NEW, "open-new", "O", PANES,                                    \
	  N_("Open a conversation in a new pane"))                             \
	X(SIDEBAR, "sidebar", "b", PANES, N_("Show or hide the sidebar"))      \
	X(DOWN, "down", "j <Down>", READING, N_("Down a line"))                \
	X(UP, "up", "k <Up>", READING, N_("Up a line"))                        \
	X(PAGE_DOWN, "page-down", "<PgDn> <Space>", READING,                   \
	  N_("Down a page"))                                                   \
	X(PAGE_UP, "page-up", "<PgUp>", READING, N_("Up a page"))              \
	X(HALF_DOWN, "half-down", "<C-d>", READING, N_("Down half a page"))    \
	X(HALF_UP, "half-up", "<C-u>", READING, N_("Up half a page"))          \
	X(TOP, "top", "g <Home>", READING, N_("Go to beginning"))              \
	X(END, "end", "G <End>", READING, N_("Go to end and follow"))          \
	X(NEXT_TURN, "next-turn", "]", READING, N_("Next turn"))               \
	X(PREVIOUS_TURN, "previous-turn", "[", READING, N_("Previous turn"))   \
	X(SELECT_NEXT, "select-next", "J", READING,                            \
	  N_("Select the next part"))                                          \
	X(SELECT_PREVIOUS, "select-previous", "K", READING,                    \
	  N_("Select the previous part"))                                      \
	X(SELECT_LINES, "select-lines", "V", READING,                          \
	  N_("Select lines (again to stop)"))                                  \
	X(FOLD, "fold", "<Enter>", READING,                                    \
	  N_("Fold or unfold what is selected"))                               \
	X(FOLD_OPEN, "fold-open", "<Right>", READING,                          \
	  N_("Unfold what is selected, then show all"))                        \
	X(FOLD_CLOSE, "fold-close", "h <Left>", READING,                       \
	  N_("Fold what is selected"))                                         \
	X(FOLD_TOOLS, "fold-tools", "t", READING,                              \
	  N_("Fold or unfold all tool calls"))                                 \
	X(FOLD_REASONING, "fold-reasoning", "r", READING,                      \
	  N_("Fold or unfold all reasoning"))                                  \
	X(TIMELINE, "timeline", "T", READING,                                  \
	  N_("Timeline of this turn's tool calls"))                            \
	X(COPY, "copy", "y", READING, N_("Copy what is selected"))             \
	X(SHOW, "show", "E", READING, N_("Show what is selected in a pager"))  \
	X(SAVE, "save", "w", READING, N_("Save the conversation as Markdown")) \
	X(SEARCH, "search", "/", FINDING, N_("Search in this pane"))           \
	X(SEARCH_NEXT, "search-next", "n", FINDING, N_("Next match"))          \
	X(SEARCH_PREVIOUS, "search-previous", "N", FINDING,                    \
	  N_("Previous match"))                                                \
	X(SEARCH_ALL, "search-all", "*", FINDING,                              \
	  N_("Search all conversations"))                                      \
	X(FILTER, "filter", "f", FINDING, N_("Filter what is shown"))          \
	X(ANSWER, "answer", "a <F2>", DOING,                                   \
	  N_("Answer pending requests, oldest first"))                         \
	X(GO_THERE, "go-there", "", DOING, N_("Go to the terminal that asks")) \
	X(MESSAGE, "message", "i", DOING, N_("Write a message"))               \
	X(RETRY, "retry", ".", DOING, N_("Ask again where no answer came"))    \
	X(ATTACH, "attach", "", DOING,                                         \
	  N_("Attach a file to the next message"))                             \
	X(SCHEMA, "schema", "", DOING,                                         \
	  N_("Attach a JSON Schema to the next message"))                      \
	X(DETACH, "detach", "", DOING, N_("Remove attachment"))                \
	X(CANCEL, "cancel", "X", DOING, N_("Cancel the running query"))        \
	X(NEW, "new", "c", DOING, N_("Start a new conversation"))              \
	X(TITLE, "title", "", DOING, N_("Give the conversation a title"))      \
	X(ARCHIVE, "archive", "", DOING, N_("Archive the conversation"))       \
	X(LOCK, "lock", "", DOING, N_("Lock the conversation"))                \
	X(UNLOCK, "unlock", "", DOING, N_("Unlock the conversation"))          \
	X(PUSH, "push", "", DOING, N_("Append events from a file"))            \
	X(STATUS, "status", "S", OTHER, N_("Status: hosts and counters"))      \
	X(LOG, "log", "l", OTHER, N_("Message log"))                           \
	X(DOCTOR, "doctor", "", OTHER, N_("Show what the terminal can do"))    \
	X(HOST, "host", "", OTHER, N_("Add, remove or restart a host"))        \
	X(TRUST, "trust", "", OTHER, N_("See what the workspace asks for"))    \
	X(RULES, "rules", "R", OTHER, N_("List or revoke rules"))              \
	X(COMMAND_LINE, "command", ":", OTHER,                                 \
	  N_("Run a command by its name"))                                     \
	X(PALETTE, "palette", "<M-x> <C-p>", OTHER, N_("Choose a command"))    \
	X(THEME, "theme", "", OTHER, N_("Choose the colours"))                 \
	X(BIND, "bind", "", OTHER, N_("Bind a key to a command"))              \
	X(HELP, "help", "? <F1>", OTHER, N_("Show or hide this help"))         \
	X(REDRAW, "redraw", "<C-l>", OTHER, N_("Redraw"))                      \
	X(SUSPEND, "suspend", "<C-z>", OTHER, N_("Suspend (fg to resume)"))    \
	X(QUIT, "quit", "q", OTHER, N_("Quit the dashboard"))

/* The argument of a command on the command line, and whether it is required.
 * Other commands have none. */
#define COMMAND_ARGUMENTS(X)             \
	X(OPEN, CONVERSATION, false)     \
	X(OPEN_NEW, CONVERSATION, false) \
	X(SEARCH, PATTERN, false)        \
	X(SEARCH_ALL, PATTERN, false)    \
	X(FILTER, PATTERN, false)        \
	X(SAVE, FILE, false)             \
	X(ATTACH, FILE, false)           \
	X(SCHEMA, FILE, true)            \
	X(DETACH, NUMBER, false)         \
	X(PUSH, FILE, true)              \
	X(LAYOUT, LAYOUT, true)          \
	X(THEME, THEME, true)            \
	X(BIND, BINDING, true)           \
	X(HOST, HOST, true)              \
	X(TRUST, TRUST, false)           \
	X(NEW, TEXT, true)               \
	X(TITLE, TEXT, true)             \
	X(HELP, TEXT, false)

enum command_argument {
	ARGUMENT_NONE,
	ARGUMENT_CONVERSATION, /* its title, or id */
	ARGUMENT_PATTERN,
	ARGUMENT_FILE,
	ARGUMENT_NUMBER, /* of an attached file */
	ARGUMENT_LAYOUT,
	ARGUMENT_THEME,
	ARGUMENT_HOST,    /* an action and a host */
	ARGUMENT_BINDING, /* a key and a command's name */
	ARGUMENT_TRUST,
	ARGUMENT_TEXT,
};

#define COMMAND_GROUPS(X)         \
	X(PANES, N_("Panes"))     \
	X(READING, N_("Reading")) \
	X(FINDING, N_("Search"))  \
	X(DOING, N_("Actions"))   \
	X(OTHER, N_("Misc"))

enum command_id {
	COMMAND_NONE,
#define X(id, name, keys, group, help) COMMAND_##id,
	COMMANDS(X)
#undef X
		COMMAND_COUNT
};

enum command_group {
#define X(id, title) COMMAND_GROUP_##id,
	COMMAND_GROUPS(X)
#undef X
		COMMAND_GROUP_COUNT
};

const char *command_name(enum command_id id);
const char *command_keys(enum command_id id); /* as in the table */
const char *command_help(enum command_id id); /* untranslated, or NULL */
enum command_group command_group(enum command_id id);
const char *command_group_title(enum command_group group); /* or NULL */
/* By name; COMMAND_NONE if there is none. */
enum command_id command_find(struct slice name);

enum command_argument command_argument(enum command_id id);
bool command_needs_argument(enum command_id id);
/* A description of the argument for users: untranslated, or NULL. */
const char *command_argument_title(enum command_argument argument);

/*
 * Parse a typed line: a name, or an unambiguous beginning of one, and its
 * argument, without surrounding blanks; `argument` points into `line`.
 * COMMAND_NONE with a sentence in `err` if it is not a command.
 */
enum command_id command_parse(struct slice line, struct slice *argument,
			      struct strbuf *err);

#endif
