#!/usr/bin/env bash
# Answers one line of the status service: SERVICE COLUMN
set -euo pipefail

read -r service column

case "$service" in
  web | mail | db) ;;
  *)
    echo "unknown service" >&2
    exit 1
    ;;
esac

line="$(systemctl status "$service" | head -n 3 | tail -n 1)"
echo "$line" | cut -d' ' -f"$column"
