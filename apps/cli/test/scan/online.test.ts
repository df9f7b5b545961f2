import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { advisory, gatehouse, jsonLines, serveFiles, temporaryFolder } from '../vulndb/support.ts'

const RECORD = advisory('GHSA-aaaa-aaaa-aaaa', 'left', { aliases: ['CVE-2026-0001'] })
const ENV = { GATEHOUSE_EGRESS_ALLOW: '127.0.0.1' }

function project(): string {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'app'))
  const packages = { 'node_modules/left': { version: '1.0.0' } }
  writeFileSync(join(folder, 'app', 'package-lock.json'), JSON.stringify({ lockfileVersion: 3, packages }))
  return folder
}

async function serveOsv(): Promise<string> {
  const server = createServer((request, response) => {
    const body =
      request.url === '/v1/querybatch'
        ? { results: [{ vulns: [{ id: 'GHSA-aaaa-aaaa-aaaa', modified: '2026-01-01T00:00:00Z' }] }] }
        : RECORD
    request.resume()
    response.end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('--osv queries an online service, and imported KEV data marks exploited advisories', async () => {
  const folder = project()
  const kev = { dateReleased: '2026-02-03', vulnerabilities: [{ cveID: 'CVE-2026-0001', dateAdded: '2026-02-01' }] }
  writeFileSync(join(folder, 'kev.json'), JSON.stringify(kev))
  writeFileSync(join(folder, 'other.jsonl'), jsonLines(advisory('GHSA-bbbb-bbbb-bbbb', 'right')))
  const env = { ...ENV, GATEHOUSE_DATA_DIR: join(folder, 'data') }
  expect((await gatehouse(folder, ['vulndb', 'import', 'other.jsonl', '--kev', 'kev.json'], { env })).code).toBe(0)
  const args = ['scan', 'app', '--type', 'SCA_ONLY', '--osv', await serveOsv(), '--format', 'json']
  const { out } = await gatehouse(folder, args, { env })
  const report = JSON.parse(out) as { findings: { ruleId: string; metadata: object }[] }
  expect(report.findings).toContainEqual(
    expect.objectContaining({ ruleId: 'GHSA-aaaa-aaaa-aaaa', metadata: expect.objectContaining({ kev: true }) }),
  )
  expect(out).toContain('online@')
})

test('an unreachable advisory service does not pass', async () => {
  const folder = project()
  const env = { ...ENV, GATEHOUSE_DATA_DIR: join(folder, 'data') }
  const { code, out } = await gatehouse(folder, ['scan', 'app', '--type', 'SCA_ONLY', '--osv', 'http://127.0.0.1:9'], {
    env,
  })
  expect([code, out]).toEqual([2, expect.stringContaining('1 package was not looked up')])
  const refused = await gatehouse(folder, ['scan', 'app', '--osv', 'http://127.0.0.1:9'], {
    env: { ...env, GATEHOUSE_EGRESS_ALLOW: '' },
  })
  expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('Only HTTPS is allowed for')])
})

test('a mirror folder is imported as its ecosystems', async () => {
  const folder = temporaryFolder()
  const mirror = await serveFiles()
  mirror.files.set('/osv/ecosystems.txt', 'npm\nPyPI\nnpm:later\n')
  mirror.files.set('/osv/npm/all.zip', jsonLines(RECORD))
  mirror.files.set('/osv/PyPI/all.zip', jsonLines(advisory('PYSEC-1', 'other')))
  const env = { ...ENV, GATEHOUSE_DATA_DIR: join(folder, 'data') }
  const { code, out } = await gatehouse(folder, ['vulndb', 'import', `${mirror.url}/osv/`], { env })
  expect([code, out]).toEqual([0, expect.stringContaining('total:     2 records')])
  const outcome = await gatehouse(folder, ['vulndb', 'update'], { env })
  expect([outcome.code, outcome.out]).toEqual([0, expect.stringContaining('No changes')])
})
