#include "config.h"

#include "src/jphost/config/config-glob.h"
#include "src/jphost/config/config-load.h"
#include "src/jphost/config/config-model.h"
#include "src/toml/config-tree.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/base/xalloc.h"
#include "tests/unit/test.h"

static void merge(const char *under, const char *over, bool whole,
		  const char *expected)
{
	struct config_tree *tree = config_tree_from_json(slice_str(under));
	struct strbuf got = STRBUF_INIT;

	(whole ? config_tree_settle : config_tree_merge)(
		tree, config_tree_from_json(slice_str(over)));
	config_tree_write(&got, tree);
	assert_string_equal(got.buf, expected);
	config_tree_free(tree);
	strbuf_release(&got);
}

static void assert_merged(const char *under, const char *over,
			  const char *expected)
{
	merge(under, over, false, expected);
}

static void json_comes_back_as_it_is(void **state)
{
	(void)state;
	assert_merged("{\"a\":[1.50,{\"b\":\"\\u00e9\"}],\"c\":null}", "{}",
		      "{\"a\":[1.50,{\"b\":\"\\u00e9\"}],\"c\":null}");
	assert_merged("{\"a\":1,\"b\":2,\"\\u0061\":3}", "{}",
		      "{\"a\":3,\"b\":2}");
}

static void tables_are_merged_and_values_replaced(void **state)
{
	(void)state;
	assert_merged("{\"t\":{\"a\":1,\"b\":{\"c\":1}},\"l\":[1]}",
		      "{\"t\":{\"b\":{\"d\":2},\"a\":[]},\"l\":[2],\"n\":{}}",
		      "{\"t\":{\"a\":[],\"b\":{\"c\":1,\"d\":2}},\"l\":[2],"
		      "\"n\":{}}");
	assert_merged("{\"a\":1}", "{\"a\":{\"b\":1}}", "{\"a\":{\"b\":1}}");
	assert_merged("{\"a\":{\"b\":1}}", "{\"a\":1}", "{\"a\":1}");
	assert_merged("{\"\\u0061\":1}", "{\"a\":2}", "{\"a\":2}");
}

static void jps_lists_grow_or_say_how(void **state)
{
	static const char under[] = "{\"conversation\":{\"attachments\":[1]}}";

	(void)state;
	assert_merged(under, "{\"conversation\":{\"attachments\":[2]}}",
		      "{\"conversation\":{\"attachments\":[1,2]}}");
	assert_merged(under,
		      "{\"conversation\":{\"attachments\":{\"value\":[2],"
		      "\"strategy\":\"prepend\"}}}",
		      "{\"conversation\":{\"attachments\":[2,1]}}");
	assert_merged(under,
		      "{\"conversation\":{\"attachments\":{\"value\":[2],"
		      "\"strategy\":\"replace\"}}}",
		      "{\"conversation\":{\"attachments\":[2]}}");
	assert_merged(under, "{\"conversation\":{\"attachments\":{}}}", under);
	/* Only where jp has them. */
	assert_merged("{\"a\":[1]}", "{\"a\":{\"value\":[2]}}",
		      "{\"a\":{\"value\":[2]}}");
}

static void jps_texts_grow_where_they_say_so(void **state)
{
	static const char under[] = "{\"assistant\":{\"system_prompt\":\"a\"}}";

	(void)state;
	assert_merged(under, "{\"assistant\":{\"system_prompt\":\"b\"}}",
		      "{\"assistant\":{\"system_prompt\":\"b\"}}");
	assert_merged(under,
		      "{\"assistant\":{\"system_prompt\":{\"value\":\"b\","
		      "\"strategy\":\"append\"}}}",
		      "{\"assistant\":{\"system_prompt\":\"ab\"}}");
	assert_merged(under,
		      "{\"assistant\":{\"system_prompt\":{\"value\":\"b\","
		      "\"strategy\":\"append\",\"separator\":\"paragraph\"}}}",
		      "{\"assistant\":{\"system_prompt\":\"a\\n\\nb\"}}");
	assert_merged("{\"assistant\":{\"system_prompt\":\"\"}}",
		      "{\"assistant\":{\"system_prompt\":{\"value\":\"b\","
		      "\"strategy\":\"append\",\"separator\":\"line\"}}}",
		      "{\"assistant\":{\"system_prompt\":\"\\nb\"}}");
	assert_merged(under,
		      "{\"assistant\":{\"system_prompt\":{\"value\":\"b\","
		      "\"strategy\":\"prepend\",\"separator\":\"space\"}}}",
		      "{\"assistant\":{\"system_prompt\":\"b a\"}}");
}

/* Three layers, because the first is only unwrapped by a merge. */
static void merge_three(const char *first, const char *second, const char *want)
{
	struct config_tree *tree = config_tree_new(CONFIG_TABLE);
	struct strbuf out = STRBUF_INIT;

	config_tree_merge(tree, config_tree_from_json(slice_str(first)));
	config_tree_merge(tree, config_tree_from_json(slice_str(second)));
	config_tree_write(&out, tree);
	assert_string_equal(out.buf, want);
	config_tree_free(tree);
	strbuf_release(&out);
}

#define PROMPT(json) "{\"assistant\":{\"system_prompt\":" json "}}"
#define LIST(json)   "{\"assistant\":{\"instructions\":" json "}}"

static void what_a_layer_lets_go_is_replaced(void **state)
{
	(void)state;
	merge_three(PROMPT("{\"value\":\"a\",\"discard_when_merged\":true}"),
		    PROMPT("{\"value\":\"b\",\"strategy\":\"append\"}"),
		    PROMPT("\"b\""));
	merge_three(LIST("{\"value\":[1],\"discard_when_merged\":true}"),
		    LIST("[2]"), LIST("[2]"));
	merge_three(LIST("{\"value\":[1],\"discard_when_merged\":false}"),
		    LIST("[2]"), LIST("[1,2]"));
}

static void a_list_without_doubles_stays_so(void **state)
{
	(void)state;
	merge_three(LIST("{\"value\":[1,1],\"dedup\":true}"), LIST("[2,1,2]"),
		    LIST("[1,2]"));
	merge_three(LIST("[1,1]"), LIST("{\"value\":[1],\"dedup\":true}"),
		    LIST("[1]"));
	merge_three(LIST("{\"value\":[1],\"dedup\":true}"),
		    LIST("{\"value\":[1],\"dedup\":false}"), LIST("[1,1]"));
}

static void a_whole_configuration_has_whole_lists(void **state)
{
	(void)state;
	merge("{\"assistant\":{\"instructions\":[1],\"name\":\"x\"}}",
	      "{\"assistant\":{\"instructions\":[2]}}", true,
	      "{\"assistant\":{\"instructions\":[2],\"name\":\"x\"}}");
}

/* --- Patterns --- */

static void make_file(const char *path)
{
	char *copy = xstrdup(path);
	int fd;

	for (char *at = strchr(copy, '/'); at; at = strchr(at + 1, '/')) {
		*at = '\0';
		mkdir(copy, 0777);
		*at = '/';
	}
	fd = open(path, O_WRONLY | O_CREAT, 0666);
	assert_true(fd >= 0);
	close(fd);
	free(copy);
}

/* An empty list would omit the file that says "ask". */
static void assert_glob_fails(const char *dir, const char *pattern)
{
	struct config_paths found = CONFIG_PATHS_INIT;
	struct strbuf err = STRBUF_INIT;
	struct rlimit before, none;
	int ret;

	assert_int_equal(getrlimit(RLIMIT_NOFILE, &before), 0);
	none = before;
	none.rlim_cur = 3;
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &none), 0);
	ret = config_glob(&found, dir, pattern, &err);
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &before), 0);
	assert_int_equal(ret, -1);
	assert_non_null(strstr(err.buf, "open files"));
	config_paths_release(&found);
	strbuf_release(&err);
}

static void assert_glob(const char *dir, const char *pattern,
			const char *expected)
{
	struct config_paths found = CONFIG_PATHS_INIT;
	struct strbuf got = STRBUF_INIT, err = STRBUF_INIT;

	assert_int_equal(config_glob(&found, dir, pattern, &err), 0);
	for (size_t i = 0; i < found.count; i++)
		strbuf_addf(&got, "|%s", found.paths[i] + strlen(dir) + 1);
	assert_string_equal(got.buf, expected);
	config_paths_release(&found);
	strbuf_release(&got);
	strbuf_release(&err);
}

static void patterns_mean_files_in_order(void **state)
{
	static const char *const files[] = { "b.toml",     "d/e/x.toml",
					     "d/a.toml",   "d/.hidden.toml",
					     "d/e/y.json", ".h/z.toml" };
	char dir[] = "config-XXXXXX";
	struct strbuf path = STRBUF_INIT, command = STRBUF_INIT;

	(void)state;
	assert_non_null(mkdtemp(dir));
	for (size_t i = 0; i < ARRAY_SIZE(files); i++) {
		strbuf_setf(&path, "%s/%s", dir, files[i]);
		make_file(path.buf);
	}
	strbuf_setf(&path, "%s/d/loop", dir);
	assert_int_equal(symlink("..", path.buf), 0);
	assert_glob(dir, "d/*.toml", "|d/a.toml");
	assert_glob_fails(dir, "d/*.toml");
	assert_glob_fails(dir, "**/*.toml");
	assert_glob(dir, "**/*.toml", "|b.toml|d/a.toml|d/e/x.toml");
	assert_glob(dir, "d/**", "|d/a.toml|d/e/x.toml|d/e/y.json");
	assert_glob(dir, "**/e/?.*", "|d/e/x.toml|d/e/y.json");
	assert_glob(dir, "**/**/x.toml", "|d/e/x.toml");
	assert_glob(dir, "d/[ab].toml", "|d/a.toml");
	assert_glob(dir, "none/*", "");
	assert_glob(dir, "none/here", "|none/here");
	strbuf_setf(&command, "rm -rf %s", dir);
	assert_int_equal(system(command.buf), 0);
	strbuf_release(&path);
	strbuf_release(&command);
}

/* --- Options --- */

static void assert_options(const char *plugin, const char *given,
			   const char *expected)
{
	struct strbuf got = STRBUF_INIT;

	config_write_options(
		&got,
		SLICE("{\"plugins\":{\"command\":{"
		      "\"serve\":{\"options\":{\"port\":1,\"x\":{\"y\":2}}},"
		      "\"off\":{\"options\":3}}}}"),
		plugin, slice_str(given));
	assert_string_equal(got.buf, expected);
	strbuf_release(&got);
}

static void a_plugin_gets_the_options_of_its_name(void **state)
{
	(void)state;
	assert_options("serve", "", "{\"port\":1,\"x\":{\"y\":2}}");
	assert_options("jp-serve-web", "", "{\"port\":1,\"x\":{\"y\":2}}");
	assert_options("/opt/bin/jp-serve", "{\"port\":5}",
		       "{\"port\":5,\"x\":{\"y\":2}}");
	assert_options("other", "", "");
	assert_options("other", "{\"a\":1}", "{\"a\":1}");
	assert_options("off", "", "");
}

static void assert_resolved(const char *config, const char *expected)
{
	struct config_tree *tree = config_tree_from_json(slice_str(config));
	struct strbuf got = STRBUF_INIT;

	config_model_resolve(tree);
	config_tree_write(&got, tree);
	assert_string_equal(got.buf, expected);
	config_tree_free(tree);
	strbuf_release(&got);
}

#define ALIASES \
	"\"providers\":{\"llm\":{\"aliases\":{\"f\":\"openrouter/a/b\"}}}"
#define RESOLVED "{\"provider\":\"openrouter\",\"name\":\"a/b\"}"

static void a_plugin_gets_models_as_jp_writes_them(void **state)
{
	(void)state;
	assert_resolved("{\"assistant\":{\"model\":{\"id\":\"llamacpp/tiny\","
			"\"parameters\":{}}}}",
			"{\"assistant\":{\"model\":{\"id\":{\"provider\":"
			"\"llamacpp\",\"name\":\"tiny\"},\"parameters\":{}}}}");
	assert_resolved(
		"{\"a\":{\"b\":{\"model\":{\"id\":\"f\"}}}," ALIASES "}",
		"{\"a\":{\"b\":{\"model\":{\"id\":" RESOLVED "}}},"
		"\"providers\":{\"llm\":{\"aliases\":{\"f\":" RESOLVED "}}}}");
	/* It is an object already; jp would refuse these. */
	assert_resolved("{\"model\":{\"id\":{\"name\":\"x\"}}}",
			"{\"model\":{\"id\":{\"name\":\"x\"}}}");
	assert_resolved("{\"model\":{\"id\":\"nobody/x\"}}",
			"{\"model\":{\"id\":\"nobody/x\"}}");
	assert_resolved("{\"model\":{\"id\":\"openai/\"}}",
			"{\"model\":{\"id\":\"openai/\"}}");
	assert_resolved("{\"model\":{\"id\":3},\"providers\":[1]}",
			"{\"model\":{\"id\":3},\"providers\":[1]}");
	/* A plugin's options are private to it. */
	assert_resolved("{\"plugins\":{\"model\":{\"id\":\"openai/x\"}}}",
			"{\"plugins\":{\"model\":{\"id\":\"openai/x\"}}}");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(json_comes_back_as_it_is),
		cmocka_unit_test(tables_are_merged_and_values_replaced),
		cmocka_unit_test(jps_lists_grow_or_say_how),
		cmocka_unit_test(jps_texts_grow_where_they_say_so),
		cmocka_unit_test(what_a_layer_lets_go_is_replaced),
		cmocka_unit_test(a_list_without_doubles_stays_so),
		cmocka_unit_test(a_whole_configuration_has_whole_lists),
		cmocka_unit_test(patterns_mean_files_in_order),
		cmocka_unit_test(a_plugin_gets_the_options_of_its_name),
		cmocka_unit_test(a_plugin_gets_models_as_jp_writes_them),
	};

	return cmocka_run_group_tests_name("config", tests, NULL, NULL);
}
