#!/bin/sh
# Make ./configure and the Makefile templates from configure.ac and Makefile.am.
set -e
cd "$(dirname "$0")"
# Strings that a template lacks are left out of the catalogues: a new one.
rm -f po/*.pot po/stamp-po
exec autoreconf --force --install
