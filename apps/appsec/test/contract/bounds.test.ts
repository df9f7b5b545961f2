import { readdir, stat } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { patient_ms } from '@gatehouse/testkit'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { UPLOADS } from '../../src/scans/source-files.ts'
import { upload } from '../scans.ts'
import { makeOrganization, makePerson, type Person, send, serve, type Served } from '../serve.ts'

let service: Served
let security: Person
beforeAll(async () => {
  service = await serve()
  security = await makePerson(service.store, await makeOrganization(service.store), 'SECURITY')
})
afterAll(() => service.close())

proves('appsec:trends.days', 'trends cover 7 to 365 days, 30 by default', async () => {
  const days = async (query: string) => {
    const path = `${service.url}/api/dashboard/trends${query}`
    const { status, body } = await send(path, 'GET', undefined, security.key)
    return [status, body['days'], (body['series'] as object[] | undefined)?.length]
  }
  expect(await days('')).toEqual([200, 30, 30])
  expect(await days('?days=7')).toEqual([200, 7, 7])
  expect(await days('?days=365')).toEqual([200, 365, 365])
  for (const out of ['6', '366', '0', '-7', '7.5', 'week', '']) {
    expect(await days(`?days=${out}`)).toEqual([400, undefined, undefined])
  }
})

proves(
  'appsec:permissions.scan-delete',
  'a scan is deleted by a session alone, and not while it is active',
  async () => {
    const { body } = await upload(service, security, { a: 'x' })
    const id = String(body['scanId'])
    const remove = async (by: 'key' | 'session') => {
      const answer = await send(`${service.url}/api/scans/${id}`, 'DELETE', undefined, security[by])
      return [answer.status, answer.body['error'], answer.body['status']]
    }
    for (const status of ['QUEUED', 'RUNNING', 'PAUSED'] as const) {
      await service.store.db.updateTable('scans').set({ status }).where('id', '=', id).execute()
      expect(await remove('session')).toEqual([409, 'conflict', status])
    }
    await service.store.db.updateTable('scans').set({ status: 'COMPLETED' }).where('id', '=', id).execute()
    expect(await remove('key')).toEqual([403, 'insufficient_role', undefined])
    expect(await remove('session')).toEqual([204, undefined, undefined])
    expect(await remove('session')).toEqual([404, 'not_found', undefined])
  },
)

proves('appsec:service.models', 'each organization selects its own model for code analysis', async () => {
  const [person, theirs] = await Promise.all(
    ['ours', 'theirs'].map(async (name) =>
      makePerson(service.store, await makeOrganization(service.store, name), 'ADMIN'),
    ),
  )
  const settings = (caller: Person, body?: object) =>
    send(`${service.url}/api/settings/llm`, body === undefined ? 'GET' : 'PUT', body, caller.session)
  const before = (await settings(theirs!)).body
  const model = { provider: 'custom', baseUrl: 'http://127.0.0.1:9/v1', model: 'ours', apiKey: 'sk-ours' }
  expect((await settings(person!, { ...model, enableLlmSast: true })).status).toBe(200)
  expect((await settings(person!)).body).toMatchObject({ model: 'ours', hasApiKey: true, enableLlmSast: true })
  expect((await settings(theirs!)).body).toEqual(before)
})

proves('appsec:states.values', 'a scan has one of seven statuses, all of which filter lists', async () => {
  const { body } = await upload(service, security, { a: 'x' }, { projectName: 'states' })
  const id = String(body['scanId'])
  const ask = (path: string) => send(`${service.url}/api/scans${path}`, 'GET', undefined, security.key)
  for (const status of ['QUEUED', 'RUNNING', 'PAUSED', 'STOPPED', 'COMPLETED', 'FAILED', 'CANCELLED'] as const) {
    await service.store.db.updateTable('scans').set({ status }).where('id', '=', id).execute()
    expect((await ask(`/${id}`)).body['status']).toBe(status)
    const { scans } = (await ask(`?status=${status}&limit=100`)).body as { scans: { id: string }[] }
    expect(scans.map((scan) => scan.id)).toContain(id)
  }
  expect((await ask('?status=DONE')).status).toBe(400)
})

const MIB = 1024 * 1024
const UPLOAD_BYTES_MAX = 512 * MIB

proves('all:bodies.scan-upload', 'an upload of 512 MiB is streamed to disk, and a larger one is rejected', async () => {
  const small = await uploading(UPLOAD_BYTES_MAX)
  small.socket.write(Buffer.alloc(3 * MIB))
  const folder = join(service.dataDir, UPLOADS)
  const onDisk = async () => {
    const names = await readdir(folder).catch(() => [])
    const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size))
    return Math.max(0, ...sizes)
  }
  await expect.poll(onDisk, { timeout: 5_000 }).toBeGreaterThan(2 * MIB)
  small.socket.destroy()
  await expect.poll(onDisk, { timeout: 5_000 }).toBe(0)

  const large = await uploading(UPLOAD_BYTES_MAX + 2 * MIB)
  expect(await large.answer).toMatch(/^HTTP\/1\.1 413 [^]*"error":"body_too_large"/)
  large.socket.destroy()
})

test('concurrent uploads per organization are limited, and finished uploads free capacity', async () => {
  const arriving = await Promise.all(Array.from({ length: 16 }, () => uploading(MIB)))
  await vi.waitFor(
    async () => {
      const { status, body, headers } = await upload(service, security, { a: 'x' })
      expect([status, body['error'], Number(headers.get('retry-after')) > 0]).toEqual([429, 'rate_limited', true])
    },
    { timeout: patient_ms(5_000) },
  )
  const other = await makePerson(service.store, await makeOrganization(service.store), 'DEVELOPER')
  expect((await upload(service, other, { a: 'x' })).status).toBe(201)
  // JSON is no upload.
  const json = await send(`${service.url}/api/scans`, 'POST', { scanType: 'SECRETS_ONLY' }, security.key)
  expect(json.status).toBe(400)
  for (const { socket } of arriving) socket.destroy()
  await vi.waitFor(async () => expect((await upload(service, security, { a: 'x' })).status).toBe(201), {
    timeout: patient_ms(5_000),
  })
  expect(await readdir(join(service.dataDir, UPLOADS))).toEqual([])
})

/** Starts an upload of a form with this length. */
async function uploading(length: number): Promise<{ readonly socket: Socket; readonly answer: Promise<string> }> {
  const { port } = new URL(service.url)
  const socket = connect(Number(port), '127.0.0.1')
  socket.on('error', () => undefined)
  const answer = new Promise<string>((resolve) => socket.once('data', (bytes) => resolve(String(bytes))))
  socket.write(
    `POST /api/scans HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nauthorization: ${security.key['authorization']}\r\n` +
      `content-length: ${length}\r\ncontent-type: multipart/form-data; boundary=b\r\n\r\n` +
      '--b\r\ncontent-disposition: form-data; name="source"; filename="a.tar"\r\n\r\n',
  )
  return { socket, answer }
}
