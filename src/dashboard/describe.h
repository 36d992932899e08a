#ifndef JPD_DASHBOARD_DESCRIBE_H
#define JPD_DASHBOARD_DESCRIBE_H

#include "src/base/strbuf.h"

/* Append the answer to `describe` (RFD 072, Plugin Self-Description). */
void describe_write(struct strbuf *out);

#endif
