#!/bin/bash
set -eu

# Called by the web server as a CGI program.
query="${QUERY_STRING:-}"
user="${query#user=}"

echo "Content-Type: text/plain"
echo

if [[ "$user" =~ ^[a-z][a-z0-9]{0,15}$ ]]; then
  bash -c "finger $user"
fi
