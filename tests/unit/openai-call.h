#ifndef JPD_TESTS_UNIT_OPENAI_CALL_H
#define JPD_TESTS_UNIT_OPENAI_CALL_H

/* Fragments of a tool call, as a server sends them: the first, and another. */

#define CALL(index, id, name, arguments)                                    \
	"{\"index\":" index ",\"id\":\"" id                                 \
	"\",\"function\":{\"name\":\"" name "\",\"arguments\":\"" arguments \
	"\"}}"
#define MORE(index, arguments) \
	"{\"index\":" index ",\"function\":{\"arguments\":\"" arguments "\"}}"

#endif
