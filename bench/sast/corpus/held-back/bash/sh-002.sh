#!/usr/bin/env bash
set -euo pipefail

# Renames photos in the order in which a list names them: OLD<tab>NEW
list="${1:?a list is needed}"

while IFS=$'\t' read -r old new; do
  sh -c "mv -n photos/$old photos/$new"
done < "$list"

echo "$(wc -l < "$list") photos renamed"
