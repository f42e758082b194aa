#!/usr/bin/env bash
# Fuzzes the readers of mails and orders, each so many seconds (1200 unless told otherwise). Needs cargo-fuzz.
set -euo pipefail
cd "$(dirname "$0")/.."

seconds=${1:-1200}
for target in mail orders_sign_of_the_pagan orders_legion; do
    found=target/fuzz/$target
    mkdir -p "$found"
    seeds=("fuzz/corpus/$target")
    [ "$target" = mail ] && seeds+=(tests/mail tests/mail/more)
    cargo fuzz run -s none "$target" "$found" "${seeds[@]}" -- \
        -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -max_len=16384 -print_final_stats=1
done
echo
echo "commit $(git rev-parse --short HEAD), $(date -u +%F)"
