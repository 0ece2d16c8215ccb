#!/usr/bin/env bash
# Checks skills in a job: annotations on standard output, a summary of the step, and where they are asked for SARIF
# and the findings that become comments.
set -uo pipefail

fail() {
  printf '::error::%s\n' "$1"
  exit 2
}

# An output of the step, whatever is in its value.
output() {
  local delimiter=end-$RANDOM$RANDOM$RANDOM
  printf '%s<<%s\n%s\n%s\n' "$1" "$delimiter" "$2" "$delimiter" >>"${GITHUB_OUTPUT:-/dev/null}"
}

if command -v skillwright >/dev/null; then
  program=(skillwright)
else
  version=${SKILLWRIGHT_VERSION:-latest}
  [[ $version =~ ^[0-9A-Za-z.^~-]+$ ]] || fail 'The input `version` is no version of npm.'
  # Outside of the checkout: what npm finds there (.npmrc, node_modules, package.json) belongs to whoever is checked.
  home=$(mktemp -d) || fail 'No folder for temporary files.'
  trap 'rm -rf -- "$home"' EXIT
  (
    cd "$home" && printf '{}' >package.json &&
      npm install --userconfig="$home/.npmrc" --registry="${SKILLWRIGHT_NPM_REGISTRY:-https://registry.npmjs.org/}" \
        --ignore-scripts --no-audit --no-fund --silent "skillwright@$version"
  ) >&2 || fail "Cannot install skillwright@$version from npm."
  program=("$home/node_modules/.bin/skillwright")
fi

options=(--strict)
[[ ${SKILLWRIGHT_SCAN:-true} == true ]] && options+=(--scan)
if [[ -n ${SKILLWRIGHT_MAX_WARNINGS:-} ]]; then
  [[ $SKILLWRIGHT_MAX_WARNINGS =~ ^[0-9]+$ ]] || fail 'The input `max-warnings` is no number.'
  options+=("--max-warnings=$SKILLWRIGHT_MAX_WARNINGS")
fi

paths=()
while IFS= read -r line; do
  [[ -z $line ]] && continue
  # A path that begins with a dash would be read as an option.
  [[ $line == -* ]] && line=./$line
  paths+=("$line")
done <<<"${SKILLWRIGHT_PATHS:-.}"
[[ ${#paths[@]} -gt 0 ]] || paths=(.)

# A runner of GitHub takes `##[` for a command wherever it stands in a line, and names of files are the words of strangers.
"${program[@]}" lint "${options[@]}" --format github "${paths[@]}" 2> >(sed 's/##\[/## [/g' >&2)
status=$?

if [[ -n ${SKILLWRIGHT_SARIF:-} && $status -ne 2 ]]; then
  "${program[@]}" lint "${options[@]}" --format sarif "--output=$SKILLWRIGHT_SARIF" "${paths[@]}" >/dev/null 2> >(sed 's/##\[/## [/g' >&2)
  output sarif "$SKILLWRIGHT_SARIF"
fi

if [[ ${SKILLWRIGHT_COMMENTS:-false} == true && $status -ne 2 ]]; then
  findings=$(mktemp "${RUNNER_TEMP:-/tmp}/skillwright-XXXXXX") || fail 'No folder for temporary files.'
  "${program[@]}" lint "${options[@]}" --format rdjsonl "${paths[@]}" >"$findings" 2> >(sed 's/##\[/## [/g' >&2)
  output findings "$findings"
fi

{
  printf '## Skillwright\n\n'
  # Indented lines are code whatever is in them, so that no text of a skill is read as Markdown or HTML.
  "${program[@]}" lint "${options[@]}" "${paths[@]}" 2>&1 | head -c 200000 | sed 's/^/    /'
  printf '\n'
} >>"${GITHUB_STEP_SUMMARY:-/dev/null}"

exit "$status"
