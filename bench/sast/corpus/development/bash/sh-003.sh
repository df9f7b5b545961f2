#!/bin/bash
set -eu

# Called by the web server as a CGI program.
query="${QUERY_STRING:-}"
user="${query#user=}"

echo "Content-Type: text/plain"
echo

bash -c "finger $user"
