#!/bin/sh
# Installs the pre-commit hook of Gatehouse in the repository around the present folder; needs sh, git and curl.
#
#   curl -fsS https://gatehouse.example.org/api/precommit/install.sh | sh
#   curl -fsS https://gatehouse.example.org/api/precommit/install.sh | sh -s -- --uninstall
#
# A hook that is there already is kept and runs first. Running this again brings the hook up to date.
set -eu

# Where this came from, as whoever asked for it called it; GATEHOUSE_URL goes first.
server_url='@SERVER_URL@'
MARK='# Gatehouse pre-commit hook.'

say() {
  printf 'gatehouse: %s\n' "$*"
}

fail() {
  printf 'gatehouse: %s\n' "$*" >&2
  exit 1
}

# include ../pipelines/settings.sh

write_hook() {
  cat <<'END_OF_THE_HOOK'
@HOOK@
END_OF_THE_HOOK
}

is_ours() {
  [ -f "$1" ] && grep -q "^$MARK" "$1"
}

exists() {
  [ -e "$1" ] || [ -L "$1" ]
}

# Puts the hook at $1 in one step.
put_hook() {
  {
    printf '%s\n' '#!/bin/sh' "default_url='$url'"
    write_hook
  } >"$1.new"
  chmod 755 "$1.new"
  mv -f "$1.new" "$1"
}

install_hook() {
  # These folders are written by husky itself and lost at its next install.
  case /$hooks/ in
    */.husky/_/ | */.husky/)
      own=$(git rev-parse --git-common-dir)/gatehouse
      mkdir -p "$own"
      put_hook "$own/pre-commit"
      say "husky runs the hooks of this repository: add this line to .husky/pre-commit"
      # shellcheck disable=SC2016 # The line is for the reader's file.
      printf '\n  sh "$(git rev-parse --git-common-dir)/gatehouse/pre-commit"\n\n'
      return
      ;;
  esac
  mkdir -p "$hooks"
  hook=$hooks/pre-commit
  kept=$hooks/pre-commit.before-gatehouse
  if exists "$hook" && ! is_ours "$hook"; then
    ! exists "$kept" || fail "both $hook and $kept are there and neither is ours; nothing was changed"
    mv "$hook" "$kept"
    say "the hook that was there is kept as $kept and runs first"
    if grep -q 'pre-commit\.com' "$kept" 2>/dev/null; then
      say "it is that of pre-commit.com: after a later 'pre-commit install' that one runs first, and calls ours"
    fi
  fi
  put_hook "$hook"
  if [ -n "$(git config --get core.hooksPath || :)" ]; then
    say "core.hooksPath is set: the hook is in $hook and runs in every repository that uses this folder"
  fi
  say "installed in $hook"
}

uninstall_hook() {
  own=$(git rev-parse --git-common-dir)/gatehouse/pre-commit
  if is_ours "$own"; then
    rm -f "$own"
    rmdir "${own%/*}" 2>/dev/null || :
    say "removed; take its line out of .husky/pre-commit"
    return
  fi
  hook=$hooks/pre-commit
  kept=$hooks/pre-commit.before-gatehouse
  is_ours "$hook" || { say "there is no hook of Gatehouse in $hooks"; return; }
  rm -f "$hook"
  if exists "$kept"; then mv "$kept" "$hook"; fi
  say "removed from $hook"
}

main() {
  action=install
  case ${1:-} in
    '') ;;
    --uninstall) action=uninstall ;;
    -h | --help)
      say "usage: install.sh [--uninstall]; GATEHOUSE_URL says where Gatehouse is"
      return
      ;;
    *) fail "there is no option $1; see --help" ;;
  esac
  command -v git >/dev/null 2>&1 || fail 'there is no git'
  top=$(git rev-parse --show-toplevel 2>/dev/null) || fail 'this folder is in no repository of git that has files'
  cd "$top"
  hooks=$(git rev-parse --git-path hooks)
  url=${GATEHOUSE_URL:-$server_url}
  if [ -n "$url" ] && ! is_address "$url"; then fail 'GATEHOUSE_URL is no address of the form https://host'; fi
  if [ "$action" = uninstall ]; then
    uninstall_hook
    return
  fi
  install_hook
  if [ -n "$url" ]; then say "commits are scanned by $url"; else say 'set GATEHOUSE_URL to where Gatehouse is'; fi
  say 'set GATEHOUSE_API_KEY to a key of yours; without it commits are not scanned'
}

# The last line, so that half a script that arrived does nothing.
main "$@"
