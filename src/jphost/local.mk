# jphost: the program; its rooms are libraries.
bin_PROGRAMS += jphost
jphost_SOURCES = %D%/main.c
jphost_LDADD = $(LIBJPHOST) $(LIBDIALOG) $(LIBVIEW) $(LIBTEXT) $(LIBPROTO) $(LIBBASE) $(MD4C_LIBS) \
	$(UTF8PROC_LIBS) $(CJSON_LIBS) $(PCRE2_LIBS) $(CURL_LIBS) $(VTERM_LIBS) \
	$(LIBINTL)
