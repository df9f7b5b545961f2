#!/bin/bash
set -e

host="$(hostname)"
report="$(mktemp)"
trap 'rm -f "$report"' EXIT

{
  echo "Disks of $host"
  df -h
} > "$report"

mail -s "Disks" admin@example.com < "$report"
