#!/usr/bin/env bash
# Checks skills in a job: annotations on standard output, a summary of the step, and SARIF where it is asked for.
set -uo pipefail

fail() {
  printf '::error::%s\n' "$1"
  exit 2
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

"${program[@]}" lint "${options[@]}" --format github "${paths[@]}"
status=$?

if [[ -n ${SKILLWRIGHT_SARIF:-} && $status -ne 2 ]]; then
  "${program[@]}" lint "${options[@]}" --format sarif "--output=$SKILLWRIGHT_SARIF" "${paths[@]}" >/dev/null
  delimiter=end-$RANDOM$RANDOM$RANDOM
  printf 'sarif<<%s\n%s\n%s\n' "$delimiter" "$SKILLWRIGHT_SARIF" "$delimiter" >>"${GITHUB_OUTPUT:-/dev/null}"
fi

{
  printf '## Skillwright\n\n'
  # Indented lines are code whatever is in them, so that no text of a skill is read as Markdown or HTML.
  "${program[@]}" lint "${options[@]}" "${paths[@]}" 2>&1 | head -c 200000 | sed 's/^/    /'
  printf '\n'
} >>"${GITHUB_STEP_SUMMARY:-/dev/null}"

exit "$status"
