# Floor 6: who answers: a model behind an endpoint, or a script.
noinst_LIBRARIES += src/jphost/provider/libprovider.a
src_jphost_provider_libprovider_a_SOURCES = \
	%D%/openai-request.c %D%/openai-request.h \
	%D%/openai-settings.c %D%/openai-settings.h \
	%D%/openai-stream.c %D%/openai-stream.h \
	%D%/patience.c %D%/patience.h \
	%D%/provider-openai.c %D%/provider-openai.h \
	%D%/provider-replay.c %D%/provider-replay.h \
	%D%/provider.c %D%/provider.h \
	%D%/replay-script.c %D%/replay-script.h
