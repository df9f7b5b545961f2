import { describe, expect, test } from 'vitest'
import { openAdvisories } from '../../../src/advisories/database.ts'
import { importAdvisories } from '../../../src/advisories/import.ts'
import { ANSWER_MS } from '../../../src/advisories/online/kept-answers.ts'
import { advisory, given, into, temporaryFolder } from '../make.ts'
import { serveOsv } from './osv-server.ts'
import { npm, online } from './asked.ts'

describe('A service is asked for advisories', () => {
  test('and matches as a snapshot of the same records does', async () => {
    const records = [
      advisory('GHSA-1', 'left', '1.2.0', { aliases: ['CVE-2026-1'] }),
      advisory('PYSEC-1', 'left', '1.3.0', { aliases: ['CVE-2026-1'] }),
      advisory('GHSA-2', 'left', '1.5.0', { severity: [{ type: 'CVSS_V3', score: VECTOR }] }),
      advisory('GHSA-3', 'left', '9.0.0', { withdrawn: '2026-01-02T00:00:00Z' }),
      advisory('GHSA-4', 'left', '0.5.0'),
      advisory('MAL-1', 'evil', '2.0.0'),
    ]
    const folder = temporaryFolder()
    await importAdvisories({ ...into(folder), sources: [given(...records)] })
    const database = openAdvisories({ folder })!
    const { source } = online(await serveOsv(...records))
    const port = source.open()
    expect(await port.prepare!([npm('left'), npm('evil'), npm('sound')])).toEqual([])
    for (const name of ['left', 'evil', 'sound']) expect(await port.match(npm(name))).toEqual(database.match(npm(name)))
    expect((await port.match(npm('left'))).map(({ id }) => id)).toEqual(['GHSA-1', 'GHSA-2'])
    expect(await port.record('GHSA-2')).toEqual(database.record('GHSA-2'))
    database.close()
  })

  test('in batches of 1,000, across all pages, and once for each record', async () => {
    const records = Array.from({ length: 7 }, (_, at) => advisory(`GHSA-${at}`, 'p7', `1.0.${at + 1}`))
    const server = await serveOsv(...records)
    server.pageSize = 3
    const { source } = online(server)
    const port = source.open()
    const wanted = Array.from({ length: 1_001 }, (_, at) => npm(`p${at}`))
    expect(await port.prepare!(wanted)).toEqual([])
    expect(await port.match(npm('p7'))).toHaveLength(7)
    expect(await port.match(npm('p8'))).toEqual([])
    // The first page of a thousand, two further pages of the only package with more, then the rest.
    const batches = server.log.filter((line) => line.startsWith('POST'))
    expect(batches).toEqual([1_000, 1, 1, 1].map((count) => `POST /v1/querybatch ${count}`))
    expect(server.log.filter((line) => line.startsWith('GET')).toSorted()).toEqual(
      records.map((_, at) => `GET /v1/vulns/GHSA-${at}`),
    )
  })

  test('again only after a delay, and for records only after a change', async () => {
    const server = await serveOsv(advisory('GHSA-1', 'left', '2.0.0'))
    const { clock, source } = online(server)
    const once = async () => {
      const port = source.open()
      await port.prepare!([npm('left')])
      return port.match(npm('left'))
    }
    expect(await once()).toHaveLength(1)
    expect(await once()).toHaveLength(1)
    expect(server.log).toEqual(['POST /v1/querybatch 1', 'GET /v1/vulns/GHSA-1'])
    clock.time_ms += ANSWER_MS
    expect(await once()).toHaveLength(1)
    expect(server.log.splice(0)).toHaveLength(3)
    server.records.set('GHSA-1', advisory('GHSA-1', 'left', '0.5.0', { modified: '2026-02-01T00:00:00Z' }) as never)
    clock.time_ms += ANSWER_MS
    expect(await once()).toEqual([])
    expect(server.log).toEqual(['POST /v1/querybatch 1', 'GET /v1/vulns/GHSA-1'])
  })

  test('for one package at a time without a prepared batch', async () => {
    const { source } = online(await serveOsv(advisory('GHSA-1', 'left', '2.0.0')))
    expect(await source.open().match(npm('left'))).toMatchObject([{ id: 'GHSA-1', fixedVersions: ['2.0.0'] }])
  })

  test('and matches include local exploitation data', async () => {
    const server = await serveOsv(advisory('GHSA-1', 'left', '2.0.0', { aliases: ['CVE-2026-1'] }))
    const kev = { dateAdded: '2026-01-01', dueDate: '2026-02-01', ransomware: false }
    const exploitationOf = (names: readonly string[]) => ({
      kev: names.includes('CVE-2026-1') ? kev : undefined,
      epss: undefined,
    })
    expect(await online(server).source.open(exploitationOf).match(npm('left'))).toMatchObject([{ kev }])
  })
})

const VECTOR = 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H'
