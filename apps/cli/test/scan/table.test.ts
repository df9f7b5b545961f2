import { BUILD_GATE_DEFAULT } from '@gatehouse/contracts/scans'
import { coverageOf, gateRecordOf, gateUnanalysed, notRunGaps } from '@gatehouse/scan-engine/gate'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ScanReport } from '../../src/scan/report.ts'
import { asTable } from '../../src/scan/report-table.ts'
import { progressLine, shown, shownLines } from '../../src/terminal.ts'
import { type Workplace, workplace } from '../repository.ts'
import { gatehouse } from '../vulndb/support.ts'

const FINDING: ScanReport['findings'][number] = {
  scanner: 'SCA',
  ruleId: 'GHSA-1',
  severity: 'HIGH',
  title: 'left 1.0.0: goes wrong',
  description: 'd',
  filePath: 'package-lock.json',
  startLine: 4,
  endLine: 4,
  owasp: [],
  confidence: 1,
  fingerprint: 'f1',
  status: 'OPEN',
  metadata: { safeVersion: '1.2.0', reachable: true },
}
const REPORT: ScanReport = {
  name: 'shop',
  tool: { name: 'Gatehouse', version: '0' },
  startedAt: new Date(0),
  endedAt: new Date(1_500),
  findings: [],
  gaps: [],
  ignoreLines: 0,
  filesScanned: 1,
  scanners: ['SECRETS_PATTERN', 'SCA'],
  failed: [],
}

describe('a table', () => {
  test('neutralizes CI workflow commands in source text', () => {
    const evil = '::stop-commands::x'
    const odd = '###[add-mask]a ##vso[task.prependpath]/tmp/x'
    const findings = [
      { ...FINDING, title: odd, filePath: evil, snippet: `\u00a0${evil}`, metadata: { safeVersion: odd } },
    ]
    const gaps: ScanReport['gaps'] = [{ scanner: 'SCA', reason: 'unparsed', filePath: evil, detail: odd }]
    const table = asTable({ ...REPORT, findings, gaps })
    expect(table).not.toMatch(/##(?:vso)?\[|^\s*::/im)
    expect(table.match(/stop-commands/g)?.length).toBe(3)
    expect(shown('## a :: b')).toBe('## a :: b')
  })

  test('lists open findings by severity with remediation details and counts the rest', () => {
    const { startColumn: _none, ...secret } = { ...FINDING, startColumn: 1 }
    const findings: ScanReport['findings'] = [
      { ...FINDING, isNew: false },
      { ...FINDING, status: 'FALSE_POSITIVE' },
      {
        ...secret,
        severity: 'CRITICAL',
        title: 'GitLab: personal access token',
        ruleId: 'secrets/gitlab-token',
        filePath: 'app/.env',
        startLine: 1,
        startColumn: 7,
        snippet: '  TOKEN=glpat-****\nnext line',
        isNew: true,
        metadata: { commit: 'c'.repeat(40), authoredAt: '2025-01-02T00:00:00.000Z', inHead: false },
      },
    ]
    const gaps: ScanReport['gaps'] = [
      { scanner: 'SCA', reason: 'unparsed', filePath: 'a/pom.xml', detail: 'It is no XML.' },
      { scanner: 'SCA', reason: 'skipped', detail: '2 files and folders were excluded by ignore rules.' },
    ]
    const history = { commits: 1, blobs: 2, bytes: 1_234_567 }
    expect(asTable({ ...REPORT, findings, gaps, history, failed: ['SCA'], filesScanned: 12 }))
      .toBe(`CRITICAL  GitLab: personal access token  [secrets/gitlab-token new]
          app/.env:1:7
          TOKEN=glpat-****
          introduced in commit cccccccccccc on 2025-01-02, not in HEAD
HIGH      left 1.0.0: goes wrong  [GHSA-1 known]
          package-lock.json:4
          upgrade to 1.2.0 or later; imported by the code

2 findings (1 critical, 1 high) in 12 files and 2 file versions from 1 commit (1.2 MB), 1.5 s, scanners: SECRETS_PATTERN, SCA.
1 triaged finding is not listed.
Incomplete result: SCA failed.

Not fully scanned (2):
  a/pom.xml: It is no XML.
  2 files and folders were excluded by ignore rules.
`)
  })

  test('names the reason of a gate failure a single time', () => {
    const detail = '3 packages (npm) not looked up: no advisories are imported.'
    const gaps: ScanReport['gaps'] = [
      { scanner: 'SCA', reason: 'no_advisories', detail },
      { scanner: 'SCA', reason: 'unparsed', filePath: 'a/pom.xml', detail: 'It is no XML.' },
    ]
    const gate = gateRecordOf({
      scanId: null,
      projectId: null,
      branch: null,
      commitSha: null,
      decidedAt: new Date(0),
      gate: BUILD_GATE_DEFAULT,
      scanStatus: 'COMPLETED',
      baselineScanId: null,
      advisories: null,
      ...coverageOf(gaps),
      suppressions: { byMarker: {}, ignoreLines: 0, notCounted: 0 },
      unanalysed: gateUnanalysed(gaps, false),
      findings: [],
    })
    expect(asTable({ ...REPORT, gaps }).split(detail)).toHaveLength(2)
    const table = asTable({ ...REPORT, gaps, gate })
    expect(table.split(detail)).toHaveLength(2)
    expect(table).toContain('Not fully scanned (1):\n  a/pom.xml')
  })

  test('reports scanners that did not run in a single line, apart from unscanned inputs', () => {
    const gaps = notRunGaps('FULL', new Set(['SECRETS_PATTERN', 'SAST_PATTERN', 'SCA', 'MALICIOUS_PKG', 'IAC', 'K8S']))
    const table = asTable({ ...REPORT, gaps })
    expect(table).toContain('\n2 scanners did not run: CONTAINER, ZERO_DAY. This version does not include them.\n')
    expect(table).not.toContain('Not fully scanned')
  })

  test('uses singular, plural and zero forms', () => {
    expect(asTable(REPORT)).toBe('No findings in 1 file, 1.5 s, scanners: SECRETS_PATTERN, SCA.\n')
    expect(asTable({ ...REPORT, findings: [FINDING] })).toContain('\n1 finding (1 high) in 1 file, ')
  })

  test('with many findings is truncated and reports the total', () => {
    const findings = Array.from({ length: 1_500 }, () => FINDING)
    const lines = asTable({ ...REPORT, findings }).split('\n')
    expect(lines.length).toBeLessThan(3_010)
    expect(lines).toContain('… and 500 more; use --format json to list all.')
  })
})

describe('texts of others', () => {
  test.each([
    ['a\u001b[31mred', 'a�[31mred'],
    ['a\rb\u0000\u0007\u009b', 'a�b���'],
    ['\u202egnp.exe', '�gnp.exe'],
    ['\u2066x\u2069\u2028', '�x��'],
    ['half \ud800', 'half �'],
    ['grüße 漢字 🙂', 'grüße 漢字 🙂'],
  ])('%j do not steer a terminal', (text, safe) => {
    expect(shown(text)).toBe(safe)
  })

  test('are cut, whole characters at a time', () => {
    expect(shown(`${'x'.repeat(8)}🙂🙂`, 10)).toBe(`${'x'.repeat(8)}�…`)
    expect(shownLines('a\n\tb\u001b')).toBe('a\n  b�')
  })
})

describe('the progress', () => {
  let place: Workplace
  beforeEach(() => {
    place = workplace()
  })
  afterEach(() => place.remove())

  test('shows scanned files and bytes, and clears itself', async () => {
    place.put({ 'a.txt': 'a'.repeat(2_500_000), 'b.txt': 'b' })
    let message = ''
    const terminal = { shows: (text: string) => void (message += text), stopped: new Promise<string>(() => undefined) }
    expect((await gatehouse(place.folder, ['secrets'], { terminal })).code).toBe(0)
    expect(message).toMatch(/\/2 files of 2\.5 MB {2}0 findings {2}SECRETS_PATTERN/)
    expect(message.endsWith('\r\u001b[2K')).toBe(true)
  })

  test('is not written without a terminal', () => {
    let message = ''
    const line = progressLine({
      env: {},
      cwd: '/',
      stdin: (async function* () {})(),
      stdout: { write: () => true },
      stderr: { write: (text) => (message += text) },
      untilStopped: () => new Promise(() => undefined),
    })
    line.show('x')
    line.clear()
    expect(message).toBe('')
  })
})
