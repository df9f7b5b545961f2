#!/bin/bash
# ruleid: bash-command-injection
eval "$QUERY_STRING"
name=${QUERY_STRING#name=}
# ruleid: bash-command-injection
bash -c "ls -l $name"
# ruleid: bash-command-injection
sudo -u deploy sh -c "restart $name" || exit 1
# ok: bash-command-injection
bash -c 'ls -l -- "$1"' bash "$name"
# ruleid: bash-command-injection
echo "show $HTTP_USER_AGENT" | bash
# ruleid: bash-command-injection
python3 -c "print('$PR_TITLE')"
title=$(jq -r .pull_request.title "$GITHUB_EVENT_PATH")
# ruleid: bash-command-injection
ssh build@host "make note='$title'"
# ok: bash-command-injection
echo "$title"
# ruleid: bash-command-injection
ssh build@host <<EOF
note "$title"
EOF

restart() {
  local unit=$1
  # ruleid: bash-command-injection
  su root -c "systemctl restart $unit"
}
restart "$SSH_ORIGINAL_COMMAND"

clean=${name//[^a-z0-9]/}
# ok: bash-command-injection
eval "show_$clean"
kind=$(echo "$name" | tr -cd 'a-z')
# ok: bash-command-injection
eval "show_$kind"
case $name in
  list | status) action=$name ;;
  *) exit 1 ;;
esac
# ok: bash-command-injection
eval "$action"
[[ $title =~ ^[A-Za-z0-9\ ]+$ ]] || exit 1
# ok: bash-command-injection
eval "note='$title'"

answer=$(curl -s https://api.example.org/next)
# ruleid: bash-code-injection-download
eval "$answer"
curl -s https://api.example.org/jobs | while read -r job; do
  # ruleid: bash-code-injection-download
  sh -c "$job"
done
# ok: bash-code-injection-download
echo "$answer"
version=$(curl -s https://api.example.org/version | tr -dc '0-9.')
# ok: bash-code-injection-download
eval "version=$version"

page=$PATH_INFO
# ruleid: bash-path-traversal
cat "/srv/pages/$page"
# ruleid: bash-path-traversal
rm -f -- "/srv/cache/${page}.html"
# ok: bash-path-traversal
cat "/srv/pages/$(basename "$page")"
# ok: bash-path-traversal
cat "/srv/pages/${page##*/}"

branch=$GITHUB_HEAD_REF
# ruleid: bash-argument-injection
git checkout "$branch"
# ruleid: bash-argument-injection
git merge $branch
# ok: bash-argument-injection
git checkout main
