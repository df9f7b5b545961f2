import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Failure, systemClock } from '@gatehouse/kernel'
import { describe, expect, test, vi } from 'vitest'
import { openFolder, runScan, type Inventory } from '@gatehouse/scan-engine'
import { createMaliciousScanner } from '../../../src/malicious/scanner.ts'
import type { OsvFetch } from '../../../src/advisories/online/request.ts'
import { scanInventory } from '../../../src/scanner.ts'
import { advisory, temporaryFolder } from '../make.ts'
import { send, serveOsv } from './osv-server.ts'
import { npm, online } from './asked.ts'

describe('An unanswered query is reported and never counts as safe', () => {
  const inventory: Inventory = {
    components: ['left', 'right'].map((name) => ({
      purl: `pkg:npm/${name}@1.0.0`,
      ecosystem: 'npm',
      name,
      version: '1.0.0',
      direct: true,
      scope: 'runtime',
      locations: [],
    })),
    dependencies: new Map(),
    gaps: [],
    files: [],
  }

  test('by a scan, as a gap', async () => {
    const server = await serveOsv(advisory('GHSA-1', 'left', '2.0.0'))
    server.intercept = (_request, response) => {
      response.destroy()
      return true
    }
    const advisories = online({ fetch: failing(server.fetch) }).source.open()
    const { observations, gaps } = await scanInventory(inventory, { advisories })
    expect(observations).toEqual([])
    expect(gaps).toEqual([
      {
        scanner: 'SCA',
        reason: 'no_advisories',
        detail: expect.stringMatching(/^2 packages were not looked up.*gone away/),
      },
    ])
  })

  test('in a search for malicious packages too, with one batch for all packages', async () => {
    const folder = temporaryFolder()
    const packages = Object.fromEntries(['left', 'evil'].map((name) => [`node_modules/${name}`, { version: '1.0.0' }]))
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ lockfileVersion: 3, packages }))
    const server = await serveOsv(advisory('MAL-1', 'evil', '2.0.0'))
    const { source } = online(server)
    const search = async () =>
      runScan({
        tree: await openFolder(folder),
        scanners: [createMaliciousScanner({ advisories: source.open() })],
        clock: systemClock,
        signal: new AbortController().signal,
      })
    expect((await search()).observations.map(({ ruleId }) => ruleId)).toContain('MAL-1')
    expect(server.log).toEqual(['POST /v1/querybatch 2', 'GET /v1/vulns/MAL-1'])
    server.intercept = (_request, response) => {
      send(response, 500, {})
      return true
    }
    const unanswering = createMaliciousScanner({ advisories: online(server).source.open() })
    const tree = await openFolder(folder)
    const { gaps } = await runScan({
      tree,
      scanners: [unanswering],
      clock: systemClock,
      signal: new AbortController().signal,
    })
    expect(gaps).toContainEqual(expect.objectContaining({ scanner: 'MALICIOUS_PKG', reason: 'no_advisories' }))
  })

  test('after three attempts, then not retried for a while', async () => {
    const server = await serveOsv()
    server.intercept = (_request, response) => {
      send(response, 503, {})
      return true
    }
    const { clock, source } = online(server)
    expect(await source.open().prepare!([npm('left')])).toEqual([expect.stringContaining('returned status 503')])
    expect(server.log).toHaveLength(3)
    expect(await source.open().prepare!([npm('left')])).toHaveLength(1)
    await expect(source.open().match(npm('left'))).rejects.toThrow('1 package was not looked up')
    expect(server.log).toHaveLength(3)
    server.intercept = undefined
    clock.time_ms += 60_000
    expect(await source.open().prepare!([npm('left')])).toEqual([])
  })

  test('and a busy service is retried after its requested delay if the delay is short', async () => {
    const server = await serveOsv(advisory('GHSA-1', 'left', '2.0.0'))
    let left = 1
    server.intercept = (_request, response) => {
      if (left === 0) return false
      left -= 1
      send(response, 429, {}, { 'retry-after': '1' })
      return true
    }
    const timers = vi.spyOn(globalThis, 'setTimeout')
    expect(await online(server).source.open().match(npm('left'))).toHaveLength(1)
    expect(timers.mock.calls.filter(([, ms]) => ms === 1_000)).toHaveLength(1)
    timers.mockRestore()
    left = 3
    server.log.length = 0
    const late = online(server)
    server.intercept = (_request, response) => {
      send(response, 429, {}, { 'retry-after': '3600' })
      return true
    }
    expect(await late.source.open().prepare!([npm('left')])).toHaveLength(1)
    expect(server.log).toHaveLength(1)
  })

  test('when the service never answers', async () => {
    const server = await serveOsv()
    server.intercept = () => true
    const port = online(server, { prepare_ms: 100 }).source.open()
    expect(await port.prepare!([npm('left')])).toEqual([expect.stringContaining('the request timed out')])
    const stop = new AbortController()
    const asked = online(server).source.open().prepare!([npm('left')], stop.signal)
    stop.abort(new Failure('conflict', 'paused'))
    await expect(asked).rejects.toThrow('paused')
  })

  test.each<[string, (at: string) => unknown, string]>([
    ['with less than it was asked', () => ({ results: [] }), 'did not answer every query'],
    ['with something else', () => 'welcome', 'not in OSV format'],
    ['with lists of nonsense', () => ({ results: [{ vulns: [{ id: 7 }] }] }), 'not in OSV format'],
  ])('when the service answers %s', async (_title, body, why) => {
    const server = await serveOsv()
    server.intercept = (request, response) => {
      send(response, 200, body(request.url ?? ''))
      return true
    }
    expect(await online(server).source.open().prepare!([npm('left')])).toEqual([expect.stringContaining(why)])
  })

  test('when a record is missing or mismatched: other matches stay', async () => {
    const server = await serveOsv(
      advisory('GHSA-1', 'left', '2.0.0'),
      advisory('GHSA-2', 'left', '3.0.0'),
      advisory('GHSA-3', 'right', '2.0.0'),
    )
    server.intercept = (request, response) => {
      if (request.url !== '/v1/vulns/GHSA-2') return false
      send(response, 200, server.records.get('GHSA-1'))
      return true
    }
    const port = online(server).source.open()
    expect(await port.prepare!([npm('left'), npm('right')])).toEqual([
      expect.stringMatching(/^1 package was not looked up, or not completely.*GHSA-2 is not in OSV format/),
    ])
    expect((await port.match(npm('left'))).map(({ id }) => id)).toEqual(['GHSA-1'])
    expect(await port.match(npm('right'))).toHaveLength(1)
  })

  test('when the service rejects one query, and the others are answered', async () => {
    const server = await serveOsv(advisory('GHSA-1', 'left', '2.0.0'))
    server.intercept = (_request, response, body) => {
      if (!body.includes('odd')) return false
      send(response, 400, { code: 3 })
      return true
    }
    const port = online(server).source.open()
    const wanted = [...Array.from({ length: 20 }, (_, at) => npm(`p${at}`)), npm('odd'), npm('left')]
    expect(await port.prepare!(wanted)).toEqual([expect.stringMatching(/^1 package was.*does not support this query/)])
    expect(await port.match(npm('left'))).toHaveLength(1)
    expect(await port.match(npm('odd'))).toEqual([])
  })

  test('when the service returns too many vulnerabilities', async () => {
    const server = await serveOsv(advisory('GHSA-1', 'left', '2.0.0'))
    const vulns = Array.from({ length: 15_000 }, (_, at) => ({ id: `X-${at}` }))
    server.intercept = (_request, response, body) => {
      const { queries } = JSON.parse(body) as { queries: { package: { name: string } }[] }
      // Some are endless, page after page.
      const results = queries.map((query) =>
        query.package.name === 'endless' ? { vulns, next_page_token: 'more' } : {},
      )
      send(response, 200, { results })
      return true
    }
    const port = online(server).source.open()
    const told = '1 package was not looked up, or not completely, because the advisory service failed: '
    expect(await port.prepare!([npm('endless'), npm('sound')])).toEqual([
      `${told}it returned more than 20000 vulnerabilities for one package.`,
    ])
    expect(server.log.filter((line) => line.startsWith('POST'))).toHaveLength(2)
    const many = Array.from({ length: 14 }, (_, at) => npm('endless', `1.0.${at}`))
    const [whole] = await port.prepare!(many)
    expect(whole).toMatch(/^14 packages were .+ it returned more than 200000 vulnerabilities\.$/)
  })
})

/** Converts network errors like the egress. */
function failing(fetchIt: OsvFetch): OsvFetch {
  return (path, init) =>
    fetchIt(path, init).catch((cause: unknown) => {
      throw new Failure('unavailable', 'it has gone away', { cause })
    })
}
