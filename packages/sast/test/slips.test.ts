import { expect, test } from 'vitest'
import { loadRules } from '../src/rules/load.ts'
import { unboundIn } from '../src/rules/unbound.ts'
import { search } from './search.ts'

const load = (rest: string): ReturnType<typeof loadRules> =>
  loadRules([{ path: 'r.yaml', text: `rules:\n- {id: r, languages: [python], severity: HIGH, message: m, ${rest}}` }])

/** Rule text and its problem. */
test.each([
  ['patern: f()', 'Unknown key patern. Did you mean pattern?'],
  ['pattern: f(), path: {}', 'Unknown key path. Did you mean paths?'],
  ['pattern: f(), paths: {includes: [a]}', 'Unknown key includes in paths. Did you mean include?'],
  ['patterns: [{pattern: f()}, {pattern-insdie: g()}]', 'Unknown key pattern-insdie. Did you mean pattern-inside?'],
  ['patterns: [{pattern: f($X)}, {metavariable-regx: {}}]', 'metavariable-regx must name a metavariable.'],
  [
    'patterns: [{pattern: f($X)}, {metavariable-regx: {metavariable: $X}}]',
    'Unknown key metavariable-regx. Did you mean metavariable-regex?',
  ],
  [
    'patterns: [{pattern: f($X)}, {metavariable-regex: {metavariable: $X, regexp: a}}]',
    'Unknown key regexp in metavariable-regex. Did you mean regex?',
  ],
  [
    'mode: taint, pattern-sources: [{pattern: a()}], pattern-sink: [{pattern: b()}]',
    'Unknown key pattern-sink. Did you mean pattern-sinks?',
  ],
  ['pattern: f(), when: g()', 'Unknown key when.'],
])('%s', (rest, reason) => {
  expect(load(rest).skipped.map((item) => item.reason)).toEqual([reason])
})

test.each([
  ['python', 'py', 'f($x)', 'Invalid python in a pattern: f($x) (metavariables must be upper-case; $x is not)'],
  ['python', 'py', 'f($X,,)', 'Invalid python in a pattern: f($X,,)'],
])('%s, %s: %s', async (language, extension, pattern, reason) => {
  expect((await search(language, extension, `pattern: ${pattern}`, '')).skipped).toEqual([reason])
})

/** Rule text and its unbound metavariables. */
test.each([
  ['patterns: [{pattern: f($X)}, {focus-metavariable: $Y}]', ['$Y']],
  ['patterns: [{pattern: f($X)}, {focus-metavariable: [$X, $Z]}]', ['$Z']],
  ['patterns: [{pattern: f($X)}, {metavariable-regex: {metavariable: $Y, regex: a}}]', ['$Y']],
  ['pattern: f($X), fix: "g($X, $Y, $Y)"', ['$Y']],
  [
    'patterns: [{pattern: f($X)}, {metavariable-pattern: {metavariable: $X, pattern: g($Y)}}, {focus-metavariable: $Y}]',
    [],
  ],
  [
    'patterns: [{pattern: f($X)}, {metavariable-regex: {metavariable: $X, regex: "(?<A>a)"}}, {focus-metavariable: $A}]',
    [],
  ],
  ['patterns: [{pattern-regex: "f(.)"}, {focus-metavariable: $1}]', []],
  ['patterns: [{pattern: f(...)}, {pattern-inside: "g($...ALL)"}, {focus-metavariable: $...ALL}]', []],
  ['match: {pattern: f(), as: $CALL, where: [{focus: $CALL}]}', []],
  [
    'mode: taint, pattern-sources: [{pattern: a()}], pattern-sinks: [{pattern: b($B)}], pattern-propagators: [{pattern: "c($A)", from: $A, to: $B}]',
    ['$B'],
  ],
])('%s', (rest, names) => {
  const { rules, taint, skipped } = load(rest)
  expect(skipped).toEqual([])
  expect(unboundIn(rules, taint).map(({ name }) => name)).toEqual(names)
})
