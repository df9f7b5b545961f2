import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fingerprint, type KnownFinding, mergeObservations, type Observation } from '../src/index.ts'

const seen = (filePath: string, startLine: number, secret = 's1', more: Partial<Observation> = {}): Observation => ({
  scanner: 'SECRETS_PATTERN',
  ruleId: 'secrets/x',
  severity: 'HIGH',
  title: 't',
  description: 'd',
  filePath,
  startLine,
  endLine: startLine,
  owasp: [],
  confidence: 0.5,
  identity: ['secret', secret],
  metadata: {},
  ...more,
})
const run = (observations: readonly Observation[], earlier: readonly KnownFinding[] = []) =>
  fingerprint(mergeObservations(observations), earlier)
const known = (observations: readonly Observation[]): readonly KnownFinding[] =>
  run(observations).map(({ identity, fingerprint: print, observation }) => ({
    identity,
    fingerprint: print,
    filePath: observation.filePath,
    startLine: observation.startLine,
  }))
const places = (results: ReturnType<typeof run>) =>
  Object.fromEntries(
    results.map((result) => [`${result.observation.filePath}:${result.observation.startLine}`, result.fingerprint]),
  )

describe('the fingerprint of a finding stays the same', () => {
  const [first] = run([seen('a.ts', 3)])
  test.each([
    ['when lines are added above it', seen('a.ts', 90)],
    ['when its file is renamed', seen('lib/b.ts', 3)],
    ['when another scanner sees it', seen('a.ts', 3, 's1', { scanner: 'SECRETS_LLM', ruleId: 'secrets/y' })],
  ])('%s', (_title, moved) => {
    expect(run([moved])[0]!.fingerprint).toBe(first!.fingerprint)
  })

  test('and changes if the flagged code is replaced on the same line', () => {
    expect(run([seen('a.ts', 3, 's2')], known([seen('a.ts', 3)]))[0]).not.toMatchObject({
      fingerprint: first!.fingerprint,
    })
  })
})

describe('twins', () => {
  test('are distinct and keep their fingerprints when the first is removed', () => {
    const before = places(run([seen('a.ts', 1), seen('b.ts', 1)]))
    const after = run([seen('b.ts', 7)], known([seen('a.ts', 1), seen('b.ts', 1)]))
    expect(before['a.ts:1']).not.toBe(before['b.ts:1'])
    expect(places(after)).toEqual({ 'b.ts:7': before['b.ts:1'] })
  })

  test('a new finding before the old finding does not inherit its fingerprint', () => {
    const before = places(run([seen('b.ts', 1)]))
    const after = places(run([seen('a.ts', 1), seen('b.ts', 1)], known([seen('b.ts', 1)])))
    expect(after['b.ts:1']).toBe(before['b.ts:1'])
    expect(after['a.ts:1']).not.toBe(before['b.ts:1'])
  })
})

test('the same finding from two scanners is merged, with the higher severity', () => {
  const [mergedObservation, ...rest] = mergeObservations([
    seen('a.ts', 3, 's1', { scanner: 'SECRETS_LLM', severity: 'LOW', metadata: { kept: 1 } }),
    seen('a.ts', 3, 's1', { severity: 'CRITICAL' }),
  ])
  expect(rest).toEqual([])
  expect(mergedObservation).toMatchObject({
    severity: 'CRITICAL',
    seenBy: ['SECRETS_PATTERN', 'SECRETS_LLM'],
    metadata: { kept: 1 },
  })
})

describe('a finding that yields to a flow', () => {
  const search = seen('a.ts', 3, 'search', { endLine: 5, cweId: 'CWE-78', yields: true })
  const flow = (line: number, more: Partial<Observation> = {}): Observation =>
    seen('a.ts', line, 'flow', { cweId: 'CWE-78', metadata: { dataFlow: [] }, ...more })
  test.each([
    ['one into the same weakness in its lines', flow(4), ['flow']],
    ['one into another weakness', flow(4, { cweId: 'CWE-89' }), ['search', 'flow']],
    ['one in other lines', flow(6), ['search', 'flow']],
    ['one in another file', flow(4, { filePath: 'b.ts' }), ['search', 'flow']],
    ['a finding without a way', flow(4, { metadata: {} }), ['search', 'flow']],
  ])('%s', (_title, other, left) => {
    const merged = mergeObservations([search, other])
    expect(merged.map(({ identity }) => identity[1])).toEqual(left)
    expect(merged.every((item) => !('yields' in item))).toBe(true)
  })
})

const drawn = fc.uniqueArray(
  fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.integer({ min: 1, max: 9 }), fc.constantFrom('s1', 's2')),
  { selector: String, maxLength: 20 },
)

test('fingerprints are unique within a scan and independent of the order of shards', () => {
  fc.assert(
    fc.property(drawn, drawn, (now, before) => {
      const observations = now.map((item) => seen(...item))
      const earlier = known(before.map((item) => seen(...item)))
      const results = run(observations, earlier)
      expect(new Set(results.map((result) => result.fingerprint)).size).toBe(results.length)
      expect(places(run(observations.toReversed(), earlier.toReversed()))).toEqual(places(results))
    }),
  )
})

test('an unchanged source has unchanged fingerprints', () => {
  fc.assert(
    fc.property(drawn, (same) => {
      const observations = same.map((item) => seen(...item))
      expect(places(run(observations, known(observations)))).toEqual(places(run(observations)))
    }),
  )
})

describe('a finding merged from several rules', () => {
  const hash = seen('a.ts', 3, 'hash', { cweId: 'CWE-328', ruleId: 'sast/a', startColumn: 1, endColumn: 9 })
  const fast = seen('a.ts', 3, 'fast', {
    cweId: 'CWE-916',
    ruleId: 'sast/b',
    severity: 'CRITICAL',
    startColumn: 1,
    endColumn: 9,
  })
  const [storedHash] = known([hash])
  const [storedFast] = known([fast])
  const result = (earlier: readonly KnownFinding[]): string[] =>
    run([hash, fast], earlier).map((item) => item.fingerprint)
  const as = (knownFinding: KnownFinding | undefined, more: Partial<KnownFinding>): KnownFinding => ({
    ...knownFinding!,
    ...more,
  })

  test('has its own fingerprint', () => {
    expect(result([])).toEqual([storedFast!.fingerprint])
    expect(result([as(storedHash, {}), as(storedFast, {})])).toEqual([storedFast!.fingerprint])
  })

  test('continues the stored finding of the other rule if only that finding exists', () => {
    expect(result([as(storedHash, { status: 'FALSE_POSITIVE' })])).toEqual([storedHash!.fingerprint])
  })

  test('stays open if only one of the two was dismissed', () => {
    const dismissed = as(storedFast, { status: 'FALSE_POSITIVE', lastScanId: '1' })
    expect(result([as(storedHash, { status: 'OPEN', lastScanId: '1' }), dismissed])).toEqual([storedHash!.fingerprint])
    expect(result([as(storedHash, { status: 'ACCEPTED_RISK', lastScanId: '1' }), dismissed])).toEqual([
      storedFast!.fingerprint,
    ])
  })

  test('stays dismissed if an earlier scan last reported the other finding', () => {
    const dismissed = as(storedFast, { status: 'FALSE_POSITIVE', lastScanId: '2' })
    expect(result([as(storedHash, { status: 'OPEN', lastScanId: '1' }), dismissed])).toEqual([storedFast!.fingerprint])
  })

  test('never replaces a stored finding that matches another finding of the scan', () => {
    const other = { ...hash, startLine: 9, endLine: 9 }
    const results = run([hash, fast, other], known([other]))
    expect(new Set(results.map((item) => item.fingerprint)).size).toBe(2)
    expect(places(results)['a.ts:9']).toBe(known([other])[0]!.fingerprint)
  })
})
