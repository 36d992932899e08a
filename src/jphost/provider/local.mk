# Floor 6: who answers: a model behind an endpoint, or a script.
noinst_LIBRARIES += src/jphost/provider/libprovider.a
src_jphost_provider_libprovider_a_SOURCES = \
	%D%/openai-attached.c %D%/openai-attached.h \
	%D%/openai-body.c %D%/openai-body.h \
	%D%/openai-calls.c %D%/openai-calls.h \
	%D%/openai-content.c %D%/openai-content.h \
	%D%/openai-ending.c %D%/openai-state.h \
	%D%/openai-error.c %D%/openai-error.h \
	%D%/openai-members.c %D%/openai-members.h \
	%D%/openai-mend.c %D%/openai-mend.h \
	%D%/openai-messages.c %D%/openai-messages.h \
	%D%/openai-request.c %D%/openai-request.h \
	%D%/openai-settings.c %D%/openai-settings.h \
	%D%/openai-stream.c %D%/openai-stream.h \
	%D%/openai-system.c %D%/openai-system.h \
	%D%/openai-thought.c %D%/openai-thought.h \
	%D%/patience.c %D%/patience.h \
	%D%/projection.c %D%/projection.h \
	%D%/provider-openai.c %D%/provider-openai.h \
	%D%/provider-replay.c %D%/provider-replay.h \
	%D%/provider.c %D%/provider.h \
	%D%/replay-script.c %D%/replay-script.h \
	%D%/retry-after.c %D%/retry-after.h \
	%D%/secret-env.c %D%/secret-env.h \
	%D%/secret-filter.c %D%/secret-filter.h \
	%D%/told.c %D%/told.h
