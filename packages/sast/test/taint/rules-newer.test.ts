import { expect, test } from 'vitest'
import { loadRules } from '../../src/rules/load.ts'
import { findings } from './found.ts'

const rule = (taint: string): string =>
  `rules:\n- {id: r, languages: [python], severity: HIGH, message: m, taint: ${taint}}`

/** Title, content of `taint`, code, and lines of findings. */
test.each([
  ['texts alone', '{sources: [source()], sinks: [sink(...)]}', 'a = source()\nsink(a)\nsink(1)\n', [2]],
  [
    'conditions',
    '{sources: [{pattern: read($N), where: [{comparison: $N > 2}]}], sinks: [{pattern: sink(...)}]}',
    'sink(read(3))\nsink(read(1))\n',
    [1],
  ],
  [
    'what is looked for in one argument',
    '{sources: [source()], sinks: [{pattern: "sink($A, ...)", where: [{focus: $A}]}]}',
    'sink(source(), 1)\nsink(1, source())\n',
    [1],
  ],
  [
    'sanitizers and what else stands beside a search',
    '{sources: [source()], sinks: [sink(...)], sanitizers: [{any: [clean(...)]}, {pattern: "check($X)", where: [{focus: $X}], by-side-effect: true}]}',
    'a = source()\nsink(a)\nsink(clean(a))\nb = source()\ncheck(b)\nsink(b)\n',
    [2],
  ],
  [
    'propagators',
    '{sources: [source()], sinks: [sink(...)], propagators: [{pattern: $A.put($B), from: $B, to: $A}]}',
    'b = Box()\nb.put(source())\nsink(b)\n',
    [3],
  ],
  [
    'labels',
    '{sources: [{pattern: one(), label: A}, {pattern: two(), label: B}], sinks: [{pattern: sink(...), requires: A and B}]}',
    'sink(one())\nsink(one() + two())\n',
    [2],
  ],
])('%s', async (_shown, taint, code, lines) => {
  const found = await findings(rule(taint), { 'a.py': code })
  expect([...new Set(found.map(({ place }) => place.line))]).toEqual(lines)
})

test.each([
  ['{sources: [source()]}', 'sinks must be a list.'],
  ['{sources: [source()], sinks: [sink(...)], filters: [f()]}', 'Unknown key filters in taint.'],
  [
    '{sources: [source()], sinks: [sink(...)]}, pattern-sinks: [{pattern: sink(...)}]',
    'Only one of taint and pattern-sinks is allowed.',
  ],
  ['{sources: [{pattern: source(), with: 1}], sinks: [sink(...)]}', 'Unknown key with in pattern-sources.'],
  ['{sources: [{label: A}], sinks: [sink(...)]}', 'One of pattern, regex, all, any, not, inside is required.'],
])('%s is refused', (taint, reason) => {
  const { skipped, taint: rules } = loadRules([{ path: 'r.yaml', text: rule(taint) }])
  expect([rules, skipped.map((item) => item.reason)]).toEqual([[], [reason]])
})
