import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { advisory, importInto } from '../advisories/made.ts'
import { makeOrganization, makePerson, send, serve } from '../serve.ts'
import { GHSA, openShop, type Shop, VECTOR } from './shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const bulk = (projectId: string, body: unknown) =>
  send(`${shop.registryOf(projectId)}-/npm/v1/security/advisories/bulk`, 'POST', body, shop.person.key)

describe('Packages are audited for a project', () => {
  test('in the form of npm', async () => {
    const id = await shop.makeProject()
    const { status, body } = await bulk(id, { left: ['1.2.0', '1.2.4', '5.0.0'], fine: ['1.0.0'], nobody: ['1.0.0'] })
    expect(status).toBe(200)
    expect(body).toEqual({
      left: [
        {
          id: expect.any(Number),
          url: `https://github.com/advisories/${GHSA('a')}`,
          title: 'left before 1.2.3 is weak',
          severity: 'critical',
          vulnerable_versions: '<1.2.3 || <1.2.5',
          cwe: ['CWE-79', 'CWE-1321'],
          cvss: { score: 9.8, vectorString: VECTOR },
        },
        expect.objectContaining({
          severity: 'moderate',
          vulnerable_versions: '<2.0.0',
          cwe: [],
          cvss: { score: 0, vectorString: null },
        }),
      ],
    })
  })

  test('packed with gzip, as npm packs it', async () => {
    const id = await shop.makeProject()
    const response = await fetch(`${shop.registryOf(id)}-/npm/v1/security/advisories/bulk`, {
      method: 'POST',
      headers: { ...shop.person.key, 'content-type': 'application/json', 'content-encoding': 'gzip' },
      body: new Uint8Array(gzipSync(JSON.stringify({ evil: ['6.6.6'] }))),
    })
    expect(await response.json()).toEqual({ evil: [expect.objectContaining({ severity: 'critical' })] })
  })

  test.each(['audits', 'audits/quick'])('as a tree, in the %s format', async (path) => {
    const id = await shop.makeProject()
    const tree = {
      name: 'shop',
      version: '1.0.0',
      requires: {},
      dependencies: {
        left: { version: '1.2.4', requires: {}, dependencies: { nested: { version: '1.2.0', dev: true } } },
        evil: { version: '6.6.6', dev: true },
      },
    }
    const { status, body } = await send(
      `${shop.registryOf(id)}-/npm/v1/security/${path}`,
      'POST',
      tree,
      shop.person.key,
    )
    expect(status).toBe(200)
    expect(body['metadata']).toEqual({
      vulnerabilities: { info: 0, low: 0, moderate: 3, high: 0, critical: 1 },
      dependencies: 1,
      devDependencies: 2,
      optionalDependencies: 0,
      totalDependencies: 3,
    })
    const found = Object.entries(
      body['advisories'] as Record<string, { readonly id: number; readonly module_name: string }>,
    )
    expect(found.every(([key, item]) => key === String(item.id))).toBe(true)
    expect(found.map(([, item]) => item).toSorted((a, b) => (a.module_name < b.module_name ? -1 : 1))).toMatchObject([
      { module_name: 'evil', patched_versions: '<0.0.0', findings: [{ version: '6.6.6', paths: ['evil'], dev: true }] },
      { module_name: 'left' },
      { module_name: 'left' },
      { module_name: 'nested', findings: [{ version: '1.2.0', paths: ['left>nested'], dev: true }] },
    ])
  })

  test('and rejected above the request limit', async () => {
    const id = await shop.makeProject()
    const versions = Array.from({ length: 501 }, (_, at) => `1.0.${at}`)
    expect((await bulk(id, { left: versions })).status).toBe(413)
    const packages = Object.fromEntries(Array.from({ length: 50_001 }, (_, at) => [`p${at}`, ['1.0.0']]))
    expect((await bulk(id, packages)).status).toBe(413)
    const some = versions.slice(0, 500)
    const many = Object.fromEntries(Array.from({ length: 201 }, (_, at) => [`p${at}`, some]))
    expect((await bulk(id, many)).status).toBe(413)
    let deep: object = { version: '1.0.0' }
    for (let at = 0; at < 300; at += 1) deep = { version: '1.0.0', dependencies: { a: deep } }
    const audits = `${shop.registryOf(id)}-/npm/v1/security/audits`
    expect((await send(audits, 'POST', { dependencies: { a: deep } }, shop.person.key)).status).toBeGreaterThanOrEqual(
      400,
    )
    expect((await bulk(id, { left: 'all' })).status).toBe(400)
  })

  test('and other registry endpoints return 404', async () => {
    const id = await shop.makeProject()
    for (const path of ['left', '-/npm/v1/keys', '@scope%2fright', '-/v1/search?text=left']) {
      const { status, body } = await send(`${shop.registryOf(id)}${path}`, 'GET', undefined, shop.person.key)
      expect([path, status, body]).toEqual([path, 404, expect.objectContaining({ error: expect.anything() })])
    }
  })

  test('but never reported as safe without advisories', async () => {
    const empty = await serve()
    try {
      const someone = await makePerson(empty.store, await makeOrganization(empty.store), 'ADMIN')
      const answer = await send(`${empty.url}/api/projects`, 'POST', { name: 'shop' }, someone.session)
      const url = `${empty.url}/api/projects/${String(answer.body['id'])}/npm/-/npm/v1/security/advisories/bulk`
      const { status, text } = await send(url, 'POST', { left: ['1.0.0'] }, someone.key)
      expect([status, text]).toEqual([503, expect.stringContaining('No advisories are imported')])
      await importInto(empty.dataDir, advisory('PYSEC-1', 'left', '2.0.0', PYTHON))
      await expect
        .poll(async () => (await send(url, 'POST', { left: ['1.0.0'] }, someone.key)).text, { timeout: 10_000 })
        .toContain('not cover npm')
    } finally {
      await empty.close()
    }
  })
})

const PYTHON = { affected: [{ package: { ecosystem: 'PyPI', name: 'left' }, versions: ['1.0.0'] }] }
