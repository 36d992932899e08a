#ifndef JPD_TESTS_UNIT_TEST_H
#define JPD_TESTS_UNIT_TEST_H

/* What every unit test includes, in the order that cmocka asks for. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#endif
