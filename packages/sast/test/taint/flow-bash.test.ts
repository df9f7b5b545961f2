import { expect, test } from 'vitest'
import { findings, places } from './found.ts'

const RULE = `rules:
- id: r
  mode: taint
  languages: [bash]
  severity: HIGH
  message: m
  pattern-sources: [{pattern: "$SOURCE"}, {pattern: given ...}]
  pattern-sinks: [{patterns: [{pattern: sink ... $X ...}, {focus-metavariable: $X}]}]
`.replace('$SOURCE', '${SOURCE}')

/** Code before that of each row. */
const AROUND = `say() { echo "it is $1"; }
keep() { kept=$1; }
run() { local what=$1; sink "$what"; }
second() { sink "$2"; }
all() { for one in "$@"; do sink "$one"; done; }
rest() { shift; sink "$1"; }
lines() { while read -r l; do sink "$l"; done; }
`

const FOUND = [
  'sink "$SOURCE"',
  'sink $SOURCE',
  'a=$SOURCE; sink "$a"',
  'a="x${SOURCE}y"; sink --to "$a"',
  'a=x$SOURCE; b=$a; sink "$b"',
  'a=$(given -s b); sink "$a"',
  'a=`given b`; sink "a $a"',
  'a=b; a+=$SOURCE; sink "$a"',
  'a=${b:-$SOURCE}; sink "$a"',
  'a=${SOURCE%%.*}; sink "$a"',
  'a=${SOURCE//x/y}; sink "$a"',
  'a=(b "$SOURCE"); sink "${a[1]}"',
  'a=(b); a+=("$SOURCE"); sink "${a[@]}"',
  'a=("$SOURCE"); for b in "${a[@]}"; do sink "$b"; done',
  'declare -A a; a[x]=$SOURCE; sink "${a[x]}"',
  'a=$(echo "$SOURCE" | tr a b); sink "$a"',
  'given b | while read -r l; do sink "$l"; done',
  'while IFS= read -r l; do sink "$l"; done < <(given b)',
  'read -r a b <<< "$SOURCE"; sink "$b"',
  'mapfile -t a < <(given b); sink "${a[0]}"',
  'printf -v a "%s" "$SOURCE"; sink "$a"',
  'a=$(cat <<EOF\n$SOURCE\nEOF\n); sink "$a"',
  'export a="$SOURCE"; sink "$a"',
  'run "$SOURCE"',
  'second a "$SOURCE"',
  'all a "$SOURCE"',
  'rest a "$SOURCE"',
  'a=$(say "$SOURCE"); sink "$a"',
  'keep "$SOURCE"; sink "$kept"',
  'if [ -n "$SOURCE" ]; then a=$SOURCE; else a=b; fi; sink "$a"',
  'a=$SOURCE; case $a in x*) sink "$a";; esac',
  'a=$SOURCE; [ -n "$a" ] && sink "$a"',
  'a=$SOURCE; [ -n "$a" ] || exit 1; sink "$a"',
  'a=$SOURCE; [[ $a =~ ^x.*$ ]] || exit 1; sink "$a"',
  'a=$SOURCE; [[ $a =~ [a-z]+ ]] || exit 1; sink "$a"',
  'given b | lines',
  '{ given b; } | sed s/a/b/ | { read -r a; sink "$a"; }',
  'for a in $SOURCE; do sink "$a"; done',
  'a=SOURCE; given b > c; sink "$(given d)"',
]

const SAFE = [
  'a=$SOURCE; a=b; sink "$a"',
  'a=$SOURCE; sink "${#a}"',
  'a=$((SOURCE + 1)); sink "$b"',
  'a=(b "$SOURCE"); sink "${a[0]}"',
  'a=$SOURCE; case $a in x|y) sink "$a";; esac',
  'a=$SOURCE; case $a in *[!a-z]*) exit 1;; esac; sink "$a"',
  'a=$SOURCE; case $a in x) b=1;; *) b=2;; esac; sink "$b"',
  'a=$SOURCE; [[ $a =~ ^[a-z0-9_-]+$ ]] || exit 1; sink "$a"',
  'a=$SOURCE; if [[ ! "$a" =~ ^(x|y)[0-9]{1,3}\\.z$ ]]; then exit 1; fi; sink "$a"',
  'second "$SOURCE" a',
  'a=$SOURCE; exit 1; sink "$a"',
  'a=$(given b | wc -l); sink "$a"',
  'a=$(given b > c); sink "$a"',
  'printf -v a "%d" "$SOURCE"; sink "$a"',
  'printf -v a "%q" "$SOURCE"; sink "$a"',
  "sink '$SOURCE'",
  'declare -A a; a[x]=$SOURCE; sink "${a[y]}"',
  'a=$(ls "$SOURCE"); sink "$a"',
  'a=$(<"$SOURCE"); sink "$a"',
  'f() { local a=$SOURCE; }; f; sink "$a"',
]

const ROWS = [...FOUND.map((code) => [code, 1] as const), ...SAFE.map((code) => [code, 0] as const)]

test.each(ROWS)('%s: %i', async (code, count) => {
  expect(places(await findings(RULE, { 'a.sh': `${AROUND}${code}\n` }))).toHaveLength(count)
})

test('a function of a script that is read', async () => {
  const files = {
    'bin/a.sh': 'source "$(dirname "$0")/../lib/b.sh"\nrun "$SOURCE"\n',
    'lib/b.sh': 'run() {\n sink "$1"\n}\n',
    'lib/c.sh': 'run() {\n sink "$1"\n}\n',
  }
  expect(places(await findings(RULE, files))).toEqual(['bin/a.sh:2 → lib/b.sh:2'])
})
