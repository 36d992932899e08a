#include "config.h"

#include <locale.h>

#include "src/base/xalloc.h"
#include "tests/fuzz/fuzz.h"
#include "tests/unit/random.h"
#include "tests/unit/test.h"

/* The assertions are in tests/fuzz/fuzz-app.c. */
static void whatever_happens_the_accounts_balance(void **state)
{
	uint64_t seed = random_seed(2026);

	(void)state;
	for (int session = random_rounds(150); session; session--) {
		uint8_t inputs[200];

		for (size_t i = 0; i < sizeof(inputs); i++) {
			/* None ends a line or begins a word of one. */
			inputs[i] = (uint8_t)(128 + random_below(&seed, 128));
		}
		fuzz_app(inputs, sizeof(inputs));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(whatever_happens_the_accounts_balance),
	};

	setlocale(LC_ALL, "C.UTF-8");
	return cmocka_run_group_tests_name("app-random", tests, NULL, NULL);
}
