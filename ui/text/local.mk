# Floor 3b: text to styled rows.
noinst_HEADERS += \
	%D%/face.h \
	%D%/rows.h \
	%D%/sanitize.h \
	%D%/width.h \
	%D%/wrap.h
