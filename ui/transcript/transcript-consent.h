#ifndef JPD_TRANSCRIPT_TRANSCRIPT_CONSENT_H
#define JPD_TRANSCRIPT_TRANSCRIPT_CONSENT_H

#include "src/store/conversation.h"

/* Who decided, in translated words; NULL for CONSENT_NONE. */
const char *transcript_consent(enum consent consent);

#endif
