import { describe, expect, test } from 'vitest'
import { loadRules } from '../../src/rules/load.ts'
import { parseRequires } from '../../src/taint/rules/requires.ts'
import { findings } from './found.ts'

const HEAD = 'rules:\n- {id: r, mode: taint, languages: [LANGUAGE], severity: HIGH, message: "MESSAGE", REST}'

/** Returns the lines on which a rule reports a finding. @param rest rest of the rule as YAML in one line */
async function lines(rest: string, code: string, extension = 'js', message = 'm'): Promise<readonly number[]> {
  const found = await run(rest, code, extension, message)
  return found.map(({ place }) => place.line)
}

function run(rest: string, code: string, extension = 'js', message = 'm'): ReturnType<typeof findings> {
  const rule = HEAD.replace('LANGUAGE', extension === 'js' ? 'javascript' : 'python')
  return findings(
    rule.replace('MESSAGE', message).replace('REST', () => rest),
    { [`a.${extension}`]: code },
  )
}

const SOURCE = 'pattern-sources: [{pattern: source()}]'
const SINK = 'pattern-sinks: [{pattern: sink(...)}]'

/** Title, rest of the rule, code, lines of findings. */
const ROWS: readonly (readonly [string, string, string, readonly number[]])[] = [
  ['a value from a source', `${SOURCE}, ${SINK}`, 'const a = source()\nsink(a)\nsink(1)', [2]],
  ['any argument of a sink', `${SOURCE}, ${SINK}`, 'sink(1, source())\nsink(source(), 1)\nsink()', [1, 2]],
  ['a receiver of a sink', `${SOURCE}, pattern-sinks: [{pattern: $X.go()}]`, 'source().go()\nb.go()', [1]],
  [
    'one argument alone',
    `${SOURCE}, pattern-sinks: [{patterns: [{pattern: 'sink($A, ...)'}, {focus-metavariable: $A}]}]`,
    'sink(1, source())\nsink(source(), 1)',
    [2],
  ],
  [
    'what is assigned to a member',
    `${SOURCE}, pattern-sinks: [{pattern: $E.innerHTML = $X}]`,
    'e.innerHTML = source()\ne.innerHTML = "a"\ne.text = source()',
    [1],
  ],
  [
    'what is returned',
    `${SOURCE}, pattern-sinks: [{pattern: return $X}]`,
    'function f() {\n  return source()\n}\nfunction g() {\n  return 1\n}',
    [2],
  ],
  ['a source is all that stands in it', `${SOURCE.replace('()', '(...)')}, ${SINK}`, 'source(sink(x))', [1]],
  [
    'an exact source is it alone',
    `pattern-sources: [{pattern: source(...), exact: true}], ${SINK}`,
    'source(sink(x))\nsink(source(1))',
    [2],
  ],
  ['a sink is no part of it', `${SOURCE}, ${SINK}`, 'sink(source() ? 1 : 2)', []],
  [
    'a sink that is all that stands in it',
    `${SOURCE}, pattern-sinks: [{pattern: sink(...), exact: false}]`,
    'sink(source() ? 1 : 2)',
    [1],
  ],
  [
    'a sanitizer',
    `${SOURCE}, ${SINK}, pattern-sanitizers: [{pattern: clean(...)}]`,
    'sink(clean(source()))\nlet a = source()\na = clean(a)\nsink(a)\nsink(source())',
    [5],
  ],
  [
    'an exact sanitizer says nothing of what stands in it',
    `${SOURCE}, ${SINK}, pattern-sanitizers: [{pattern: clean(...), exact: true}]`,
    'clean(sink(source()))\nsink(clean(source()))',
    [1],
  ],
  [
    'a sanitizer that says what a sink says yields',
    `${SOURCE}, ${SINK}, pattern-sanitizers: [{pattern: $F(...), not_conflicting: true}]`,
    'sink(source())\nsink(other(source()))',
    [1],
  ],
  [
    'a sanitizer of the variable from there on',
    `${SOURCE}, ${SINK}, pattern-sanitizers: [{patterns: [{pattern: check($X)}, {focus-metavariable: $X}], by-side-effect: true}]`,
    'const a = source()\nsink(a)\ncheck(a)\nsink(a)',
    [2],
  ],
  [
    'a source of the variable from there on',
    `pattern-sources: [{patterns: [{pattern: taint($X)}, {focus-metavariable: $X}], by-side-effect: true}], ${SINK}`,
    'let a = 1\nsink(a)\ntaint(a)\nsink(a)',
    [4],
  ],
  [
    'without a side effect a source is its place alone',
    `pattern-sources: [{patterns: [{pattern: taint($X)}, {focus-metavariable: $X}]}], ${SINK}`,
    'let a = 1\ntaint(a)\nsink(a)',
    [],
  ],
  [
    'by side effect only',
    `pattern-sources: [{patterns: [{pattern: 'sink($X)'}, {focus-metavariable: $X}], by-side-effect: only}], ${SINK}`,
    'let a = 1\nsink(a)\nsink(a)',
    [3],
  ],
  [
    'a parameter',
    `pattern-sources: [{patterns: [{pattern-inside: 'function handle($REQ, $RES) { ... }'}, {focus-metavariable: $REQ}]}], ${SINK}`,
    'function handle(req, res) {\n  sink(req.query.a)\n  sink(res)\n}',
    [2],
  ],
  [
    'a propagator',
    `${SOURCE}, ${SINK}, pattern-propagators: [{pattern: $A.link($B), from: $B, to: $A}]`,
    'const a = make()\na.link(source())\nsink(a)\nconst b = make()\nb.other(source())\nsink(b)',
    [3],
  ],
  [
    'the options of a propagator',
    `${SOURCE}, ${SINK}, pattern-propagators: [{pattern: 'f($A, $B)', from: $A, to: $B, by-side-effect: false}]`,
    'const b = {}\nf(source(), b)\nsink(b)',
    [],
  ],
  [
    'a function that nobody knows passes what it gets',
    `${SOURCE}, ${SINK}`,
    'sink(other(source()))\nsink(source().trim())',
    [1, 2],
  ],
  [
    'functions that nobody knows are safe where the rule says so',
    `${SOURCE}, ${SINK}, options: {taint_assume_safe_functions: true}`,
    'function own(a) { return a }\nsink(other(source()))\nsink(own(source()))',
    [3],
  ],
  ['an index', `${SOURCE}, ${SINK}`, 'sink(list[source()])', [1]],
  [
    'an index is safe where the rule says so',
    `${SOURCE}, ${SINK}, options: {taint_assume_safe_indexes: true}`,
    'sink(list[source()])\nsink(source()[1])',
    [2],
  ],
  [
    'only assignments, where the rule says so',
    `${SOURCE}, ${SINK}, options: {taint_only_propagate_through_assignments: true}`,
    'const a = source()\nsink(a)\nsink(a + "x")\nsink(f(a))',
    [2],
  ],
  [
    'a finding on the source',
    `${SOURCE}, ${SINK}, options: {taint_focus_on: source}`,
    'const a = source()\nconst b = source()\nsink(a)\nsink(a)\nsink(b)',
    [1, 2],
  ],
  [
    'metavariables that agree',
    `pattern-sources: [{pattern: get($K)}], pattern-sinks: [{pattern: 'put($K, $V)'}], options: {taint_unify_mvars: true}`,
    'const a = get(one)\nput(one, a)\nput(two, a)',
    [2],
  ],
  [
    'a sink that asks for a label',
    `pattern-sources: [{pattern: raw(), label: RAW}, {pattern: own(), label: OWN}], pattern-sinks: [{pattern: sink(...), requires: RAW and not OWN}]`,
    'sink(raw())\nsink(own())\nsink(raw(), own())',
    [1],
  ],
  [
    'a label for what has another one',
    `pattern-sources: [{pattern: raw(), label: RAW}, {pattern: 'evil(...)', label: EVIL, requires: RAW}], pattern-sinks: [{pattern: sink(...), requires: EVIL}]`,
    'sink(raw())\nsink(evil(1))\nsink(evil(raw()))',
    [3],
  ],
  [
    'labels of several metavariables',
    `pattern-sources: [{pattern: raw(), label: RAW}, {pattern: own(), label: OWN}], pattern-sinks: [{pattern: '$O.put($V)', requires: [{$O: OWN}, {$V: RAW}]}]`,
    'own().put(raw())\nown().put(1)\nx.put(raw())\nraw().put(own())',
    [1],
  ],
]

describe('taint rule semantics', () => {
  test.each(ROWS)('%s', async (_title, rest, code, expected) => {
    expect(await lines(rest, code)).toEqual(expected)
  })

  test('a message contains the metavariables of source and sink, with the sink first', async () => {
    const rest = `pattern-sources: [{pattern: 'get($A, $B)'}], pattern-sinks: [{pattern: put($B)}]`
    const [finding] = await run(rest, 'put(get(one, two))', 'js', '$A and $B; $C')
    expect(finding?.message).toBe('one and get(one, two); $C')
  })

  test('a trace lists each step from the source to the sink', async () => {
    const [finding] = await run(`${SOURCE}, ${SINK}`, 'function f(v) {\n  sink(v)\n}\nconst a = source()\nf(a)\n')
    expect(finding?.trace.map(({ kind, line }) => `${kind} ${line}`)).toEqual([
      'source 4',
      'step 4',
      'step 5',
      'sink 2',
    ])
  })
})

describe('invalid rules', () => {
  test.each([
    ['pattern-sources: [{pattern: a()}]', 'pattern-sinks must be a list.'],
    [`${SOURCE}, pattern-sinks: [{pattern: b(), requires: A &&}]`, 'Invalid requires expression: A &&.'],
    [`${SOURCE}, ${SINK}, options: {taint_other: true}`, 'Invalid option taint_other: true.'],
    [
      `${SOURCE}, ${SINK}, pattern-propagators: [{pattern: f($A), from: x, to: $A}]`,
      'from and to of a propagator must be metavariables; x is not.',
    ],
    [`${SOURCE}, ${SINK}, pattern: f()`, 'Unknown key pattern.'],
  ])('%s', (rest, reason) => {
    const text = HEAD.replace('LANGUAGE', 'javascript')
      .replace('MESSAGE', 'm')
      .replace('REST', () => rest)
    const { taint, skipped } = loadRules([{ path: 'r.yaml', text }])
    expect(taint).toEqual([])
    expect(skipped.map((item) => item.reason)).toEqual([reason])
  })
})

test.each([
  ['A', ['A'], true],
  ['not A', ['A'], false],
  ['A and (B or C)', ['A', 'C'], true],
  ['A or B and C', ['B'], false],
  ['True and not False', [], true],
])('labels: %s of %j', (text, labels, expected) => {
  expect(parseRequires(text)?.(new Set(labels))).toBe(expected)
})
