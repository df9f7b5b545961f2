import { BUILD_GATE_DEFAULT, SCANNER_NAMES } from '@gatehouse/contracts/scans'
import { type CoverageGap, GAP_REASONS, type Observation } from '@gatehouse/scan-engine'
import { sourceGap } from '@gatehouse/scan-engine/gate'
import { expect, test } from 'vitest'
import { coverageGapObservations } from '../../src/jobs/gap-observations.ts'
import { collectResults, decideSettlement } from '../../src/jobs/settle.ts'

const SCAN = {
  status: 'RUNNING',
  scanType: 'FULL',
  source: { kind: 'upload', name: 'shop', sha256: '' },
} as const
const RULES = { gate: BUILD_GATE_DEFAULT, reduceNonProduction: true }

const observation = (scanner: Observation['scanner'], name: string): Observation => ({
  scanner,
  ruleId: name,
  severity: 'LOW',
  title: name,
  description: name,
  filePath: 'a',
  startLine: 1,
  endLine: 1,
  owasp: [],
  confidence: 1,
  identity: [name],
  metadata: {},
})

test('each scanner is compared with its last run, and a first run reports no new findings', async () => {
  const observations = [
    observation('SCA', 'package'),
    observation('SECRETS_PATTERN', 'secret'),
    observation('IAC', 'bucket'),
  ]
  const seen = await collectResults([{ observations, gaps: [] }], [])
  const settle = (had: ReadonlyMap<string, readonly string[]>) =>
    decideSettlement(SCAN, RULES, seen, {
      twins: () => Promise.resolve([]),
      carried: () => Promise.resolve([]),
      standings: () => Promise.resolve(new Map()),
      baseRole: 'none',
      known: () => Promise.resolve([]),
      baseline: {
        id: 'packages',
        scanOf: new Map([
          ['SCA', 'packages'],
          ['SECRETS_PATTERN', 'whole'],
        ]),
      },
      hadBefore: () => Promise.resolve(new Map([...had].map(([id, all]) => [id, new Set(all)]))),
      progress: {},
      artifactVersion: 1,
    })
  const first = await settle(new Map())
  const newOnes = (findings: typeof first.findings) => findings.filter(({ isNew }) => isNew).map(({ title }) => title)
  expect(newOnes(first.findings)).toEqual(['package', 'secret'])
  const marks = first.findings.map(({ fingerprint }) => fingerprint)
  // A similar result in a scan of other things is irrelevant.
  expect(newOnes((await settle(new Map([['whole', marks]]))).findings)).toEqual(['package'])
  expect(newOnes((await settle(new Map([['packages', marks]]))).findings)).toEqual(['secret'])
})

test('packages checked against two advisory snapshots use the older age, and the gap is reported', async () => {
  const part = (snapshot: string, importedAt?: string) => ({
    observations: [],
    gaps: [],
    lookedUpIn: { snapshot, ...(importedAt === undefined ? {} : { importedAt }) },
  })
  const [older, newer] = [part('b', '2026-01-01T00:00:00.000Z'), part('a', '2026-01-02T00:00:00.000Z')]
  const both = await collectResults([newer, older], [])
  expect([both.lookedUpIn?.snapshot, both.gaps]).toEqual(['b', [expect.objectContaining({ reason: 'skipped' })]])
  for (const same of [
    [older, older],
    [part('online@1'), part('online@2')],
  ]) {
    expect((await collectResults(same, [])).gaps).toEqual([])
  }
})

test('findings above the limit are dropped, the most severe stay in memory, and the rest are counted', async () => {
  const parts = 60
  const each = 100
  const most = 1_000
  async function* results() {
    for (let part = 0; part < parts; part += 1) {
      const observations = Array.from({ length: each }, (_, at): Observation => {
        const name = `${part} ${at}`
        const severity = part === parts - 1 ? 'CRITICAL' : 'LOW'
        return { ...observation('SECRETS_PATTERN', name), filePath: `${part}`, startLine: at + 1, severity }
      })
      yield { observations, gaps: [] }
    }
  }
  const { observations, gaps } = await collectResults(results(), [], undefined, most)
  expect([observations.length, observations[0]?.severity]).toEqual([most, 'CRITICAL'])
  expect(gaps.map(({ detail }) => detail)).toEqual([
    `${parts * each - most} findings exceed the limit per scan; those with the lowest severity were dropped.`,
  ])
  // The reporting scanner is known after merging twice.
  expect(observations[0]?.seenBy).toEqual(['SECRETS_PATTERN'])
})

test('the title of a coverage gap names the analysis and the reason', async () => {
  const gap = (scanner: CoverageGap['scanner'], reason: CoverageGap['reason'], filePath?: string): CoverageGap => ({
    scanner,
    reason,
    detail: 'What was missing, at length. '.repeat(20),
    ...(filePath !== undefined && { filePath }),
  })
  const all = SCANNER_NAMES.flatMap((scanner) => GAP_REASONS.map((reason) => gap(scanner, reason, 'lib/a.lock')))
  const whole = SCANNER_NAMES.flatMap((scanner) => GAP_REASONS.map((reason) => gap(scanner, reason)))
  const ofSource = GAP_REASONS.map((reason) => sourceGap(reason, 'It is a symbolic link.', 'lib/a.js'))
  const mergedObservations = coverageGapObservations([...all, ...whole, ...ofSource])
  const titles = mergedObservations.map(({ title }) => title)
  expect(titles).toContain('Secret detection incomplete: size limit exceeded')
  expect(titles).toContain('Dependency analysis incomplete: version not resolved')
  expect(titles).toContain('Container analysis did not run: scanner not included')
  expect(titles).toContain('Source not scanned in full: input skipped')
  // No names of scanners or reasons as programs write them, and no title that lists cut off.
  expect(titles.filter((title) => /[A-Z]{3}|_|undefined/.test(title) || title.length > 70)).toEqual([])
  // The rule id is for programs, and is unchanged.
  expect(mergedObservations.map(({ ruleId }) => ruleId)).toContain('coverage/unresolved-version')
})
