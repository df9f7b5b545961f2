#!/bin/sh
# ruleid: bash-eval-of-values
eval "$1"
# ruleid: bash-eval-of-values
eval rm $name
# ruleid: bash-eval-of-values
eval "$key=$value"
# ok: bash-eval-of-values
eval "$(ssh-agent -s)"
# ok: bash-eval-of-values
eval 'ls -l'
# ok: bash-eval-of-values
"${command[@]}"
