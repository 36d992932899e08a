# Sessions in files, played against the app.
check_PROGRAMS += tests/cases/run-case
tests_cases_run_case_SOURCES = %D%/run-case.c
tests_cases_run_case_LDADD = $(LIBAPP) $(LIBVIEW) $(LIBSTORE) $(LIBTEXT) \
	$(LIBPROTO) $(LIBBASE) $(CJSON_LIBS) $(MD4C_LIBS) $(UTF8PROC_LIBS) \
	$(PCRE2_LIBS) \
	$(LIBINTL)
dist_check_SCRIPTS += %D%/cases.tap
EXTRA_DIST += \
	%D%/approval/a-change-cuts-what-is-typed.case \
	%D%/approval/a-conversation-that-nobody-lists-reaches-the-queue.case \
	%D%/approval/a-frame-that-was-not-written-unlocks-nothing.case \
	%D%/approval/a-held-key-answers-once.case \
	%D%/approval/a-key-held-since-the-panes-rejects-nothing.case \
	%D%/approval/a-key-that-waited-while-we-were-busy-allows-nothing.case \
	%D%/approval/a-lone-surrogate-does-not-lose-a-request.case \
	%D%/approval/a-lost-host-is-no-consent.case \
	%D%/approval/a-reject-works-at-once.case \
	%D%/approval/a-request-that-changes-is-locked-again.case \
	%D%/approval/a-resize-a-focus-and-a-resume-lock-again.case \
	%D%/approval/a-result-from-elsewhere-closes-the-dialog.case \
	%D%/approval/a-result-of-an-answered-call-leaves-the-next-one.case \
	%D%/approval/a-reused-id-is-a-new-request.case \
	%D%/approval/a-rule-is-shown-before-it-is-stored.case \
	%D%/approval/a-rule-never-answers-what-is-other-than-it-looks.case \
	%D%/approval/a-rule-with-a-pattern-fits-the-whole-arguments.case \
	%D%/approval/a-scroll-to-the-end-that-was-not-written-was-not-read.case \
	%D%/approval/a-text-that-is-cut-off-types-no-commands.case \
	%D%/approval/a-timeout-of-the-host-is-told.case \
	%D%/approval/all-of-a-conversation-are-rejected-together.case \
	%D%/approval/an-allow-counts-only-after-the-guard-time.case \
	%D%/approval/an-end-that-was-not-seen-is-asked-for-once-more.case \
	%D%/approval/an-unfinished-draft-is-never-covered.case \
	%D%/approval/bad-json-is-told-with-its-place-and-stays.case \
	%D%/approval/edited-arguments-are-shown-before-they-are-sent.case \
	%D%/approval/edited-arguments-go-back-byte-for-byte.case \
	%D%/approval/hidden-characters-are-shown.case \
	%D%/approval/keys-typed-before-the-dialog-go-to-the-panes.case \
	%D%/approval/later-keeps-it-waiting-and-quiet.case \
	%D%/approval/letters-in-an-editor-are-no-answers.case \
	%D%/approval/nothing-but-y-allows.case \
	%D%/approval/one-layer-at-a-time-has-the-keys.case \
	%D%/approval/only-identical-requests-are-approved-together.case \
	%D%/approval/popup-manual-waits-to-be-asked.case \
	%D%/approval/read-only-stops-rules-too.case \
	%D%/approval/rules-are-listed-and-revoked.case \
	%D%/approval/the-end-of-the-turn-takes-its-requests-along.case \
	%D%/approval/the-same-id-with-other-content-is-asked-again.case \
	%D%/approval/the-same-request-again-is-answered-once.case \
	%D%/approval/what-cannot-be-read-cannot-be-approved.case \
	%D%/approval/what-is-no-request-cannot-be-approved.case \
	%D%/composer/a-draft-that-waits-is-shown.case \
	%D%/composer/a-message-is-sent-and-the-draft-goes.case \
	%D%/composer/a-paste-never-sends.case \
	%D%/composer/an-error-keeps-the-draft.case \
	%D%/composer/esc-keeps-the-draft.case \
	%D%/copy/a-click-selects-and-folds.case \
	%D%/copy/a-copy-is-the-source-text.case \
	%D%/copy/a-file-is-never-replaced-unasked.case \
	%D%/copy/too-large-a-copy-says-so.case \
	%D%/filter/a-search-passes-over-what-is-hidden.case \
	%D%/filter/kinds-are-hidden-and-counted.case \
	%D%/filter/only-what-a-pattern-matches-is-shown.case \
	%D%/inquiry/a-paste-chooses-nothing.case \
	%D%/inquiry/a-question-is-read-to-its-end-too.case \
	%D%/inquiry/a-secret-is-not-echoed.case \
	%D%/inquiry/a-text-is-typed-and-sent.case \
	%D%/inquiry/an-own-text-where-it-is-allowed.case \
	%D%/inquiry/flat-options-are-chosen-from-a-list.case \
	%D%/inquiry/several-answers-go-back-as-a-list.case \
	%D%/inquiry/values-go-back-in-their-json-type.case \
	%D%/inquiry/yes-and-no-are-locked-like-an-allow.case \
	%D%/panes/a-split-shows-the-same-until-something-is-opened.case \
	%D%/panes/a-wrong-key-says-where-help-is.case \
	%D%/panes/any-size-survives.case \
	%D%/panes/as-many-as-fit-at-60-columns-and-12-rows.case \
	%D%/panes/closing-a-pane-only-watches-its-conversation.case \
	%D%/search/a-bad-pattern-is-told-and-what-was-typed-stays.case \
	%D%/search/a-bomb-is-given-up.case \
	%D%/search/a-match-is-shown-marked-and-counted.case \
	%D%/search/a-search-ends-with-what-it-was-in.case \
	%D%/search/all-conversations-are-searched.case \
	%D%/search/capitals-count-when-there-is-one.case \
	%D%/search/esc-goes-back-to-where-one-was.case \
	%D%/search/too-many-to-read-are-told.case \
	%D%/search/what-is-folded-away-is-unfolded.case \
	%D%/search/what-is-wrapped-is-marked-on-both-rows.case \
	%D%/search/what-is-wrapped-in-a-list-is-marked-too.case \
	%D%/search/what-streams-in-is-found-too.case \
	%D%/transcript/a-held-view-does-not-move.case \
	%D%/transcript/a-history-then-what-streams-in.case \
	%D%/transcript/markdown-shows-while-it-streams.case \
	%D%/wire/a-host-without-subscriptions-is-only-read.case \
	%D%/wire/a-list-that-changes-keeps-panes.case \
	%D%/wire/an-unreadable-conversation-says-why.case \
	%D%/wire/bad-lines-are-told-and-the-session-goes-on.case \
	%D%/wire/shutdown-ends-with-0.case \
	%D%/wire/what-is-hostile-costs-only-itself.case
