#!/bin/sh
# Scans the present commit with Gatehouse and says whether the build may go on; needs sh, git and curl.
# Ends with 0 when the gate has passed, with 1 when it has failed, and with 2 when there is no answer: never a pass.
#
#   GATEHOUSE_URL         where Gatehouse is
#   GATEHOUSE_API_KEY     a key; masked by the platform, printed nowhere, and seen in no list of processes
#   GATEHOUSE_PROJECT     name of the project, made where there is none; what the platform calls the repository
#   GATEHOUSE_PROJECT_ID  in place of the name
#   GATEHOUSE_SCAN_TYPE   FULL, SECRETS_ONLY, SCA_ONLY …; FULL
#   GATEHOUSE_BRANCH      what the platform says
#   GATEHOUSE_RESULTS     folder for SARIF, bills of materials, VEX documents, log and signatures; gatehouse-results
#   GATEHOUSE_TIMEOUT_S   how long the scan may take; 3600

# Nobody who traces their build shall see the key.
set +x
set -eu

FINDINGS_SHOWN_MAX=100
PROJECT_PAGES_MAX=50
# Between two looks at the scan: first and, after POLLS_SOON of them, later.
POLL_SOON_S=1
POLL_S=5
POLLS_SOON=20
# Of one request and of an upload. A service that is being restarted is asked again.
REQUEST_S=120
UPLOAD_S=1800
TRIES_MAX=5

code=2
scan_id=
is_over=no
work=

say() {
  printf 'gatehouse: %s\n' "$*" | inert
}

# Platforms obey lines of a log in which `##[` or `##vso[` stands anywhere, and a name of a file may be such an order. Orders that
# begin a line, with `::`, find none that begins with words of others.
inert() {
  LC_ALL=C sed 's/##*/#/g'
}

# There is no answer. $1 says why.
give_up() {
  say "could not scan: $1" >&2
  exit 2
}

# shellcheck disable=SC2317 # Called when the script ends.
clean_up() {
  trap - EXIT HUP INT TERM
  # Nobody waits for it any more.
  if [ -n "$scan_id" ] && [ "$is_over" = no ]; then ask ignored "/api/scans/$scan_id/stop" 'request = "POST"' >/dev/null || :; fi
  case $work in
    */gatehouse-ci.*) rm -rf "$work" ;;
  esac
  exit "$code"
}

# include json.sh
# include settings.sh

# For a string between quotes, in JSON and in curl's configuration alike.
escaped() {
  printf '%s' "$1" | LC_ALL=C tr -d '\000-\037' | sed 's/[\\"]/\\&/g'
}

# Asks for the path $2 once and writes the answer to the file $1 of the work folder; prints the status. $3 has further lines of
# curl's configuration. The key goes through a pipe, past the list of processes.
ask() {
  (
    cd "$work"
    rm -f "$1"
    curl --disable --silent --show-error --globoff --proto =http,https --connect-timeout 20 --max-time "${4:-$REQUEST_S}" \
      --output "$1" --write-out '%{http_code}' --config - <<END 2>trouble
url = "${url%/}$2"
header = "Authorization: Bearer $GATEHOUSE_API_KEY"
header = "Expect:"
$3
END
  )
}

# The leaves of the answer to a question that may be asked twice, in the file `leaves`. Ends the script where there is none.
read_answer() {
  tries=0
  while :; do
    tries=$((tries + 1))
    if status=$(ask answer "$1" "${2:-}"); then
      case $status in
        200) break ;;
        429 | 5??) reason=$(refusal "$status") ;;
        *) give_up "$(refusal "$status")" ;;
      esac
    else
      reason=$(trouble)
    fi
    [ "$tries" -lt "$TRIES_MAX" ] || give_up "$reason"
    sleep "$tries"
  done
  flat_json "$work/answer" >"$work/leaves"
}

trouble() {
  tr '\n' ' ' <"$work/trouble" | cut -c 1-300
}

refusal() {
  : >"$work/refused"
  if [ -f "$work/answer" ]; then flat_json "$work/answer" >"$work/refused" 2>/dev/null || :; fi
  printf '%s answered %s %s %s\n' "$url" "$1" "$(value_at "$work/refused" error)" "$(value_at "$work/refused" detail | cut -c 1-300)"
}

leaf() {
  value_at "$work/leaves" "$1"
}

# The first of its arguments that is not blank.
first_of() {
  for one in "$@"; do
    if [ -n "$one" ]; then
      printf '%s\n' "$one"
      return
    fi
  done
}

# What the platform says of the commit. A tag is no branch.
read_platform() {
  project=$(first_of "${GATEHOUSE_PROJECT:-}" "${GITHUB_REPOSITORY:-}" "${CI_PROJECT_PATH:-}" "${BITBUCKET_REPO_FULL_NAME:-}" \
    "${BUILD_REPOSITORY_NAME:-}" "${JOB_NAME:-}" "${top##*/}" | cut -c 1-200)
  tag=$(first_of "${CI_COMMIT_TAG:-}" "${BITBUCKET_TAG:-}" "${TAG_NAME:-}")
  case "${GITHUB_REF_TYPE:-}:${BUILD_SOURCEBRANCH:-}" in
    tag:* | *:refs/tags/*) tag=yes ;;
  esac
  branch=$(first_of "${GATEHOUSE_BRANCH:-}")
  if [ -z "$branch$tag" ]; then
    branch=$(first_of "${GITHUB_HEAD_REF:-}" "${GITHUB_REF_NAME:-}" "${CI_MERGE_REQUEST_SOURCE_BRANCH_NAME:-}" \
      "${CI_COMMIT_REF_NAME:-}" "${SYSTEM_PULLREQUEST_SOURCEBRANCH:-}" "${BUILD_SOURCEBRANCH:-}" "${BITBUCKET_BRANCH:-}" \
      "${CHANGE_BRANCH:-}" "${BRANCH_NAME:-}" "${GIT_BRANCH:-}" "$(git symbolic-ref --quiet --short HEAD || :)")
  fi
  branch=${branch#refs/heads/}
  branch=${branch#origin/}
  pull=${GITHUB_REF:-}
  case $pull in
    refs/pull/*/merge) pull=${pull#refs/pull/} && pull=${pull%/merge} ;;
    *) pull= ;;
  esac
  pull=$(first_of "$pull" "${CI_MERGE_REQUEST_IID:-}" "${SYSTEM_PULLREQUEST_PULLREQUESTNUMBER:-}" \
    "${SYSTEM_PULLREQUEST_PULLREQUESTID:-}" "${BITBUCKET_PR_ID:-}" "${CHANGE_ID:-}")
  case $pull in
    *[!0-9]*) pull= ;;
  esac
}

# The files of the commit in `source.tar.gz`, all of them: a folder of git beside the repository's own sees to it that no
# attribute in the source leaves any out or changes it.
pack_source() {
  objects=$(cd "$(git rev-parse --git-path objects)" && pwd)
  format=$(git rev-parse --show-object-format 2>/dev/null || printf 'sha1\n')
  if [ "$format" = sha1 ]; then
    git init --quiet --bare --template= "$work/git"
  else
    git init --quiet --bare --template= --object-format="$format" "$work/git"
  fi
  mkdir -p "$work/git/objects/info" "$work/git/info"
  printf '%s\n' "$objects" >"$work/git/objects/info/alternates"
  printf '* -export-ignore -export-subst -ident -filter -text -eol -working-tree-encoding\n' >"$work/git/info/attributes"
  git --git-dir="$work/git" archive --format=tar.gz --output="$work/source.tar.gz" "$commit" 2>"$work/trouble" ||
    give_up "git cannot pack the commit: $(trouble)"
  git ls-tree -r "$commit" | LC_ALL=C awk '$2 == "commit" { print substr($0, index($0, "\t") + 1) }' |
    while IFS= read -r path; do say "not scanned: the submodule $path"; done
}

# The id of the project, where one has the name; otherwise it is made with the scan.
find_project() {
  project_id=${GATEHOUSE_PROJECT_ID:-}
  [ -z "$project_id" ] || return 0
  page=1
  while :; do
    read_answer /api/projects "get
data-urlencode = \"search=$(escaped "$project")\"
data-urlencode = \"limit=100\"
data-urlencode = \"page=$page\""
    # Through the environment: awk reads backslashes of its variables.
    project_id=$(WANTED=$(escaped "$project") LC_ALL=C awk -F '\t' '
      $1 ~ /^projects\.[0-9]+\.id$/ { id[substr($1, 1, length($1) - 3)] = $2 }
      $1 ~ /^projects\.[0-9]+\.name$/ && substr($0, length($1) + 2) == ENVIRON["WANTED"] { found[substr($1, 1, length($1) - 5)] }
      END { for (one in found) { print id[one]; exit } }' "$work/leaves")
    pages=$(leaf pagination.totalPages)
    if [ -n "$project_id" ] || [ "$page" -ge "${pages:-0}" ] || [ "$page" -ge "$PROJECT_PAGES_MAX" ]; then return 0; fi
    page=$((page + 1))
  done
}

field() {
  if [ -n "$2" ]; then printf 'form-string = "%s=%s"\n' "$1" "$(escaped "$2")"; fi
}

queue_scan() {
  fields=$(
    field scanType "$scan_type"
    field branch "$branch"
    field commitSha "$commit"
    field prNumber "$pull"
    if [ -n "$project_id" ]; then field projectId "$project_id"; else field projectName "$project"; fi
  )
  # Not asked twice: the scan may be there although its answer was lost.
  status=$(ask answer /api/scans "form = \"source=@source.tar.gz;type=application/gzip\"
$fields" "$UPLOAD_S") || give_up "$(trouble)"
  [ "$status" = 201 ] || give_up "$(refusal "$status")"
  flat_json "$work/answer" >"$work/leaves"
  id=$(leaf scanId)
  case $id in
    '' | *[!A-Za-z0-9-]*) give_up "$url did not say which scan it queued" ;;
  esac
  scan_id=$id
  say "scan $scan_id of commit $commit${branch:+ on $branch}, project $project"
}

await_end() {
  shown=
  polls=0
  until=$(($(date +%s) + timeout_s))
  while :; do
    read_answer "/api/scans/$scan_id"
    scan_status=$(leaf status)
    if [ "$scan_status" != "$shown" ]; then say "$scan_status"; fi
    shown=$scan_status
    case $scan_status in
      COMPLETED | FAILED | STOPPED | CANCELLED) break ;;
    esac
    [ "$(date +%s)" -lt "$until" ] || give_up "the scan has not ended after $timeout_s s"
    polls=$((polls + 1))
    if [ "$polls" -le "$POLLS_SOON" ]; then sleep "$POLL_SOON_S"; else sleep "$POLL_S"; fi
  done
  is_over=yes
  cp "$work/leaves" "$work/scan"
}

show_findings() {
  read_answer "/api/scans/$scan_id/findings" "get
data-urlencode = \"status=OPEN,IN_PROGRESS\"
data-urlencode = \"severity=CRITICAL,HIGH,MEDIUM,LOW\"
data-urlencode = \"limit=$FINDINGS_SHOWN_MAX\""
  LC_ALL=C awk -F '\t' '
    function plain(text) {
      gsub(/\\"/, "\"", text)
      gsub(/\\\\/, "\\", text)
      return text
    }
    $1 == "pagination.total" { total = $2 }
    $1 ~ /^findings\.[0-9]+\.(severity|title|filePath|startLine|isNew)$/ {
      split($1, way, ".")
      if (way[2] + 1 > count) count = way[2] + 1
      value[way[2], way[3]] = substr($0, length($1) + 2)
    }
    END {
      if (count) printf "\n%-8s  %-3s  %s\n", "SEVERITY", "NEW", "FINDING"
      for (i = 0; i < count; i++) {
        printf "%-8s  %-3s  %s:%s  %s\n", value[i, "severity"], value[i, "isNew"] == "true" ? "new" : "", \
          plain(value[i, "filePath"]), value[i, "startLine"], plain(value[i, "title"])
      }
      if (total > count) printf "and %d more\n", total - count
      if (count) print ""
    }' "$work/leaves" | inert
}

# What one of the artifacts is called in the folder of results.
file_of() {
  case $1 in
    sarif) printf 'findings.sarif' ;;
    cyclonedx) printf 'sbom.cdx.json' ;;
    spdx) printf 'sbom.spdx.json' ;;
    openvex) printf 'openvex.json' ;;
    cyclonedx-vex) printf 'vex.cdx.json' ;;
    log) printf 'scan.log.jsonl' ;;
    '' | *[!a-z-]*) return 1 ;;
    *) printf '%s.json' "$1" ;;
  esac
}

fetch_artifacts() {
  mkdir -p "$results"
  read_answer "/api/scans/$scan_id/artifacts"
  LC_ALL=C awk -F '\t' '$1 ~ /^artifacts\.[0-9]+\.kind$/ { print $2 }' "$work/leaves" >"$work/kinds"
  while IFS= read -r kind; do
    file=$(file_of "$kind") || continue
    status=$(ask artifact "/api/scans/$scan_id/artifacts/$kind" '' </dev/null) || status=
    if [ "$status" = 200 ]; then mv "$work/artifact" "$results/$file"; else say "$kind cannot be had"; fi
  done <"$work/kinds"
  say "results are in $results"
}

judge() {
  result=$(value_at "$work/scan" gateResult)
  say "gate: $result, found: critical $(value_at "$work/scan" criticalCount), high $(value_at "$work/scan" highCount), medium $(value_at "$work/scan" mediumCount), low $(value_at "$work/scan" lowCount)"
  LC_ALL=C awk -F '\t' '$1 ~ /^gateReasons\.[0-9]+$/ { print "  - " substr($0, length($1) + 2) }' "$work/scan" | inert
  case $scan_status:$result in
    COMPLETED:PASSED) code=0 ;;
    COMPLETED:FAILED) code=1 ;;
    *) give_up "the scan ended as $scan_status. $(value_at "$work/scan" errorMessage)" ;;
  esac
}

main() {
  url=${GATEHOUSE_URL:-}
  scan_type=${GATEHOUSE_SCAN_TYPE:-FULL}
  results=${GATEHOUSE_RESULTS:-gatehouse-results}
  timeout_s=${GATEHOUSE_TIMEOUT_S:-3600}
  for program in git curl awk; do
    command -v "$program" >/dev/null 2>&1 || give_up "there is no $program"
  done
  # The repository may hold anything under that name.
  if [ -L "${results%/}" ]; then give_up "$results is a link: what is written there would lie elsewhere"; fi
  [ -n "$url" ] || give_up 'GATEHOUSE_URL is not set'
  is_address "$url" || give_up 'GATEHOUSE_URL is no address of the form https://host'
  has_key || give_up 'GATEHOUSE_API_KEY is not set, or is no key; builds of forks often get none'
  case $url in
    http://localhost* | http://127.* | http://\[::1\]*) ;;
    http://*) say "$url has no TLS: whoever stands between can read the key and change the answer" >&2 ;;
  esac
  case $timeout_s in
    '' | *[!0-9]*) give_up 'GATEHOUSE_TIMEOUT_S must be a number of seconds' ;;
  esac
  top=$(git rev-parse --show-toplevel) || give_up 'this folder is in no repository of git'
  commit=$(git rev-parse --verify --quiet 'HEAD^{commit}') || give_up 'the repository has no commit'
  git_dir=$(cd "$(git rev-parse --git-dir)" && pwd)
  work=$git_dir/gatehouse-ci.$$
  mkdir -m 700 "$work"
  read_platform
  pack_source
  find_project
  queue_scan
  await_end
  show_findings
  fetch_artifacts
  judge
}

trap clean_up EXIT
trap 'exit 2' HUP INT TERM
main
