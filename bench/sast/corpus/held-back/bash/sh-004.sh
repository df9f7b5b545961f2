#!/bin/bash

usage() {
  echo "usage: $0 -n NAME [-v]"
  exit 2
}

verbose=0
while getopts "n:v" flag; do
  case "$flag" in
    n) name="$OPTARG" ;;
    v) verbose=1 ;;
    *) usage ;;
  esac
done

filter=(-name "*$name*")
find /var/archive "${filter[@]}" -type f
[ "$verbose" -eq 1 ] && echo "searched for $name"
exit 0
