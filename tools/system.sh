#!/usr/bin/env bash
# What the tests need from the system: a browser, a database server, a library that draws, a proxy,
# and what reads systemd's units. As root on Debian it installs them. Elsewhere, or where that fails,
# it tries the browser that Playwright brings. Tests that need what is missing even then are skipped
# with that reason.
set -u
python=${PYTHON:-.venv/bin/python}
browsers=${PLAYWRIGHT_BROWSERS_PATH:-$HOME/.cache/ms-playwright}

look() {
  missing=()
  command -v chromium >/dev/null 2>&1 || command -v chromium-browser >/dev/null 2>&1 ||
    ls -d "$browsers"/chromium-*/ >/dev/null 2>&1 || missing+=(chromium)
  ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null 2>&1 ||
    missing+=(postgresql)
  ldconfig -p 2>/dev/null | grep -q libcairo.so.2 || missing+=(libcairo2)
  command -v nginx >/dev/null 2>&1 || [ -x /usr/sbin/nginx ] || missing+=(nginx-light)
  command -v systemd-analyze >/dev/null 2>&1 || missing+=(systemd)
}

look
[ ${#missing[@]} -eq 0 ] && exit 0
if [ "$(id -u)" = "0" ] && command -v apt-get >/dev/null 2>&1; then
  echo "Installing ${missing[*]} ..."
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq && apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
  look
fi
if [[ " ${missing[*]} " == *" chromium "* ]]; then
  echo "Trying Playwright's own Chromium ..."
  timeout 300 "$python" -m playwright install chromium >/dev/null 2>&1
  look
fi
[ ${#missing[@]} -eq 0 ] || echo "Some tests will be skipped. On Debian: apt-get install ${missing[*]}"
exit 0
