import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, vi } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { markerRegistry } from '../marker-scanner.ts'
import { findingsOf, isOver, until, upload } from '../scans.ts'
import { makeOrganization, makePerson, type Person, send, serve, type Served } from '../serve.ts'

let service: Served
let ann: Person
/** Shards of files called `hold…` wait until this is called. */
let release: () => void
let current = Promise.withResolvers<void>()
const runs: string[] = []
beforeAll(async () => {
  release = () => current.resolve()
  const onShard = async (path: string, signal: AbortSignal): Promise<void> => {
    runs.push(path)
    if (!path.startsWith('hold')) return
    await Promise.race([current.promise, new Promise((_, reject) => signal.addEventListener('abort', reject))])
  }
  service = await serve({ worker: { hold_ms: 50, idle_ms: 50, lanes: 1 }, scanners: markerRegistry({ onShard }) })
  ann = await makePerson(service.store, await makeOrganization(service.store), 'SECURITY')
})
afterAll(async () => {
  release()
  await service.close()
})

const FILES = { a: 'BAD HIGH first', 'hold-b': 'BAD LOW second', 'hold-c': 'BAD MEDIUM third' }
const act = (scanId: unknown, word: string) =>
  send(`${service.url}/api/scans/${String(scanId)}/${word}`, 'POST', undefined, ann.session)
const is = (status: string) => (scan: Readonly<Record<string, unknown>>) => scan['status'] === status
const titles = async (scanId: unknown) => (await findingsOf(service, ann, scanId)).findings.map(({ title }) => title)

/** Creates a scan that has finished its first file and blocks at the second. */
async function heldScan(): Promise<unknown> {
  current = Promise.withResolvers<void>()
  runs.length = 0
  const { body } = await upload(service, ann, FILES)
  await until(service, ann, body['scanId'], ({ scannerProgress }) => {
    const state = (scannerProgress as Record<string, { filesCompleted: number; status: string }>)['SECRETS_PATTERN']
    return state?.filesCompleted === 1 && state.status === 'RUNNING'
  })
  await vi.waitUntil(() => runs.includes('hold-b'), { timeout: 60_000 })
  return body['scanId']
}

proves(
  [
    'appsec:status.pause',
    'appsec:status.resume-paused',
    'appsec:states.pause',
    'appsec:states.resume',
    'appsec:endpoints.scan-actions',
    'appsec:finer.actions-200',
    'appsec:status.wrong-409',
    'appsec:status.values',
  ],
  'a pause ends the work within 2 s, and going on begins after the last shard that was done',
  async () => {
    const id = await heldScan()
    runs.length = 0
    const paused = await act(id, 'pause')
    expect([paused.status, paused.body['status'], paused.body['id']]).toEqual([200, 'PAUSED', id])
    expect(paused.body['scannerProgress']).toMatchObject({
      SECRETS_PATTERN: { status: 'PAUSED', filesCompleted: 1 },
    })
    const answer = await act(id, 'pause')
    expect([answer.status, answer.body['status'], answer.body['detail']]).toEqual([
      409,
      'PAUSED',
      expect.stringContaining('PAUSED'),
    ])
    // The worker stops waiting without a release of the shard: it can execute another scan.
    const other = await upload(service, ann, { z: 'BAD HIGH other' })
    await until(service, ann, other.body['scanId'], isOver)
    expect(runs).toEqual(['z'])
    const resumed = await act(id, 'resume')
    expect([resumed.status, resumed.body['status']]).toEqual([200, 'RUNNING'])
    expect(resumed.body['scannerProgress']).toMatchObject({ SECRETS_PATTERN: { status: 'RUNNING' } })
    release()
    const scan = await until(service, ann, id, isOver)
    expect(scan).toMatchObject({ status: 'COMPLETED', highCount: 1, mediumCount: 1, lowCount: 1 })
    expect(runs).toEqual(['z', 'hold-b', 'hold-c'])
    for (const word of ['pause', 'resume', 'stop', 'cancel']) {
      expect([word, (await act(id, word)).body['status']]).toEqual([word, 'COMPLETED'])
    }
  },
)

proves(
  ['appsec:status.stop', 'appsec:status.resume-stopped', 'appsec:states.stop'],
  'a stop keeps the findings, and so does a resume, with the same ids',
  async () => {
    const id = await heldScan()
    const stopped = await act(id, 'stop')
    expect([stopped.status, stopped.body['status']]).toEqual([200, 'STOPPED'])
    const partial = await until(service, ann, id, ({ highCount }) => highCount === 1)
    expect(partial).toMatchObject({ status: 'STOPPED', gateResult: 'PENDING', completedAt: null })
    expect(partial['scannerProgress']).toMatchObject({ SECRETS_PATTERN: { status: 'STOPPED', filesCompleted: 1 } })
    const [first] = (await findingsOf(service, ann, id)).findings
    expect(first?.title).toContain('first')
    expect((await act(id, 'stop')).status).toBe(409)
    const resumed = await act(id, 'resume')
    // An idle worker polls, and may already have claimed it.
    expect([resumed.status, ['QUEUED', 'RUNNING']]).toEqual([200, expect.arrayContaining([resumed.body['status']])])
    expect(await titles(id)).toEqual(['Marked as bad: first'])
    release()
    await until(service, ann, id, isOver)
    const { findings } = await findingsOf(service, ann, id)
    expect(findings.map(({ severity }) => severity)).toEqual(['HIGH', 'MEDIUM', 'LOW'])
    expect(findings[0]?.id).toBe(first?.id)
  },
)

proves(
  ['appsec:status.cancel', 'appsec:states.cancel'],
  'a cancel deletes the findings, also after a stop, and the scan can be repeated',
  async () => {
    const id = await heldScan()
    await act(id, 'stop')
    await until(service, ann, id, ({ highCount }) => highCount === 1)
    const cancelled = await act(id, 'cancel')
    expect([cancelled.status, cancelled.body]).toEqual([
      200,
      expect.objectContaining({ status: 'CANCELLED', highCount: 0, scannerProgress: {} }),
    ])
    expect(await titles(id)).toEqual([])
    expect((await act(id, 'resume')).status).toBe(409)
    const running = await heldScan()
    expect((await act(running, 'cancel')).body['status']).toBe('CANCELLED')
    expect((await act(running, 'rescan')).status).toBe(201)
    release()
    await wait(100)
    expect((await until(service, ann, running, is('CANCELLED')))['highCount']).toBe(0)
  },
)

proves(
  ['appsec:endpoints.scans', 'appsec:gates.failed-never-passes'],
  'a scanner that fails on a file fails the scan, which keeps its findings and reports the gap',
  async () => {
    release()
    const { body } = await upload(service, ann, { ok: 'BAD LOW kept', broken: 'x' })
    const scan = await until(service, ann, body['scanId'], isOver)
    expect(scan).toMatchObject({
      status: 'FAILED',
      gateResult: 'FAILED',
      lowCount: 1,
      infoCount: 1,
      errorMessage: expect.stringContaining('SECRETS_PATTERN'),
      scannerProgress: { SECRETS_PATTERN: { status: 'FAILED' } },
    })
    const { findings } = await findingsOf(service, ann, body['scanId'])
    expect(findings.map(({ title, description }) => [title, description])).toEqual([
      ['Marked as bad: kept', expect.anything()],
      ['Secret detection incomplete: scanner error', expect.stringContaining('gave up')],
    ])
  },
)

proves('appsec:record.progress', 'progress and status are sent as events until the end, each once', async () => {
  const id = await heldScan()
  const open = (headers = {}) =>
    fetch(`${service.url}/api/scans/${String(id)}/events`, { headers: { ...ann.key, ...headers } })
  const response = await open()
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  setTimeout(() => release(), 700)
  const text = await response.text()
  const events = [...text.matchAll(/^event: (\w+)\nid: (\w+)\ndata: (.+)$/gm)]
  expect(events.map(([, name]) => name)).toEqual(expect.arrayContaining(['status', 'end']))
  expect(events.at(-1)?.[1]).toBe('end')
  expect(JSON.parse(events.at(-1)?.[3] ?? '')).toMatchObject({ status: 'COMPLETED', highCount: 1 })
  const ids = events.map(([, , item]) => item)
  expect(new Set(ids).size).toBe(ids.length)
  // A late reconnection gets only the end event.
  const later = await (await open({ 'last-event-id': ids[0] ?? '' })).text()
  expect([...later.matchAll(/^event: (\w+)$/gm)].map(([, name]) => name)).toEqual(['end'])
})
