import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createEgress, type Egress, parseEgressAllow } from '@gatehouse/kernel/egress'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createRecordFolder } from '../../../src/advisories/online/record-folder.ts'
import { createOsvServices } from '../../../src/advisories/online/services.ts'
import { OsvRecord } from '../../../src/osv/record.ts'
import { advisory, temporaryFolder } from '../make.ts'
import { send, serveOsv } from './osv-server.ts'

/** The way out, with loopback named by the operator or not. */
function wayOut(allow = '127.0.0.1'): Egress {
  const egress = createEgress({ allow: parseEgressAllow(allow), localMode: true })
  onTestFinished(() => egress.close())
  return egress
}

const LEFT = { ecosystem: 'npm', name: 'left', version: '1.0.0' }
const RECORD = advisory('GHSA-aaaa-aaaa-aaaa', 'left', '2.0.0', { aliases: ['CVE-2026-1'] })
const clock = { now: () => Date.UTC(2026, 1, 3, 4, 5, 6) }

describe('A service of advisories is asked', () => {
  test.each(['', '/', '/v1', '/osv/v1/'])(
    'through the egress proxy, at an address that ends with "%s"',
    async (end) => {
      const server = await serveOsv(RECORD)
      const online = createOsvServices({ folder: temporaryFolder(), egress: wayOut(), clock })
      const { port, snapshot, gap } = await online.of(server.url + end)
      expect([snapshot, gap]).toEqual(['online@2026-02-03T04:05:06.000Z', undefined])
      expect(await port!.prepare!([LEFT])).toEqual([])
      expect(await port!.match(LEFT)).toMatchObject([{ id: 'GHSA-aaaa-aaaa-aaaa' }])
    },
  )

  test('under one snapshot name for all shards of a scan', async () => {
    const server = await serveOsv(RECORD)
    const online = createOsvServices({ folder: temporaryFolder(), egress: wayOut(), clock })
    const wanted = 'online@2026-02-03T04:00:00.000Z'
    expect((await online.of(server.url, { wanted })).snapshot).toBe(wanted)
    expect((await online.of(server.url, { wanted: 'f'.repeat(64) })).snapshot).toBe('online@2026-02-03T04:05:06.000Z')
  })

  test('once for each record, even across processes', async () => {
    const server = await serveOsv(RECORD)
    const folder = temporaryFolder()
    for (let at = 0; at < 2; at += 1) {
      const { port } = await createOsvServices({ folder, egress: wayOut(), clock }).of(server.url)
      expect(await port!.match(LEFT)).toHaveLength(1)
    }
    expect(server.log).toEqual(['POST /v1/querybatch 1', 'GET /v1/vulns/GHSA-aaaa-aaaa-aaaa', 'POST /v1/querybatch 1'])
  })

  test('not without TLS, unless the operator has named the host', async () => {
    const server = await serveOsv(RECORD)
    const online = createOsvServices({ folder: temporaryFolder(), egress: wayOut(''), clock })
    const { port, gap } = await online.of(server.url)
    expect([port, gap]).toEqual([undefined, expect.stringContaining('Only HTTPS is allowed for')])
    expect(server.log).toEqual([])
  })

  test('and unanswered queries are reported', async () => {
    const server = await serveOsv()
    server.intercept = (_request, response) => {
      send(response, 500, {})
      return true
    }
    const { port } = await createOsvServices({ folder: temporaryFolder(), egress: wayOut(), clock }).of(server.url)
    expect(await port!.prepare!([LEFT])).toEqual([expect.stringContaining('returned status 500')])
    const gone = await createOsvServices({ folder: temporaryFolder(), egress: wayOut(), clock }).of(
      'http://127.0.0.1:9',
    )
    expect(await gone.port!.prepare!([LEFT])).toEqual([expect.stringContaining('127.0.0.1 could not be reached')])
  })

  test('separately for each owner: refusals for one owner do not affect others', async () => {
    const server = await serveOsv(RECORD)
    server.intercept = (_request, response, body) => {
      if (!body.includes('odd')) return false
      send(response, 500, {})
      return true
    }
    const services = createOsvServices({ folder: temporaryFolder(), egress: wayOut(), clock })
    const portOf = async (owner: string) => (await services.of(server.url, { owner })).port!
    expect(await (await portOf('one')).prepare!([{ ...LEFT, name: 'odd' }])).toHaveLength(1)
    expect(await (await portOf('one')).prepare!([LEFT])).toHaveLength(1)
    expect(await (await portOf('other')).prepare!([LEFT])).toEqual([])
  })

  test('and redirects to other hosts are not followed', async () => {
    const elsewhere = await serveOsv(RECORD)
    const server = await serveOsv()
    server.intercept = (_request, response) => {
      send(response, 307, {}, { location: `${elsewhere.url}/v1/querybatch` })
      return true
    }
    const { port } = await createOsvServices({ folder: temporaryFolder(), egress: wayOut(), clock }).of(server.url)
    expect(await port!.prepare!([LEFT])).toEqual([expect.stringContaining('redirects')])
    expect(elsewhere.log).toEqual([])
  })
})

describe('Records are cached in a folder', () => {
  const record = OsvRecord.parse(RECORD)
  const reference = { id: record.id, modified: record.modified }

  test('as they were when they were modified', async () => {
    const folder = temporaryFolder()
    await createRecordFolder(folder).put(reference, record)
    const cache = createRecordFolder(folder)
    expect(await cache.get(reference)).toEqual(record)
    expect(await cache.get({ ...reference, modified: '2027-01-01T00:00:00Z' })).toBeUndefined()
    expect(await cache.get({ ...reference, id: 'GHSA-other' })).toBeUndefined()
  })

  test('without leaving the folder, for any record id', async () => {
    const folder = temporaryFolder()
    await createRecordFolder(join(folder, 'cache')).put({ id: '../../out', modified: '' }, record)
    expect(readdirSync(folder)).toEqual(['cache'])
  })

  test('and fetched again after damage', async () => {
    const folder = temporaryFolder()
    const cache = createRecordFolder(folder)
    await cache.put(reference, record)
    const [path] = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'))
    writeFileSync(join(folder, path!), '{')
    expect(await cache.get(reference)).toBeUndefined()
  })

  test('and not without end: the oldest go', async () => {
    const folder = temporaryFolder()
    const cache = createRecordFolder(folder, 100)
    for (let at = 0; at < 150; at += 1) await cache.put({ id: `GHSA-${at}`, modified: '' }, record)
    const count = () =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json')).length
    await createRecordFolder(folder, 100).put({ id: 'GHSA-last', modified: '' }, record)
    await expect.poll(count).toBeLessThanOrEqual(76)
  })

  test('and not beyond so many bytes', async () => {
    const folder = temporaryFolder()
    const large = { ...record, details: 'x'.repeat(10_000) }
    const cache = createRecordFolder(folder, 1_000, 100_000)
    for (let at = 0; at < 50; at += 1) await cache.put({ id: `GHSA-${at}`, modified: '' }, large)
    const count = () =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json')).length
    await createRecordFolder(folder, 1_000, 100_000).put({ id: 'GHSA-last', modified: '' }, large)
    await expect.poll(count).toBeLessThanOrEqual(10)
  })
})
