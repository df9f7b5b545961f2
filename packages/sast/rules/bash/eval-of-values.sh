#!/bin/sh
# ruleid: bash-code-injection-eval
eval "$1"
# ruleid: bash-code-injection-eval
eval rm $name
# ruleid: bash-code-injection-eval
eval "$key=$value"
# ok: bash-code-injection-eval
eval "$(ssh-agent -s)"
# ok: bash-code-injection-eval
eval 'ls -l'
# ok: bash-code-injection-eval
"${command[@]}"
