#!/usr/bin/env bash
# Passes all tests: formatting, lints, unit and integration tests, examples in the documentation.
# Installs from Debian packages what the tests need, where it is missing and we are root.
set -euo pipefail
cd "$(dirname "$0")/.."

need() { # need COMMAND PACKAGE
    command -v "$1" >/dev/null 2>&1 && return
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
        apt-get update -qq && apt-get install -y -qq --no-install-recommends "$2" >/dev/null
    fi
    command -v "$1" >/dev/null 2>&1 && return
    echo "missing: $1 (Debian package $2)"
    [ -z "${CI:-}" ] || exit 1
}
need cc gcc
need python3 python3
need chromium chromium
# A match by SMTP and IMAP through real servers; it is skipped by name where they cannot be started.
need openssl openssl
need dovecot dovecot-imapd
need /usr/lib/dovecot/submission-login dovecot-submissiond
need smtpd opensmtpd
need node nodejs
need npm npm
# What drives the browser, by its lock file; without it the tests of pages say that they are skipped.
(cd tests/browser && npm ci --silent --no-audit --no-fund) || {
    echo "missing: the packages of tests/browser"
    [ -z "${CI:-}" ] || exit 1
}

step() { printf '\n== %s\n' "$*"; "$@"; }
step cargo fmt --check
step cargo clippy --locked --all-targets -- -D warnings
step cargo test --locked
