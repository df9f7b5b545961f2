#!/bin/bash
name=$1
# ruleid: bash-argument-to-command
bash -c "ls -l $name"
# ok: bash-argument-to-command
bash -c 'ls -l -- "$1"' bash "$name"
# ok: bash-argument-to-command
ls -l -- "$name"
# ruleid: bash-argument-to-sql
psql -d shop -c "select * from users where name = '$name'"
# ok: bash-argument-to-sql
psql -d shop -v name="$name" -f users.sql

show() {
  # ruleid: bash-argument-to-command
  eval "echo $1"
}
show "$2"

printf 'Which? '
read -r answer
# ruleid: bash-argument-to-command
ssh host "systemctl restart $answer"
case $answer in
  a | b) ;;
  *) exit 1 ;;
esac

for file in $(ls *.txt); do
  # ruleid: bash-listing-to-command
  sh -c "wc -l $file"
done
find . -name '*.log' | while read -r log; do
  # ruleid: bash-listing-to-command
  eval "gzip $log"
  # ok: bash-listing-to-command
  gzip -- "$log"
done
