import { createServer } from 'node:http'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AddressInfo } from 'node:net'
import { BUILD_GATE_DEFAULT, GateDecisionRecord } from '@gatehouse/contracts/scans'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Workplace, workplace } from './repository.ts'
import { gatehouse } from './vulndb/support.ts'

/** In parts, so that scanners do not report this file as a leak. */
const KEY_ID = ['AKIA', 'Q3EGRIJ7', 'Z4XN2VPL'].join('')
const TOKEN = ['glpat', 'xQ7vR2mK9wLpT4zNcB8d'].join('-')

let place: Workplace
beforeEach(() => {
  place = workplace()
  place.put({ 'app/deploy.sh': `export KEY=${KEY_ID}\n` })
})
afterEach(() => place.remove())

const cli = (...args: string[]) => gatehouse(place.folder, args)
const scan = (...args: string[]) => cli('scan', 'app', '--type', 'SECRETS_ONLY', ...args)
const record = (path = 'gate.json') =>
  GateDecisionRecord.parse(JSON.parse(readFileSync(join(place.folder, path), 'utf8')))

const SOUND: GateDecisionRecord = {
  version: 1,
  scanId: '0198f3a2-5b1c-7c44-9d5e-2f6a7b8c9d0e',
  projectId: 'p-1',
  branch: 'main',
  commitSha: 'a'.repeat(40),
  decidedAt: '2026-05-01T10:00:00.000Z',
  gate: BUILD_GATE_DEFAULT,
  scanStatus: 'COMPLETED',
  counts: { CRITICAL: 1, HIGH: 1, MEDIUM: 0, LOW: 3 },
  newCounts: { CRITICAL: 1, HIGH: 0, MEDIUM: 0, LOW: 0 },
  baselineScanId: '0198f3a2-0000-7c44-9d5e-2f6a7b8c9d0e',
  goneCount: 2,
  countedFingerprints: [
    { fingerprint: 'f1', severity: 'CRITICAL', isNew: true, ruleId: 'MAL-1', title: 'bad 1.0', filePath: 'lock' },
  ],
  notCounted: { INFO: 4, FALSE_POSITIVE: 1 },
  gaps: 1,
  notRun: [],
  unanalysed: 0,
  suppressions: 0,
  blind: [],
  advisories: 'snapshot-1',
  gateResult: 'FAILED',
  gateReasons: ['1 CRITICAL finding; the limit is 0.'],
}

describe('a scan with a gate', () => {
  test('fails if a limit is exceeded and passes otherwise, regardless of --fail-on', async () => {
    expect(await scan('--gate', '0,0,20,-1')).toMatchObject({
      code: 1,
      out: expect.stringContaining('Build gate: FAILED'),
    })
    expect(await scan('--gate', '0,1,0,0')).toMatchObject({
      code: 0,
      out: expect.stringContaining('Build gate: PASSED'),
    })
    const { out } = await scan('--gate', '0,0,20,-1', '--format', 'json')
    expect(JSON.parse(out)).toMatchObject({ gateResult: 'FAILED', gateReasons: [expect.stringContaining('HIGH')] })
  })

  test('accepts the gate of the service as a file and fills in defaults', async () => {
    place.put({ 'gate.json': { projectId: 'p', maxHigh: 0 } })
    expect((await scan('--gate-file', 'gate.json', '--decision', 'out.json')).code).toBe(1)
    expect(record('out.json').gate).toEqual({ ...BUILD_GATE_DEFAULT, maxHigh: 0 })
    expect((await scan('--decision', 'out.json')).code).toBe(0)
  })

  test('fails for findings new since the baseline and counts removed findings', async () => {
    await scan('--write-baseline', 'base.json')
    place.put({ 'app/deploy.sh': null, 'app/new.env': `TOKEN=${TOKEN}\n` })
    expect((await scan('--baseline', 'base.json', '--gate', '9,9,9,9', '--decision', 'gate.json')).code).toBe(1)
    expect(record()).toMatchObject({
      baselineScanId: 'base.json',
      goneCount: 1,
      counts: { CRITICAL: 1 },
      newCounts: { CRITICAL: 1 },
      countedFingerprints: [{ isNew: true, filePath: 'new.env' }],
    })
  })

  test.each(['0,5,20', '0,5,20,-2', '0,5,20,x', '1e3,0,0,0', '0,5,20,9999999'])('refuses %s', async (gate) => {
    expect(await scan('--gate', gate)).toMatchObject({ code: 2, err: expect.stringContaining('Invalid build gate') })
  })

  test('rejects two gates and an invalid gate file', async () => {
    place.put({ 'gate.json': { maxHigh: 'all' } })
    expect((await scan('--gate', '0,0,0,0', '--gate-file', 'gate.json')).err).toContain('either')
    expect((await scan('--gate-file', 'gate.json')).err).toContain('gate.json is not a valid build gate: maxHigh')
  })
})

describe('gate explain', () => {
  const explain = (value: object, ...args: string[]) => {
    place.put({ 'record.json': value })
    return cli('gate', 'explain', 'record.json', ...args)
  }

  test('lists each limit with its count, excluded findings, changes and coverage gaps', async () => {
    expect(await explain(SOUND)).toEqual({
      code: 1,
      err: '',
      out: `Gate FAILED.
  branch   main
  commit   ${'a'.repeat(40)}
  scan     0198f3a2-5b1c-7c44-9d5e-2f6a7b8c9d0e
  project  p-1
  decided  2026-05-01T10:00:00.000Z

               found  allowed
  CRITICAL         1        0  BROKEN
  HIGH             1        5  kept
  MEDIUM           0       20  kept
  LOW              3      any  no limit
  new              1        0  BROKEN

Why:
  1 CRITICAL finding; the limit is 0.

Counted findings:
  CRITICAL bad 1.0  [MAL-1 new]
           lock  f1
  … and 4 more

Findings not counted:
  4 findings with severity INFO, which never counts
  1 finding marked as a false positive

Since 0198f3a2-0000-7c44-9d5e-2f6a7b8c9d0e:
  1 new finding: 1 critical
  2 findings gone

1 part of the source could not be scanned.
Packages were checked against the advisories snapshot-1.
`,
    })
  })

  test('reads the decision record of a scan and exits with the gate result', async () => {
    await scan('--gate', '0,0,0,0', '--decision', 'gate.json')
    expect((await cli('gate', 'explain', 'gate.json')).code).toBe(1)
    await scan('--gate', '0,9,0,0', '--decision', 'gate.json')
    const { code, out } = await cli('gate', 'explain', 'gate.json')
    expect(code).toBe(0)
    expect(out).toContain('Gate PASSED.')
    expect(JSON.parse((await cli('gate', 'explain', 'gate.json', '--json')).out)).toEqual(record())
  })

  test.each([
    ['a pass over a broken limit', { gateResult: 'PASSED' }, 'PASSED despite CRITICAL, new findings'],
    ['a pass of a scan that failed', { ...kept(), scanStatus: 'FAILED' }, 'despite a failed scan'],
    ['a failure without a cause', { ...kept(), gateResult: 'FAILED' }, 'no limit is exceeded'],
    [
      'more new findings than findings',
      { newCounts: { ...SOUND.counts, HIGH: 2 } },
      'number of new HIGH findings exceeds',
    ],
    ['new findings without a baseline', { baselineScanId: null }, 'new findings without a baseline'],
    [
      'names of findings that are not counted',
      { ...kept(), counts: none(), newCounts: none() },
      'lists more CRITICAL findings than it counts',
    ],
  ])('exits 2 for %s', async (_what, change, says) => {
    const { code, err } = await explain({ ...SOUND, ...change })
    expect([code, err]).toEqual([2, expect.stringContaining(says)])
  })

  function none() {
    return { CRITICAL: 0, HIGH: 0, MEDIUM: 0, LOW: 0 }
  }
  function kept() {
    return { gate: { ...SOUND.gate, maxCritical: 1, failOnNew: false }, gateResult: 'PASSED' }
  }

  test('escapes terminal control sequences', async () => {
    const [first] = SOUND.countedFingerprints
    const evil = '\u001b[2J\u0007\u202e\n  new  0'
    const { out } = await explain({
      ...SOUND,
      branch: evil,
      countedFingerprints: [{ ...first, title: evil, filePath: evil, ruleId: evil, fingerprint: evil }],
      gateReasons: [evil],
      advisories: evil,
      baselineScanId: evil,
    })
    // oxlint-disable-next-line no-control-regex -- what must not be there
    expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/)
    expect(out.match(/^ {2}new/gm)).toHaveLength(1)
  })

  test('rejects an invalid or oversized record', async () => {
    expect(await explain({ version: 2 })).toMatchObject({
      code: 2,
      err: expect.stringContaining('is not a valid gate decision record'),
    })
    const many = Array.from({ length: 1_001 }, () => SOUND.countedFingerprints[0])
    expect((await explain({ ...SOUND, countedFingerprints: many })).code).toBe(2)
    writeFileSync(join(place.folder, 'record.json'), '{')
    expect((await cli('gate', 'explain', 'record.json')).code).toBe(2)
    expect((await cli('gate', 'explain', 'nowhere.json')).err).toContain('--url or GATEHOUSE_URL')
  })

  test('asks the service for the record of a scan, with the key of the environment', async () => {
    const requests: unknown[] = []
    const server = createServer(({ url, headers }, response) => {
      requests.push([url, headers.authorization])
      if (url?.includes('/missing/') === true)
        response.writeHead(404).end('{"error":"not_found","message":"gone\\u001b"}')
      else response.end(JSON.stringify(SOUND))
    })
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const env = { GATEHOUSE_API_KEY: 'gh_made_up' }
    try {
      const { code } = await gatehouse(place.folder, ['gate', 'explain', SOUND.scanId!, '--url', address], { env })
      expect(code).toBe(1)
      expect(requests).toEqual([[`/api/scans/${SOUND.scanId}/artifacts/gate-decision`, 'Bearer gh_made_up']])
      const missing = await gatehouse(place.folder, ['gate', 'explain', 'missing', '--url', address], { env })
      expect(missing).toMatchObject({ code: 2, err: expect.stringMatching(/failed \(404\): gone/) })
      const wrong = await gatehouse(place.folder, ['gate', 'explain', 'scans?x=1', '--url', address], { env })
      expect(wrong.err).toContain('neither a file nor a scan ID')
    } finally {
      server.close()
    }
  })
})
