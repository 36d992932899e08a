#ifndef JPD_TESTS_UNIT_TEST_H
#define JPD_TESTS_UNIT_TEST_H

/* Included by every unit test, in the order that cmocka requires. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#endif
