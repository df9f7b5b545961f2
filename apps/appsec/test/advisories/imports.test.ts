import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { scanned } from '../scans.ts'
import { makeOrganization, makePerson, type Person, send, serve, type Served } from '../serve.ts'
import { serveHttp, type TestServer } from './http.ts'
import { advisory, importInto } from './made.ts'

const WORKER = { idle_ms: 20, hold_ms: 50, lanes: 2 }
const LOCK = {
  'package-lock.json': JSON.stringify({
    lockfileVersion: 3,
    packages: { '': { dependencies: { left: '1.0.0' } }, 'node_modules/left': { version: '1.0.0' } },
  }),
}
const zip = (...records: readonly object[]): Uint8Array =>
  zipSync(Object.fromEntries(records.map((record, at) => [`${at}.json`, strToU8(JSON.stringify(record))])))

let served: Served
beforeAll(async () => {
  served = await serve({ worker: WORKER, env: { GATEHOUSE_EGRESS_ALLOW: '127.0.0.1' } })
})
afterAll(() => served.close())

const ask = (person: Person, method: string, path: string, body?: unknown) =>
  send(`${served.url}${path}`, method, body, person.session)

async function organization(role: 'SECURITY' | 'DEVELOPER' = 'SECURITY') {
  const id = await makeOrganization(served.store)
  return { admin: await makePerson(served.store, id, 'ADMIN'), person: await makePerson(served.store, id, role) }
}

/** An export in the form of OSV. */
function exportOf(files: Readonly<Record<string, Uint8Array>>): Promise<TestServer> {
  return serveHttp(({ url = '' }) => {
    if (url === '/osv/ecosystems.txt') return { body: Object.keys(files).join('\n') }
    const [, name = ''] = /^\/osv\/([^/]+)\/all\.zip$/.exec(url) ?? []
    const body = files[decodeURIComponent(name)]
    return body === undefined ? { status: 404 } : { body, headers: { 'content-length': String(body.length) } }
  })
}

/** The state when the import has ended. */
async function ended(person: Person) {
  for (;;) {
    const { body } = await ask(person, 'GET', '/api/advisories')
    const { status } = body['import'] as { status: string }
    if (status !== 'RUNNING') return body
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

describe('a removal', () => {
  test('deletes one ecosystem or all advisories of its organization, for admins only, and is audited', async () => {
    const [{ admin, person }, other] = [await organization(), await organization()]
    const affects = (...packages: readonly (readonly [string, string])[]) => ({
      affected: packages.map(([ecosystem, name]) => ({
        package: { ecosystem, name },
        ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed: '2.0.0' }] }],
      })),
    })
    const records = [
      advisory('GHSA-left-left-left', 'left', '2.0.0'),
      advisory('GHSA-both-both-both', 'right', '2.0.0', affects(['npm', 'right'], ['PyPI', 'right'])),
      advisory('PYSEC-1', 'jinja2', '2.0.0', affects(['PyPI', 'jinja2'])),
    ]
    const importAll = async (who: Person): Promise<void> => {
      const form = new FormData()
      form.set('file', new Blob([zip(...records)]), 'all.zip')
      const init = { method: 'POST', body: form, headers: who.session }
      expect((await fetch(`${served.url}/api/advisories/import`, init)).status).toBe(202)
      await ended(who)
    }
    await importAll(person)
    await importAll(other.person)
    expect((await ask(person, 'DELETE', '/api/advisories')).status).toBe(403)
    expect((await send(`${served.url}/api/advisories`, 'DELETE', undefined, admin.key)).status).toBe(403)
    const unknown = await ask(admin, 'DELETE', '/api/advisories?ecosystem=Cobol')
    expect([unknown.status, unknown.body['detail']]).toEqual([
      400,
      expect.stringContaining('Unknown ecosystem "Cobol"'),
    ])
    const scan = await scanned(served, person, LOCK, { scanType: 'SCA_ONLY' })
    expect(scan['advisoryCoverage']).toMatchObject({ ecosystems: [{ ecosystem: 'npm', packages: 2 }] })

    const npm = await ask(admin, 'DELETE', '/api/advisories?ecosystem=npm')
    expect([npm.status, npm.body]).toEqual([200, { removed: 2 }])
    expect((await ask(person, 'GET', '/api/advisories')).body).toMatchObject({
      snapshot: { isShared: false, records: 2, ecosystems: { PyPI: 2 } },
    })
    expect((await ask(admin, 'DELETE', '/api/advisories?ecosystem=npm')).body).toEqual({ removed: 0 })
    // The same records come back with the next import.
    await importAll(person)
    expect((await ask(person, 'GET', '/api/advisories')).body).toMatchObject({
      snapshot: { records: 3, ecosystems: { npm: 2, PyPI: 2 } },
    })
    expect((await ask(admin, 'DELETE', '/api/advisories')).body).toEqual({ removed: 3 })
    expect((await ask(person, 'GET', '/api/advisories')).body).toMatchObject({ import: null })
    expect((await ask(admin, 'DELETE', '/api/advisories')).body).toEqual({ removed: 0 })
    expect((await ask(other.person, 'GET', '/api/advisories')).body).toMatchObject({ snapshot: { records: 3 } })
    const { body } = await ask(admin, 'GET', '/api/audit-log?action=advisories.removed')
    expect((body['entries'] as object[]).length).toBe(4)
  })
})

describe('an import', () => {
  test('from the configured address closes the gap of a first scan', async () => {
    const { admin, person } = await organization()
    const source = await exportOf({ npm: zip(advisory('GHSA-aaaa-aaaa-aaaa', 'left', '2.0.0')), PyPI: zip() })
    await ask(admin, 'PUT', '/api/settings/llm', { vulnDbUrl: `${source.url}/osv/` })
    const first = await scanned(served, person, LOCK, { scanType: 'SCA_ONLY' })
    expect(first).toMatchObject({ gateResult: 'FAILED', criticalCount: 0 })
    expect((await ask(person, 'GET', '/api/advisories')).body).toEqual({
      mode: 'offline',
      importUrl: `${source.url}/osv/`,
      snapshot: null,
      import: null,
    })
    const started = await ask(person, 'POST', '/api/advisories/import', { ecosystems: ['npm'] })
    expect([started.status, started.body]).toEqual([
      202,
      expect.objectContaining({ status: 'RUNNING', source: `${source.url}/osv/` }),
    ])
    expect(await ended(person)).toMatchObject({
      snapshot: { records: 1, ecosystems: { npm: 1 } },
      import: { status: 'COMPLETED', phase: 'IMPORTING', percent: 100, records: 1, sourcesTotal: 1, error: null },
    })
    expect(source.log).toEqual(['GET /osv/ecosystems.txt', 'GET /osv/npm/all.zip'])
    const second = await scanned(served, person, LOCK, { scanType: 'SCA_ONLY', projectId: String(first['projectId']) })
    expect(second['gateReasons']).not.toContainEqual(expect.stringContaining('no advisories'))
    expect(second['advisories']).toMatch(/^[0-9a-f]{64}$/)
  })

  test('of a file needs no connection, and stays within its organization', async () => {
    const [one, other] = [await organization(), await organization()]
    const form = new FormData()
    form.set('file', new Blob([zip(advisory('GHSA-bbbb-bbbb-bbbb', 'left', '2.0.0'))]), 'npm.zip')
    const response = await fetch(`${served.url}/api/advisories/import`, {
      method: 'POST',
      body: form,
      headers: one.person.session,
    })
    expect(response.status).toBe(202)
    expect(await ended(one.person)).toMatchObject({
      snapshot: { records: 1 },
      import: { status: 'COMPLETED', source: 'npm.zip' },
    })
    expect((await ask(other.person, 'GET', '/api/advisories')).body).toMatchObject({ snapshot: null, import: null })
    // A later import of the operator does not replace it.
    await importInto(served.dataDir, advisory('GHSA-cccc-cccc-cccc', 'x', '1.0.0'), advisory('A-2', 'y', '1.0.0'))
    expect((await ask(one.person, 'GET', '/api/advisories')).body).toMatchObject({ snapshot: { records: 1 } })
  })

  test('that fails reports the reason and keeps the current advisories', async () => {
    const { admin, person } = await organization()
    const gone = await serveHttp(() => ({ status: 500 }))
    await ask(admin, 'PUT', '/api/settings/llm', { vulnDbUrl: `${gone.url}/all.zip` })
    expect((await ask(person, 'POST', '/api/advisories/import', {})).status).toBe(202)
    expect(await ended(person)).toMatchObject({
      import: { status: 'FAILED', error: `${gone.url}/all.zip returned status 500.` },
    })
    const silent = await serveHttp(() => undefined)
    await ask(admin, 'PUT', '/api/settings/llm', { vulnDbUrl: `${silent.url}/all.zip` })
    expect((await ask(person, 'POST', '/api/advisories/import', {})).status).toBe(202)
    const again = await ask(person, 'POST', '/api/advisories/import', {})
    expect([again.status, again.body['error']]).toEqual([409, 'conflict'])
  })

  test('is denied to developers and keys, for online services and for unknown ecosystems', async () => {
    const { admin, person } = await organization('DEVELOPER')
    expect((await ask(person, 'POST', '/api/advisories/import', {})).status).toBe(403)
    const byKey = await send(`${served.url}/api/advisories/import`, 'POST', {}, admin.key)
    expect(byKey.status).toBe(403)
    const unknown = await ask(admin, 'POST', '/api/advisories/import', { ecosystems: ['Cobol'] })
    expect([unknown.status, unknown.body['detail']]).toEqual([
      400,
      expect.stringContaining('Unknown ecosystem "Cobol"'),
    ])
    const forged = await ask(admin, 'POST', '/api/advisories/import', { file: { path: '/etc/passwd', name: 'a.zip' } })
    expect([forged.status, forged.body['detail']]).toEqual([400, 'file must be a form file.'])
    await ask(admin, 'PUT', '/api/settings/llm', { vulnDbMode: 'online' })
    expect((await ask(admin, 'POST', '/api/advisories/import', {})).status).toBe(409)
  })

  test('reads a mirror immediately, regardless of the age of the local copy', async () => {
    const { admin, person } = await organization()
    let records = [advisory('GHSA-dddd-dddd-dddd', 'left', '2.0.0')]
    const mirror = await serveHttp(() => ({ body: zip(...records) }))
    await ask(admin, 'PUT', '/api/settings/llm', { vulnDbMode: 'mirror', vulnDbUrl: `${mirror.url}/all.zip` })
    expect((await ask(person, 'POST', '/api/advisories/import', {})).status).toBe(202)
    expect(await ended(person)).toMatchObject({ mode: 'mirror', snapshot: { records: 1 } })
    records = [...records, advisory('GHSA-eeee-eeee-eeee', 'right', '2.0.0')]
    expect((await ask(person, 'POST', '/api/advisories/import', {})).status).toBe(202)
    expect(await ended(person)).toMatchObject({ snapshot: { records: 2 }, import: { status: 'COMPLETED' } })
  })
})

test('the egress policy blocks an import from a private address', async () => {
  const strict = await serve()
  try {
    const admin = await makePerson(strict.store, await makeOrganization(strict.store), 'ADMIN')
    const as = (method: string, path: string, body?: unknown) =>
      send(`${strict.url}${path}`, method, body, admin.session)
    await as('PUT', '/api/settings/llm', { vulnDbUrl: 'http://mirror.internal.example/all.zip' })
    await as('POST', '/api/advisories/import', {})
    for (;;) {
      const { body } = await as('GET', '/api/advisories')
      const { status, error } = body['import'] as { status: string; error: string | null }
      if (status === 'RUNNING') continue
      expect([status, error]).toEqual(['FAILED', expect.any(String)])
      break
    }
  } finally {
    await strict.close()
  }
})
