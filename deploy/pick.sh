#!/bin/sh
# pick.sh WORKSPACE DIRECTORY
# Copies to a directory what a workspace runs on: itself, the packages of ours that it names, and the libraries of all of
# these; nothing that is for development, and of the libraries no types, maps or prose. npm itself says which they are:
# `npm ci --workspace` would also bring what our packages need for their tests.
set -eu
mkdir -p "$2"
cp package.json "$2"
npm ls --all --parseable --omit=dev --workspace "$1" | tail -n +2 | while read -r path; do
  here=${path#"$PWD"/}
  cp -a --parents "$here" "$2"
  if [ -L "$here" ]; then cp -a --parents "$(realpath --relative-to=. "$here")" "$2"; fi
done
find "$2/node_modules" -type f \
  \( -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.map' -o -iname 'readme*' -o -iname 'changelog*' \) -delete
