import { gzipSync } from 'node:zlib'
import { createLogger } from '@gatehouse/http'
import { uuidv7 } from '@gatehouse/kernel'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  createMirrors,
  MIRROR_FRESH_MS,
  MIRROR_RETRY_MS,
  type MirrorPorts,
  type Mirrors,
} from '../../src/advisories/mirrors.ts'
import type { NewSnapshot } from '../../src/advisories/open.ts'
import { type Answering, serveHttp, wayOut } from './http.ts'
import { advisory, temporaryFolder } from './made.ts'

const LEFT = { ecosystem: 'npm', name: 'left', version: '1.0.0' }
const OLD = advisory('GHSA-aaaa-aaaa-aaaa', 'left', '2.0.0')
const NEW = advisory('GHSA-bbbb-bbbb-bbbb', 'left', '3.0.0')
const lines = (...records: readonly object[]) => records.map((record) => JSON.stringify(record)).join('\n')

interface Opened {
  readonly mirrors: Mirrors
  readonly clock: { time_ms: number }
  readonly told: readonly NewSnapshot[]
}

function opened(more: Partial<MirrorPorts> = {}): Opened {
  const clock = { time_ms: Date.UTC(2026, 1, 3), now: () => clock.time_ms }
  const newSnapshots: NewSnapshot[] = []
  const logger = createLogger({ service: 'appsec', stream: { write: () => undefined } })
  const ports = {
    dataDir: temporaryFolder(),
    egress: wayOut(),
    clock,
    logger,
    tell: (newSnapshot: NewSnapshot) => newSnapshots.push(newSnapshot),
  }
  const mirrors = createMirrors({ ...ports, ...more })
  onTestFinished(() => mirrors.close())
  return { mirrors, clock, told: newSnapshots }
}

async function namesOf(mirrors: Mirrors, organizationId: string, address: string): Promise<readonly string[]> {
  const { port, release } = await mirrors.of(organizationId, address)
  const found = (await port?.match(LEFT)) ?? []
  release()
  return found.map(({ id }) => id)
}

describe('A mirror is copied', () => {
  test.each<[string, string, Answering]>([
    ['that is one packed file', '/all.jsonl.gz', () => ({ body: gzipSync(lines(OLD)) })],
    [
      'in the folders of OSV',
      '/osv',
      ({ url }) => {
        if (url === '/osv/ecosystems.txt') return { body: 'npm\nnpm:old\nNobody\nPyPI\n' }
        if (url === '/osv/npm/all.zip') return { body: lines(OLD) }
        return url === '/osv/PyPI/all.zip' ? { body: lines(advisory('PYSEC-1', 'x', '1.0.0')) } : { status: 404 }
      },
    ],
    [
      'by the links of its page',
      '/dir/',
      ({ url }) => {
        const page =
          '<a href="npm.jsonl">npm</a> <a href="../secret.jsonl">no</a> <a href="http://127.0.0.2/x.zip">no</a>'
        if (url === '/dir/') return { body: page, headers: { 'content-type': 'text/html' } }
        return url === '/dir/npm.jsonl' ? { body: lines(OLD) } : { status: 404 }
      },
    ],
  ])('%s', async (_title, path, answer) => {
    const server = await serveHttp(answer)
    const { mirrors, told } = opened()
    const organizationId = uuidv7()
    const { port, snapshot, gap, release } = await mirrors.of(organizationId, server.url + path)
    expect([gap, snapshot]).toEqual([undefined, expect.stringMatching(/^[0-9a-f]{64}$/)])
    expect(await port!.match(LEFT)).toMatchObject([{ id: 'GHSA-aaaa-aaaa-aaaa' }])
    expect(told).toEqual([{ id: snapshot, organizationId }])
    expect(server.log.join(' ')).not.toMatch(/secret|Nobody|old/)
    release()
  })

  test('again a day later, with changes reported', async () => {
    let entries = [OLD]
    const server = await serveHttp(() => ({ body: lines(...entries) }))
    const { mirrors, clock, told } = opened()
    const organizationId = uuidv7()
    const address = `${server.url}/all.jsonl`
    expect(await namesOf(mirrors, organizationId, address)).toEqual(['GHSA-aaaa-aaaa-aaaa'])
    entries = [OLD, NEW]
    clock.time_ms += MIRROR_FRESH_MS - 1
    expect(await namesOf(mirrors, organizationId, address)).toHaveLength(1)
    expect(server.log).toHaveLength(1)
    clock.time_ms += 1
    expect(await namesOf(mirrors, organizationId, address)).toHaveLength(2)
    clock.time_ms += MIRROR_FRESH_MS
    expect(await namesOf(mirrors, organizationId, address)).toHaveLength(2)
    expect([server.log.length, told.length]).toEqual([3, 2])
  })

  test('separately for each organization, and again after the address changes', async () => {
    const server = await serveHttp(({ url }) => ({ body: lines(url === '/one.jsonl' ? OLD : NEW) }))
    const { mirrors } = opened()
    const [one, other] = [uuidv7(), uuidv7()]
    expect(await namesOf(mirrors, one, `${server.url}/one.jsonl`)).toEqual(['GHSA-aaaa-aaaa-aaaa'])
    expect(await namesOf(mirrors, other, `${server.url}/two.jsonl`)).toEqual(['GHSA-bbbb-bbbb-bbbb'])
    expect(await namesOf(mirrors, one, `${server.url}/two.jsonl`)).toEqual(['GHSA-bbbb-bbbb-bbbb'])
    expect(await namesOf(mirrors, other, `${server.url}/two.jsonl`)).toEqual(['GHSA-bbbb-bbbb-bbbb'])
  })
})

describe('An unreadable mirror is reported', () => {
  test('when no copy exists', async () => {
    const server = await serveHttp(() => ({ status: 500 }))
    const { mirrors } = opened()
    const { port, gap } = await mirrors.of(uuidv7(), `${server.url}/all.zip`)
    expect([port, gap]).toEqual([undefined, expect.stringMatching(/failed: .*status 500\.$/)])
  })

  test('when its content is not an advisory', async () => {
    const server = await serveHttp(() => ({ body: 'welcome\n' }))
    expect((await opened().mirrors.of(uuidv7(), `${server.url}/all.jsonl`)).gap).toContain('No advisory could be read')
    expect((await opened().mirrors.of(uuidv7(), server.url)).gap).toContain('does not list any advisory files')
  })

  test('with the age of the copy in use, and is retried after a delay', async () => {
    let works = true
    const server = await serveHttp(() => (works ? { body: lines(OLD) } : { status: 503 }))
    const { mirrors, clock } = opened()
    const organizationId = uuidv7()
    const address = `${server.url}/all.jsonl`
    await namesOf(mirrors, organizationId, address)
    works = false
    clock.time_ms += MIRROR_FRESH_MS + 3_600_000
    const { port, gap, release } = await mirrors.of(organizationId, address)
    expect(await port!.match(LEFT)).toHaveLength(1)
    release()
    expect(gap).toMatch(/status 503\. Used the advisories from 2026-02-03T00:00:00\.000Z, which are 25 hours old\.$/)
    expect((await mirrors.of(organizationId, address)).gap).toBe(gap)
    expect(server.log).toHaveLength(2)
    works = true
    clock.time_ms += MIRROR_RETRY_MS
    expect((await mirrors.of(organizationId, address)).gap).toBeUndefined()
    expect(server.log).toHaveLength(3)
  })

  test('and never served from the copy of another address', async () => {
    const server = await serveHttp(({ url }) => (url === '/one.jsonl' ? { body: lines(OLD) } : { status: 404 }))
    const { mirrors } = opened()
    const organizationId = uuidv7()
    expect(await namesOf(mirrors, organizationId, `${server.url}/one.jsonl`)).toHaveLength(1)
    const { port, gap } = await mirrors.of(organizationId, `${server.url}/gone.jsonl`)
    expect([port, gap]).toEqual([undefined, expect.stringContaining('status 404')])
  })

  test('while it is slow, and no scan waits for it', async () => {
    const server = await serveHttp(() => undefined)
    const { mirrors } = opened({ wait_ms: 50 })
    const { port, gap } = await mirrors.of(uuidv7(), `${server.url}/all.zip`)
    expect([port, gap]).toEqual([undefined, expect.stringContaining('imported for the first time')])
    await mirrors.close()
  })

  test('when it has no TLS and the operator has not allowed its host', async () => {
    const server = await serveHttp(() => ({ body: lines(OLD) }))
    const { mirrors } = opened({ egress: wayOut('') })
    expect((await mirrors.of(uuidv7(), `${server.url}/all.jsonl`)).gap).toContain('Only HTTPS is allowed for')
    expect((await mirrors.of(uuidv7(), '')).gap).toContain('advisory mirror')
    expect(server.log).toEqual([])
  })
})
