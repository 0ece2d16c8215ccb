#!/usr/bin/env bash
# Installs the Debian packages that some tests need, when run as root on Debian or a system made from it.
# Elsewhere it only says what is missing; the tests that need it are skipped then.
set -euo pipefail

# One package a line, each with the command or the tests that need it.
packages=(
  # The S3 server of the store tests: a monitor, an object store in memory, the gateway, and their tools.
  ceph-mon
  ceph-osd
  radosgw
  ceph-common
  # The walls around tools of skills, and the way to the proxy from behind them.
  bubblewrap
  socat
  # Unpacks what some installers of skills download.
  bzip2
  # Runs the hooks that we have for it.
  pre-commit
  # An editor, for a test of the language server.
  neovim
  # The browser that walks through the workbench.
  chromium
)
# The same browser without windows: the tests take it where it is there, since a page costs it half the work.
faster=chromium-headless-shell

is_installed() {
  [[ "$(dpkg-query --show --showformat='${db:Status-Status}' "$1" 2>/dev/null || true)" == installed ]]
}

missing=()
for package in "${packages[@]}"; do
  is_installed "$package" || missing+=("$package")
done

if [[ ${#missing[@]} -eq 0 ]] && is_installed "$faster"; then
  exit 0
fi

if [[ "$(id -u)" -ne 0 ]] || ! command -v apt-get >/dev/null; then
  echo "Not installed, because this needs root and apt-get: ${missing[*]+"${missing[*]} "}$faster" >&2
  exit 0
fi

export DEBIAN_FRONTEND=noninteractive
install() {
  apt-get update --quiet && apt-get install --yes --quiet --no-install-recommends "$@"
}
if [[ ${#missing[@]} -gt 0 ]]; then
  install "${missing[@]}"
fi
is_installed "$faster" || install "$faster" || echo "Not installed: $faster. Tests in a browser take longer." >&2
