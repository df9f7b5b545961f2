#!/bin/bash
# ruleid: bash-outside-to-command
eval "$QUERY_STRING"
name=${QUERY_STRING#name=}
# ruleid: bash-outside-to-command
bash -c "ls -l $name"
# ruleid: bash-outside-to-command
sudo -u deploy sh -c "restart $name" || exit 1
# ok: bash-outside-to-command
bash -c 'ls -l -- "$1"' bash "$name"
# ruleid: bash-outside-to-command
echo "show $HTTP_USER_AGENT" | bash
# ruleid: bash-outside-to-command
python3 -c "print('$PR_TITLE')"
title=$(jq -r .pull_request.title "$GITHUB_EVENT_PATH")
# ruleid: bash-outside-to-command
ssh build@host "make note='$title'"
# ok: bash-outside-to-command
echo "$title"
# ruleid: bash-outside-to-command
ssh build@host <<EOF
note "$title"
EOF

restart() {
  local unit=$1
  # ruleid: bash-outside-to-command
  su root -c "systemctl restart $unit"
}
restart "$SSH_ORIGINAL_COMMAND"

clean=${name//[^a-z0-9]/}
# ok: bash-outside-to-command
eval "show_$clean"
kind=$(echo "$name" | tr -cd 'a-z')
# ok: bash-outside-to-command
eval "show_$kind"
case $name in
  list | status) action=$name ;;
  *) exit 1 ;;
esac
# ok: bash-outside-to-command
eval "$action"
[[ $title =~ ^[A-Za-z0-9\ ]+$ ]] || exit 1
# ok: bash-outside-to-command
eval "note='$title'"

answer=$(curl -s https://api.example.org/next)
# ruleid: bash-download-to-command
eval "$answer"
curl -s https://api.example.org/jobs | while read -r job; do
  # ruleid: bash-download-to-command
  sh -c "$job"
done
# ok: bash-download-to-command
echo "$answer"
version=$(curl -s https://api.example.org/version | tr -dc '0-9.')
# ok: bash-download-to-command
eval "version=$version"

page=$PATH_INFO
# ruleid: bash-outside-to-path
cat "/srv/pages/$page"
# ruleid: bash-outside-to-path
rm -f -- "/srv/cache/${page}.html"
# ok: bash-outside-to-path
cat "/srv/pages/$(basename "$page")"
# ok: bash-outside-to-path
cat "/srv/pages/${page##*/}"

branch=$GITHUB_HEAD_REF
# ruleid: bash-outside-to-option
git checkout "$branch"
# ruleid: bash-outside-to-option
git merge $branch
# ok: bash-outside-to-option
git checkout main
