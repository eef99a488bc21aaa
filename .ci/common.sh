# Functions for .ci/run and .ci/nightly, which source this file. $here is this folder, $root is the
# project's folder, and $tmp is a temporary folder that is removed at the end.
# shellcheck shell=bash
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(dirname "$here")
tmp=$(mktemp -d "${TMPDIR:-/tmp}/hanamikoji.XXXXXX")
export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_ROOT_USER_ACTION=ignore PIP_NO_INPUT=1 PIP_QUIET=1

title='' began=0 times=()

# End the current step, and begin the one with this title.
step() {
    if [[ -n $title ]]; then
        times+=("$(printf '%4ds  %s' $((SECONDS - began)) "$title")")
        printf -- '-- %s: %ds\n' "$title" $((SECONDS - began))
    fi
    title=$1 began=$SECONDS
    if [[ -n $title ]]; then printf '\n== %s\n' "$title"; fi
}

# Report that every step succeeded, with its time; then print the lines.
summary() {
    step ''
    printf '\n== All %d steps succeeded in %ds\n' "${#times[@]}" "$SECONDS"
    printf '%s\n' "${times[@]}" "$@"
}

finish() {
    local code=$?
    rm -rf "$tmp"
    if [[ $code -ne 0 ]]; then
        printf '\n!! failed after %ds, in the step: %s\n' $((SECONDS - began)) "${title:-setting up}"
    fi
}
trap finish EXIT

# Install Debian packages.
debian() {
    local as=()
    if [[ $(id -u) -ne 0 ]]; then as=(sudo); fi
    "${as[@]}" apt-get update -qq
    "${as[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get install -qq -y --no-install-recommends "$@" >/dev/null
}

# Whether this Python is new enough, and can make virtual environments.
serves() { "$@" -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; }

# Print the command of a Python that serves.
find_python() {
    local name
    for name in python3 python3.11 python3.12 python3.13 python3.14; do
        if serves "$name"; then
            echo "$name"
            return
        fi
    done
    return 1
}

# Make python3 a Python that serves: the README uses that name.
need_python() {
    local python
    if ! python=$(find_python); then
        debian python3 python3-venv python3-dev
        python=$(find_python)
    fi
    if [[ $python != python3 ]]; then
        mkdir "$tmp/bin"
        printf '#!/bin/sh\nexec %q "$@"\n' "$(command -v "$python")" >"$tmp/bin/python3"
        chmod +x "$tmp/bin/python3"
        PATH="$tmp/bin:$PATH"
    fi
    python3 --version
}

# Make the virtual environment $tmp/dev, with the project and everything for working on it.
need_dev() {
    python3 -m venv "$tmp/dev"
    "$tmp/dev/bin/pip" install -q -e "$root[dev]"
}
