import { complaints } from '@gatehouse/testkit'
import { afterEach, expect, test } from 'vitest'
import { markerRegistry } from '../marker-scanner.ts'
import { isOver, scanned, until, upload } from '../scans.ts'
import { makeOrganization, makePerson, type Person, send, serve, type Served } from '../serve.ts'
import { artifact, document, linesOf } from './artifacts.ts'

const responses: Served[] = []
afterEach(async () => {
  for (const item of responses.splice(0)) await item.close()
})

const FILES = { 'a.txt': 'BAD HIGH first', 'b.txt': 'BAD HIGH second' }

/** Starts a service whose scan of the second file blocks until the test releases it. */
async function start(): Promise<{ on: Served; ann: Person; go: () => void }> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const onShard = async (path: string, signal: AbortSignal): Promise<void> => {
    if (path !== 'b.txt') return
    const aborted = new Promise<void>((end) => signal.addEventListener('abort', () => end(), { once: true }))
    await Promise.race([promise, aborted])
    signal.throwIfAborted()
  }
  const on = await serve({ worker: { hold_ms: 20, lanes: 1 }, scanners: markerRegistry({ onShard }) })
  responses.push(on)
  return { on, ann: await makePerson(on.store, await makeOrganization(on.store), 'ADMIN'), go: resolve }
}

const move = (on: Served, ann: Person, id: unknown, word: string) =>
  send(`${on.url}/api/scans/${String(id)}/${word}`, 'POST', {}, ann.session)

test('a stopped scan has all artifacts except the gate record; resuming it increments versions', async () => {
  const { on, ann, go } = await start()
  const { body } = await upload(on, ann, FILES)
  const id = body['scanId']
  await until(on, ann, id, ({ status, scannerProgress }) => {
    const progress = (scannerProgress as Record<string, { filesCompleted: number }>)['SECRETS_PATTERN']
    return status === 'RUNNING' && progress?.filesCompleted === 1
  })
  await move(on, ann, id, 'stop')
  await until(on, ann, id, ({ artifacts }) => (artifacts as unknown[]).length > 0)
  const { text: log } = await artifact(on, ann, id, 'log')
  expect(log).toContain('"event":"scanner.ended","scanner":"SECRETS_PATTERN","status":"STOPPED"')
  const kinds = (await linesOf(on, ann, id)).map(({ kind }) => kind)
  expect(kinds).toEqual(['cyclonedx', 'cyclonedx-vex', 'log', 'openvex', 'sarif', 'signature', 'spdx'])
  const partial = await document(on, ann, id, 'sarif')
  expect(complaints.sarif(partial)).toEqual([])
  expect(partial).toMatchObject({ runs: [{ results: [{}], invocations: [{ executionSuccessful: false }] }] })
  expect(await document(on, ann, id, 'cyclonedx')).toMatchObject({ version: 1 })
  const { status, text } = await artifact(on, ann, id, 'gate-decision')
  expect([status, text]).toEqual([
    404,
    expect.stringContaining('The scan is STOPPED and has no gate-decision artifact'),
  ])

  go()
  await move(on, ann, id, 'resume')
  await until(on, ann, id, isOver)
  expect(await document(on, ann, id, 'sarif')).toMatchObject({ runs: [{ results: [{}, {}] }] })
  expect(await document(on, ann, id, 'cyclonedx')).toMatchObject({ version: 2 })
  expect(await document(on, ann, id, 'gate-decision')).toMatchObject({ scanStatus: 'COMPLETED' })
})

test('a cancelled scan stores no artifacts and reports the cancellation', async () => {
  const { on, ann } = await start()
  const { body } = await upload(on, ann, FILES)
  const id = body['scanId']
  await until(on, ann, id, ({ status }) => status === 'RUNNING')
  const early = await artifact(on, ann, id, 'sarif')
  expect([early.status, early.text]).toEqual([404, expect.stringContaining('its artifacts are created when it ends')])
  await move(on, ann, id, 'stop')
  await until(on, ann, id, ({ artifacts }) => (artifacts as unknown[]).length > 0)
  await move(on, ann, id, 'cancel')
  expect(await linesOf(on, ann, id)).toEqual([])
  const { status, text } = await artifact(on, ann, id, 'sarif')
  expect([status, text]).toEqual([404, expect.stringContaining('was cancelled')])
})

test('a scan with a failed scanner has all artifacts, and none reports success', async () => {
  const { on, ann, go } = await start()
  go()
  const { id, status } = await scanned(on, ann, { ...FILES, 'broken.txt': 'x' })
  expect(status).toBe('FAILED')
  expect(await document(on, ann, id, 'gate-decision')).toMatchObject({ gateResult: 'FAILED', scanStatus: 'FAILED' })
  expect(await document(on, ann, id, 'sarif')).toMatchObject({
    runs: [{ invocations: [{ executionSuccessful: false }] }],
  })
  expect((await artifact(on, ann, id, 'log')).text).toContain('"event":"gap"')
})
