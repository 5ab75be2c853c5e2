#!/usr/bin/env bash
# What the tests need from the system: a browser, a database server and a library that draws. In
# continuous integration (CI=true, as root, on Debian) it installs them; elsewhere it says what is
# missing, and the tests that need it are skipped with that reason.
set -u
missing=()
command -v chromium >/dev/null 2>&1 || missing+=(chromium)
ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || missing+=(postgresql)
ldconfig -p 2>/dev/null | grep -q libcairo.so.2 || missing+=(libcairo2)
[ ${#missing[@]} -eq 0 ] && exit 0
if [ "${CI:-}" = "true" ] && [ "$(id -u)" = "0" ] && command -v apt-get >/dev/null 2>&1; then
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq && apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
  exit 0
fi
echo "Some tests will be skipped. On Debian: apt-get install ${missing[*]}"
exit 0
