# Floor 5: the approval, the question, the lock.
noinst_LIBRARIES += ui/dialog/libdialog.a
ui_dialog_libdialog_a_SOURCES = \
	%D%/dialog.h \
	%D%/dialog-approval-draw.c \
	%D%/dialog-approval.c %D%/dialog-approval.h \
	%D%/dialog-inquiry-key.c \
	%D%/dialog-inquiry-show.c \
	%D%/dialog-inquiry.c %D%/dialog-inquiry.h \
	%D%/dialog-kept.c %D%/dialog-kept.h \
	%D%/dialog-lines.c %D%/dialog-lines.h \
	%D%/dialog-part.c %D%/dialog-part.h \
	%D%/dialog-rule.c %D%/dialog-rule.h \
	%D%/dialog-text.c %D%/dialog-text.h \
	%D%/prompt-desk.c %D%/prompt-desk.h \
	%D%/prompt-lock.c %D%/prompt-lock.h
