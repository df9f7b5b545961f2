import { describe, expect, onTestFinished, test } from 'vitest'
import { runScan } from '@gatehouse/scan-engine'
import { memoryTree } from '@gatehouse/testkit/memory-tree'
import { createMaliciousScanner } from '../../src/malicious/scanner.ts'
import { createScaScanner } from '../../src/scanner.ts'
import { type AdvisoryPort } from '../../src/advisory-port.ts'
import { importAdvisories } from '../../src/advisories/import.ts'
import { openAdvisories } from '../../src/advisories/database.ts'
import { given, into, temporaryFolder } from '../advisories/make.ts'

const lock = (packages: Readonly<Record<string, object>>, dependencies: Readonly<Record<string, string>> = {}) =>
  JSON.stringify(
    { name: 'shop', lockfileVersion: 3, packages: { '': { name: 'shop', dependencies }, ...packages } },
    null,
    1,
  )

async function advisoriesOf(...records: readonly object[]): Promise<AdvisoryPort> {
  const folder = temporaryFolder()
  await importAdvisories({ ...into(folder), sources: [given(...records)] })
  const opened = openAdvisories({ folder })
  if (opened === undefined) throw new Error('Nothing was imported.')
  onTestFinished(opened.close)
  return opened
}

function malicious(id: string, name: string, versions: readonly string[], more: object = {}): object {
  return {
    id,
    modified: '2026-01-01T00:00:00Z',
    affected: [{ package: { ecosystem: 'npm', name }, versions }],
    ...more,
  }
}

const scan = (files: Readonly<Record<string, string | Uint8Array>>, advisories?: AdvisoryPort) =>
  runScan({ tree: memoryTree(files), scanners: [createMaliciousScanner({ advisories })] })

describe('records of known malicious packages', () => {
  const files = {
    'package-lock.json': lock({ 'node_modules/good-helper': { version: '1.2.3' } }, { 'good-helper': '^1.0.0' }),
  }

  test('create a critical finding with remediation', async () => {
    const advisories = await advisoriesOf(malicious('MAL-2026-1', 'good-helper', ['1.2.3']))
    const { observations, gaps } = await scan(files, advisories)
    expect(observations).toMatchObject([
      { ruleId: 'MAL-2026-1', severity: 'CRITICAL', confidence: 1, cweId: 'CWE-506', filePath: 'package-lock.json' },
    ])
    expect(observations[0]?.description).toContain('rotate all credentials')
    expect(gaps).toEqual([])
  })

  test('share one finding with the SCA match of the same record', async () => {
    const advisories = await advisoriesOf(malicious('MAL-2026-1', 'good-helper', ['1.2.3']))
    const scanners = [createScaScanner({ advisories }), createMaliciousScanner({ advisories })]
    const { observations } = await runScan({ tree: memoryTree(files), scanners })
    expect(observations).toMatchObject([{ ruleId: 'MAL-2026-1', seenBy: ['MALICIOUS_PKG', 'SCA'], cweId: 'CWE-506' }])
  })

  test.each([
    ['another version', malicious('MAL-2026-1', 'good-helper', ['1.2.4'])],
    ['another name', malicious('MAL-2026-1', 'good-helpers', ['1.2.3'])],
    ['a weakness that is no attack', malicious('GHSA-aaaa-bbbb-cccc', 'good-helper', ['1.2.3'])],
    [
      'a record that was withdrawn',
      malicious('MAL-2026-1', 'good-helper', ['1.2.3'], { withdrawn: '2026-02-01T00:00:00Z' }),
    ],
  ])('do not match %s', async (_title, record) => {
    const { observations } = await scan(files, await advisoriesOf(record))
    expect(observations).toEqual([])
  })

  test.each([
    [
      'GitHub',
      malicious('GHSA-aaaa-bbbb-cccc', 'good-helper', ['1.2.3'], { database_specific: { cwe_ids: ['CWE-506'] } }),
    ],
    ['another name of it', malicious('GHSA-aaaa-bbbb-cccc', 'good-helper', ['1.2.3'], { aliases: ['MAL-2026-7'] })],
  ])('are also recognised by %s', async (_title, record) => {
    const { observations } = await scan(files, await advisoriesOf(record))
    expect(observations).toMatchObject([{ severity: 'CRITICAL' }])
  })

  test('that are not imported cause a coverage gap', async () => {
    const { gaps } = await scan(files)
    expect(gaps).toMatchObject([{ scanner: 'MALICIOUS_PKG', reason: 'no_advisories' }])
  })
})
