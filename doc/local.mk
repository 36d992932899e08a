# Manuals and what a developer reads.
dist_man_MANS += %D%/jp-dashboard.1 %D%/jp-dashboard-protocol.7 %D%/jphost.1
dist_doc_DATA += README %D%/HACKING %D%/registry.json %D%/tour/tour
# Completion of jphost: where bash, zsh and fish look for it.
bashcompdir = $(datadir)/bash-completion/completions
zshcompdir = $(datadir)/zsh/site-functions
fishcompdir = $(datadir)/fish/vendor_completions.d
dist_bashcomp_DATA = %D%/completion/jphost
dist_zshcomp_DATA = %D%/completion/_jphost
dist_fishcomp_DATA = %D%/completion/jphost.fish
# Screens of the demo; ./dev gallery takes them again.
EXTRA_DIST += %D%/screens.sh %D%/tour/make.sh %D%/tour/script
EXTRA_DIST += %D%/gallery/make.sh \
	%D%/gallery/80x24-panes.txt \
	%D%/gallery/80x24-approval.txt \
	%D%/gallery/80x24-reading.txt \
	%D%/gallery/80x24-tools.txt \
	%D%/gallery/80x24-timeline.txt \
	%D%/gallery/80x24-search.txt \
	%D%/gallery/80x24-help.txt \
	%D%/gallery/120x40-panes.txt \
	%D%/gallery/120x40-approval.txt \
	%D%/gallery/120x40-reading.txt \
	%D%/gallery/120x40-tools.txt \
	%D%/gallery/120x40-timeline.txt \
	%D%/gallery/120x40-search.txt \
	%D%/gallery/120x40-help.txt \
	%D%/gallery/200x50-panes.txt \
	%D%/gallery/200x50-approval.txt \
	%D%/gallery/200x50-reading.txt \
	%D%/gallery/200x50-tools.txt \
	%D%/gallery/200x50-timeline.txt \
	%D%/gallery/200x50-search.txt \
	%D%/gallery/200x50-help.txt
