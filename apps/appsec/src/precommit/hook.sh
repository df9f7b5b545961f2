# Gatehouse pre-commit hook. Sends what is about to be committed, as it lies in the index, to Gatehouse, and stops the commit when
# something of the severities of GATEHOUSE_FAIL_ON is found. Where it cannot ask it says so in one line and lets the commit go on,
# unless GATEHOUSE_UNREACHABLE is "block".
#
#   GATEHOUSE_URL          where Gatehouse is; else `git config gatehouse.url`, else where this hook came from
#   GATEHOUSE_API_KEY      a key of yours
#   GATEHOUSE_FAIL_ON      severities that stop a commit, between commas; else `git config gatehouse.failOn`; CRITICAL,HIGH
#   GATEHOUSE_UNREACHABLE  allow or block; else `git config gatehouse.unreachable`; allow
#   GATEHOUSE_TIMEOUT_S    how long one request may take; 60
#
# `git commit --no-verify` passes it by.

# Nobody who traces their hooks shall see the key.
set +x
set -u
umask 077

# The service takes a file of up to 2 MiB; one of that size is not sent.
FILE_BYTES_MAX=2097152
# Of one request as JSON, where the service takes 64 MiB: one more file can make it 12 MiB larger.
BATCH_BYTES=16777216
BATCH_FILES=1000
ANSWER_BYTES_MAX=67108864
FINDINGS_SHOWN_MAX=50

say() {
  printf 'gatehouse: %s\n' "$*" >&2
}

# What was asked for cannot be had. $1 says why, in one line.
not_scanned() {
  if [ "$unreachable" = block ]; then
    say "the commit is stopped, because it could not be scanned: $1 (GATEHOUSE_UNREACHABLE=block)"
    exit 1
  fi
  say "not scanned, the commit goes on: $1 (GATEHOUSE_UNREACHABLE=block stops it then)"
  exit 0
}

setting() {
  if [ -n "$1" ]; then printf '%s\n' "$1"; else git config --get "gatehouse.$2" || printf '%s\n' "$3"; fi
}

# include ../pipelines/json.sh
# include ../pipelines/settings.sh
# include encode.sh

# Sends the request $1 and writes the answer to `answer`; prints the status. The key goes through a pipe, past the list of processes.
send_request() {
  curl --disable --silent --show-error --globoff --proto =http,https --connect-timeout 10 --max-time "$timeout_s" \
    --max-filesize "$ANSWER_BYTES_MAX" --output answer --write-out '%{http_code}' --config - <<END 2>trouble
url = "${url%/}/api/precommit/scan"
header = "Authorization: Bearer $GATEHOUSE_API_KEY"
header = "Content-Type: application/json"
header = "Expect:"
data-binary = "@$1"
END
}

# Names, severities and places of what was found, from the leaves of an answer.
show_findings() {
  LC_ALL=C awk -F '\t' -v shown_max="$FINDINGS_SHOWN_MAX" '
    function plain(text) {
      gsub(/\\"/, "\"", text)
      gsub(/\\\\/, "\\", text)
      return text
    }
    $1 ~ /^findings\.[0-9]+\.(severity|title|filePath|startLine)$/ {
      split($1, way, ".")
      if (way[2] + 1 > count) count = way[2] + 1
      value[way[2], way[3]] = substr($0, length($1) + 2)
    }
    END {
      for (i = 0; i < count && i < shown_max; i++) {
        printf "  %-8s  %s:%s  %s\n", value[i, "severity"], plain(value[i, "filePath"]), value[i, "startLine"], plain(value[i, "title"])
      }
      if (count > shown_max) printf "  and %d more\n", count - shown_max
    }
  ' leaves >&2
}

# Lists what is staged: `list` has the files to send, `objects` what git calls their contents, `large` those that are not sent.
list_staged() {
  base=$(git rev-parse --quiet --verify 'HEAD^{tree}') || base=$(git hash-object -t tree /dev/null) || return 1
  git -c core.quotePath=true diff-index --cached --raw --no-abbrev --no-renames --diff-filter=AMT "$base" -- >"$work/raw" || return 1
  # A submodule is a commit of another repository.
  LC_ALL=C awk '$2 != "160000" { tab = index($0, "\t"); print $4 "\t" substr($0, tab + 1) }' "$work/raw" >"$work/staged" || return 1
  cut -f 1 "$work/staged" >"$work/ids" || return 1
  git cat-file --batch-check='%(objecttype) %(objectsize)' <"$work/ids" >"$work/sizes" || return 1
  cd "$work" || return 1
  : >list
  : >objects
  : >large
  LC_ALL=C awk -F '\t' -v bytes_max="$FILE_BYTES_MAX" '
    {
      if ((getline size < "sizes") <= 0 || split(size, words, " ") != 2 || words[1] != "blob") exit 1
      name = substr($0, length($1) + 2)
      if (words[2] + 0 >= bytes_max + 0) print name > "large"
      else {
        print name > "list"
        print $1 > "objects"
      }
    }
  ' staged
}

# The severities as the list of a JSON document, without its brackets.
severities_of() {
  printf '%s\n' "$1" | LC_ALL=C tr '[:lower:]' '[:upper:]' | LC_ALL=C awk -F , '{
    for (i = 1; i <= NF; i++) {
      gsub(/^[ \t]+|[ \t]+$/, "", $i)
      if ($i !~ /^(CRITICAL|HIGH|MEDIUM|LOW|INFO)$/) exit 1
      list = list (i > 1 ? "," : "") "\"" $i "\""
    }
    print list
  }'
}

# shellcheck disable=SC2317 # Called when the script ends.
clean_up() {
  case $work in
    */gatehouse-precommit.*) rm -rf "$work" ;;
  esac
}

scan_staged() {
  unreachable=$(setting "${GATEHOUSE_UNREACHABLE:-}" unreachable allow)
  url=$(setting "${GATEHOUSE_URL:-}" url "$default_url")
  fail_on=$(setting "${GATEHOUSE_FAIL_ON:-}" failOn CRITICAL,HIGH)
  timeout_s=${GATEHOUSE_TIMEOUT_S:-60}
  git_dir=$(git rev-parse --git-dir && printf x) || not_scanned 'git does not say where its folder is.'
  git_dir=$(cd "${git_dir%?x}" && pwd) || not_scanned 'the folder of git cannot be entered.'
  work=$git_dir/gatehouse-precommit.$$
  mkdir "$work" 2>/dev/null || not_scanned 'no folder for the requests can be made within that of git.'
  trap clean_up EXIT
  trap 'exit 1' HUP INT TERM

  list_staged || not_scanned 'git does not say what is staged.'
  if [ -s large ]; then
    say "not sent, because they have 2 MiB or more:"
    sed 's/^/  /' large >&2
  fi
  [ -s list ] || exit 0

  command -v curl >/dev/null 2>&1 || not_scanned 'there is no curl.'
  [ -n "$url" ] || not_scanned 'GATEHOUSE_URL is not set.'
  is_address "$url" || not_scanned 'GATEHOUSE_URL is no address of the form https://host.'
  has_key || not_scanned 'GATEHOUSE_API_KEY is not set, or is no key.'
  severities=$(severities_of "$fail_on") || not_scanned 'GATEHOUSE_FAIL_ON must list CRITICAL, HIGH, MEDIUM, LOW or INFO.'
  case $timeout_s in
    '' | *[!0-9]*) not_scanned 'GATEHOUSE_TIMEOUT_S must be a number of seconds.' ;;
  esac

  # The pipe is run where git is: the objects of a commit that is being made may lie in a folder that only this hook is told of.
  requests=$(GIT_DIR=$git_dir git cat-file --batch <objects | od -An -v -tx1 | encode_requests list request "$severities") ||
    not_scanned 'what is staged could not be read.'
  blocked=no
  at=0
  while [ "$at" -lt "$requests" ]; do
    at=$((at + 1))
    send_and_judge "request.$at"
  done
  if [ "$blocked" = yes ]; then
    say "the commit is stopped: something of $fail_on was found. Take it out, or see \`gatehouse:allow\` and \`git commit --no-verify\`."
    exit 1
  fi
}

send_and_judge() {
  status=$(send_request "$1") || not_scanned "$(tr '\n' ' ' <trouble | cut -c 1-200)"
  : >leaves
  flat_json answer >leaves 2>/dev/null
  block=$(value_at leaves block)
  case $status:$block in
    200:true) blocked=yes ;;
    200:false) ;;
    *) not_scanned "$url answered $status $(value_at leaves error) $(value_at leaves detail | cut -c 1-200)" ;;
  esac
  show_findings
  note=$(value_at leaves summary.note)
  case $note in
    *' not scanned.') say "$note" ;;
  esac
}

# What was here before this hook goes first: it may change what is staged.
kept=${0%/*}/pre-commit.before-gatehouse
if [ -x "$kept" ]; then
  "$kept" "$@" || exit $?
fi
scan_staged
exit 0
