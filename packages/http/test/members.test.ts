import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { defineEndpoints, get, type Handlers, post } from '@gatehouse/contracts'
import { SESSION_COOKIE } from '@gatehouse/contracts/appsec'
import { uuidv7 } from '@gatehouse/kernel'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'

import {
  createLogger,
  createServer,
  type HttpServer,
  isSavedFile,
  memberOf,
  type RequestContext,
} from '../src/index.ts'

const FILE_BYTES_MAX = 3_000_000
const folder = join(tmpdir(), `uploads-${uuidv7()}`)

const rows = defineEndpoints({
  read: get('/api/things', { auth: 'member', response: z.looseObject({}), summary: 'Read' }),
  write: post('/api/things', { auth: 'member', role: 'SECURITY', response: z.looseObject({}), summary: 'Write' }),
  signed: post('/api/signed', { auth: 'member', sessionOnly: true, response: z.looseObject({}), summary: 'Sign' }),
  upload: post('/api/uploads', {
    auth: 'member',
    form: { files: ['source'], json: ['data'], toDisk: true, orJson: true },
    bodyLimit_bytes: FILE_BYTES_MAX,
    body: z.object({ source: z.custom(isSavedFile).optional(), note: z.string().optional() }),
    response: z.looseObject({}),
    summary: 'Upload',
  }),
})

const caller = (context: RequestContext) => {
  const { role, email, organizationId } = memberOf(context)
  return { role, email, organizationId }
}
const handlers: Handlers<typeof rows, RequestContext> = {
  read: ({ context }) => caller(context),
  write: ({ context }) => caller(context),
  signed: ({ context }) => caller(context),
  async upload({ body: { source, note } }) {
    if (!isSavedFile(source)) return { note, source: typeof source }
    const bytes = await readFile(source.path)
    return {
      note,
      name: source.name,
      size: source.size_bytes,
      sha256: source.sha256,
      read: bytes.length,
      path: source.path,
    }
  },
}

const sha256 = (text: string | Uint8Array) => createHash('sha256').update(text).digest('hex')
const person = { organizationId: 'o1', memberId: 'm1', userId: 'u1', email: 'ann@example.org' }
const NOW_MS = Date.UTC(2026, 0, 1)

let server: HttpServer
let url: string
let port: number
beforeAll(async () => {
  server = createServer({
    service: 'test',
    version: '1',
    endpoints: rows,
    handlers,
    logger: createLogger({ service: 'test', stream: { write: () => undefined } }),
    validationStyle: 'appsec',
    clock: { now: () => NOW_MS },
    uploadFolder: folder,
    authenticate: {
      authEnabled: true,
      tenantByKeyHash: () => undefined,
      isAdminKey: () => false,
      members: {
        memberByKeyHash: async (hash) =>
          ({
            [sha256('dev-key')]: { ...person, keyId: 'k1', role: 'DEVELOPER' as const },
            [sha256('old-key')]: { ...person, keyId: 'k2', role: 'DEVELOPER' as const, expiresAt: NOW_MS },
          })[hash],
        memberBySessionHash: async (hash) =>
          ({
            [sha256('boss')]: { ...person, sessionId: 's1', role: 'ADMIN' as const },
            [sha256('guest')]: { ...person, sessionId: 's2', role: 'VIEWER' as const },
          })[hash],
      },
    },
  })
  ;({ url, port } = await server.listen({ host: '127.0.0.1', port: 0 }))
})
afterAll(() => server.close())

const cookie = (token: string) => ({ cookie: `a=b; ${SESSION_COOKIE}=${token}; c=d` })
/** As a page of the service itself sends it. */
const own = (token: string) => ({ ...cookie(token), 'sec-fetch-site': 'same-origin' })
const bearer = (key: string) => ({ authorization: `Bearer ${key}` })
async function ask(method: string, path: string, headers: Record<string, string>) {
  const answer = await fetch(`${url}${path}`, { method, headers })
  const body = (await answer.json()) as Record<string, unknown>
  return [answer.status, answer.ok ? body['role'] : body['error']]
}

describe('caller identity', () => {
  test.each([
    ['nobody', 'GET', '/api/things', {}, 401, 'Unauthorized'],
    ['an unknown key', 'GET', '/api/things', bearer('nope'), 401, 'Unauthorized'],
    ['an expired key', 'GET', '/api/things', bearer('old-key'), 401, 'Unauthorized'],
    [
      'a wrong key beside a session that holds',
      'GET',
      '/api/things',
      { ...bearer('nope'), ...cookie('boss') },
      401,
      'Unauthorized',
    ],
    [
      'another scheme beside a session',
      'GET',
      '/api/things',
      { authorization: 'Basic YTpi', ...cookie('boss') },
      401,
      'Unauthorized',
    ],
    ['an unknown session', 'GET', '/api/things', cookie('nope'), 401, 'Unauthorized'],
    [
      'two cookies of that name',
      'GET',
      '/api/things',
      { cookie: `${SESSION_COOKIE}=boss; ${SESSION_COOKIE}=guest` },
      401,
      'Unauthorized',
    ],
    ['a key', 'GET', '/api/things', bearer('dev-key'), 200, 'DEVELOPER'],
    ['a session', 'GET', '/api/things', cookie('guest'), 200, 'VIEWER'],
    ['a role that is enough', 'POST', '/api/things', own('boss'), 200, 'ADMIN'],
    ['a role that is not', 'POST', '/api/things', own('guest'), 403, 'insufficient_role'],
    ['a key that is not enough', 'POST', '/api/things', bearer('dev-key'), 403, 'insufficient_role'],
    ['a key where a session is asked for', 'POST', '/api/signed', bearer('dev-key'), 403, 'insufficient_role'],
    ['a session there', 'POST', '/api/signed', own('guest'), 200, 'VIEWER'],
  ] as const)('%s', async (_title, method, path, headers, status, text) => {
    expect(await ask(method, path, headers)).toEqual([status, text])
  })
})

describe('a write with a cookie', () => {
  test.each([
    ['from a page of another site', { origin: 'https://evil.example' }, 403],
    ['from a page without an origin', { origin: 'null' }, 403],
    ['without a word on where it comes from', {}, 403],
    ['from outside of any page', { 'sec-fetch-site': 'none' }, 403],
    ['from another site as the browser says', { 'sec-fetch-site': 'cross-site' }, 403],
    ['from a sibling site', { 'sec-fetch-site': 'same-site' }, 403],
    ['from its own page as the browser says', { 'sec-fetch-site': 'same-origin' }, 200],
  ] as const)('%s', async (_title, headers, status) => {
    expect((await ask('POST', '/api/things', { ...cookie('boss'), ...headers }))[0]).toBe(status)
  })

  test('from its own page', async () => {
    expect((await ask('POST', '/api/things', { ...cookie('boss'), origin: url }))[0]).toBe(200)
  })
})

describe('files that go to disk', () => {
  const upload = (form: FormData) =>
    fetch(`${url}/api/uploads`, { method: 'POST', headers: bearer('dev-key'), body: form })
  const formOf = (bytes: Uint8Array<ArrayBuffer>, more: Record<string, string> = {}) => {
    const form = new FormData()
    form.set('source', new Blob([bytes]), '../../etc/a name.tgz')
    for (const [name, value] of Object.entries(more)) form.set(name, value)
    return form
  }
  /** Returns the remaining files after the server had time to remove them. */
  const left = async () => {
    for (let tries = 0; tries < 100 && (await readdir(folder)).length > 0; tries += 1) await wait(10)
    return readdir(folder)
  }

  test('arrive whole, under a name of our own, and are gone after the answer', async () => {
    const bytes = new Uint8Array(2_000_000).map((_, index) => index * 7)
    const answer = await upload(formOf(bytes, { note: 'n' }))
    const body = (await answer.json()) as Record<string, unknown>
    expect(body).toMatchObject({ note: 'n', size: bytes.length, read: bytes.length, sha256: sha256(bytes) })
    expect(String(body['path']).startsWith(folder)).toBe(true)
    expect(await left()).toEqual([])
    expect(existsSync(String(body['path']))).toBe(false)
  })

  test('a file over the limit is rejected and deleted', async () => {
    const answer = await upload(formOf(new Uint8Array(FILE_BYTES_MAX + 1)))
    expect(answer.status).toBe(413)
    expect(await left()).toEqual([])
  })

  test('two files with the same name are rejected and deleted', async () => {
    const form = formOf(new Uint8Array(10))
    form.append('source', new Blob([new Uint8Array(20)]), 'b')
    const answer = await upload(form)
    expect([answer.status, ((await answer.json()) as { details: unknown }).details]).toMatchObject([
      400,
      [{ path: 'source' }],
    ])
    expect(await left()).toEqual([])
  })

  test('a client that disconnects during an upload leaves no file', async () => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write(
      'POST /api/uploads HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer dev-key\r\ncontent-length: 1000000\r\n' +
        'content-type: multipart/form-data; boundary=b\r\n\r\n--b\r\n' +
        'content-disposition: form-data; name="source"; filename="a"\r\n\r\nsome bytes',
    )
    for (let tries = 0; tries < 200 && (await readdir(folder)).length === 0; tries += 1) await wait(10)
    expect(await readdir(folder)).toHaveLength(1)
    socket.destroy()
    expect(await left()).toEqual([])
  })

  test.each([
    ['after the file', ['source', 'data']],
    ['before the file', ['data', 'source']],
    ['between files', ['source', 'data', 'source']],
  ])('an unreadable part %s is rejected, keeps the connection and leaves no file', async (_, parts) => {
    const form = new FormData()
    for (const part of parts) form.append(part, part === 'data' ? '{broken' : new Blob([new Uint8Array(10)]))
    const answer = await upload(form)
    const { error, details } = (await answer.json()) as { error: string; details: { path: string }[] }
    expect([answer.status, error, details[0]?.path]).toEqual([400, 'invalid_request', 'data'])
    expect(await left()).toEqual([])
    expect((await upload(formOf(new Uint8Array(1)))).status).toBe(200)
  })

  test('JSON is accepted instead of a form, and cannot name a file', async () => {
    const headers = { ...bearer('dev-key'), 'content-type': 'application/json' }
    const body = JSON.stringify({ note: 'n', source: { path: '/etc/passwd', name: 'x', size_bytes: 1, sha256: 'x' } })
    const answer = await fetch(`${url}/api/uploads`, { method: 'POST', headers, body })
    expect([answer.status, await answer.json()]).toMatchObject([400, { details: [{ path: 'source' }] }])
  })
})
