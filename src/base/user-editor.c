#include "config.h"

#include "src/base/user-editor.h"

#include <stdlib.h>

#include "src/base/xalloc.h"

const char *user_editor_variable(void)
{
	static const char *const names[] = { "JP_EDITOR", "VISUAL", "EDITOR" };

	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		const char *value = getenv(names[i]);

		if (value && *value)
			return names[i];
	}
	return NULL;
}

const char *user_editor(void)
{
	const char *name = user_editor_variable();

	return name ? getenv(name) : "vi";
}
