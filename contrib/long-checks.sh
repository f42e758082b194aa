#!/usr/bin/env bash
# Runs the broad checks on their full size; the continuous integration runs a sample of each.
# Put what it prints at the end into docs/long-checks.md.
set -euo pipefail
cd "$(dirname "$0")/.."

profile=${1:-long}
export TESSERA_FULL=1
cargo test --locked --profile "$profile" --test it -- laws rules_cited rules_legion legion_ mutations audit_sources bot_ odds_evaluator records playthroughs
cargo run --locked --profile "$profile" -- selfplay sign-of-the-pagan --games 200 --seed 1 --json
cargo run --locked --profile "$profile" -- selfplay sign-of-the-pagan --games 100 --seed 1 --bot steady --json
cargo run --locked --profile "$profile" -- selfplay sign-of-the-pagan --games 100 --seed 1 --bot captain --bot steady --json
cargo run --locked --profile "$profile" -- try tests/cases/sign-of-the-pagan/cases.json | tail -n 1
cargo run --locked --profile "$profile" -- try tests/cases/legion/cases.json | tail -n 1
# Every optional rule of the book and of Legion's own.
all=""
for rule in 5.39_unit_capability 13.0_panic 14.0_elevation 15.0_concession 16.0_facing 17.0_retreat 18.0_contact \
    L1.1_square L1.2_integrity L1.3_green L1.4_roman_panic L1.5_bc; do
    all="$all --option $rule=on"
done
for file in games/legion/scenarios/*.toml; do
    scenario=$(basename "$file" .toml)
    for way in off on; do
        for options in "--games 20" "--games 20 $all" "--sets 50"; do
            for bot in random drill; do
                # shellcheck disable=SC2086 # each word of the options is an argument
                cargo run --locked --profile "$profile" --quiet -- selfplay legion --scenario "$scenario" --seed 1 \
                    --bot "$bot" --option "19.0_simultaneous=$way" $options | sed -n 1p
            done
        done
    done
done
if cargo fuzz --version >/dev/null 2>&1; then
    bash contrib/fuzz.sh
else
    echo "missing: cargo-fuzz, so nothing was fuzzed (cargo install cargo-fuzz)"
fi

# Some 60 of the 3,500 changes to the rules of Sign of the Pagan; SHARD says which.
if cargo mutants --version > /dev/null 2>&1; then
    cargo mutants --shard "${SHARD:-0}/58"
else
    echo "missing: cargo-mutants, so no rule was switched off (cargo install cargo-mutants)"
fi

echo
echo "commit $(git rev-parse --short HEAD), $(date -u +%F)"
