#include "config.h"

#include "src/jphost/config/config-login.h"

#include <string.h>

#include "proto/json-scan.h"
#include "proto/json-write.h"
#include "src/base/url.h"
#include "src/base/xalloc.h"

void config_login_cut(struct config_tree *config)
{
	static const char *const path[] = { "\"plugins\"", "\"command\"",
					    "\"jphost\"", "\"options\"",
					    "\"provider\"" };
	struct strbuf text = STRBUF_INIT, json = STRBUF_INIT;
	struct slice login = SLICE_INIT;

	for (size_t i = 0; i < ARRAY_SIZE(path); i++)
		config = config_tree_find(config, path[i]);
	if (config && config->scalar &&
	    json_string_add(&text, slice_str(config->scalar)))
		login = url_login(slice_str(strstr(text.buf, "://")));
	if (login.len) {
		/* Its '@', too. */
		strbuf_remove(&text, (size_t)(login.ptr - text.buf),
			      login.len + 1);
		json_write_string(&json, strbuf_slice(&text));
		config_tree_replace(config,
				    config_tree_scalar(strbuf_slice(&json)));
	}
	strbuf_release(&text);
	strbuf_release(&json);
}
