#!/bin/bash
name=$1
# ruleid: bash-command-injection-arguments
bash -c "ls -l $name"
# ok: bash-command-injection-arguments
bash -c 'ls -l -- "$1"' bash "$name"
# ok: bash-command-injection-arguments
ls -l -- "$name"
# ruleid: bash-sql-injection-arguments
psql -d shop -c "select * from users where name = '$name'"
# ok: bash-sql-injection-arguments
psql -d shop -v name="$name" -f users.sql

show() {
  # ruleid: bash-command-injection-arguments
  eval "echo $1"
}
show "$2"

printf 'Which? '
read -r answer
# ruleid: bash-command-injection-arguments
ssh host "systemctl restart $answer"
case $answer in
  a | b) ;;
  *) exit 1 ;;
esac

for file in $(ls *.txt); do
  # ruleid: bash-command-injection-file-names
  sh -c "wc -l $file"
done
find . -name '*.log' | while read -r log; do
  # ruleid: bash-command-injection-file-names
  eval "gzip $log"
  # ok: bash-command-injection-file-names
  gzip -- "$log"
done
