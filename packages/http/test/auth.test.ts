import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proves } from '../../../spec/proves.ts'

import {
  ADMIN_SCOPE_KEY,
  authenticate,
  call,
  EXPIRED_KEY,
  open,
  PLATFORM_KEY,
  postJson,
  RUNTIME_KEY,
  start,
  type Started,
} from './support.ts'

let on: Started
let off: Started
let slow: Started
beforeAll(async () => {
  on = await start()
  off = await start({ authenticate: { ...authenticate, authEnabled: false } })
  slow = await start({
    authenticate: {
      authEnabled: true,
      tenantByKeyHash: async (sha256) => authenticate.tenantByKeyHash(sha256),
      isAdminKey: async (key) => authenticate.isAdminKey(key),
    },
  })
})
afterAll(() => Promise.all([on.server.close(), off.server.close(), slow.server.close()]))

const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

describe.each([
  ['a lookup in memory', () => on],
  ['a lookup that takes time', () => slow],
])('a tenant key, with %s', (_name, started) => {
  test.each([
    ['no key', {}, 401, 'missing_tenant_key'],
    ['an empty key', { 'x-api-key': '' }, 401, 'missing_tenant_key'],
    ['another scheme', { authorization: 'Basic YTpi' }, 401, 'missing_tenant_key'],
    ['a bearer without a key', { authorization: 'Bearer  ' }, 401, 'missing_tenant_key'],
    ['an unknown key', { 'x-api-key': 'nope' }, 401, 'invalid_tenant_key'],
    ['a key of half a megabyte of hashing', { 'x-api-key': 'k'.repeat(5_000) }, 401, 'invalid_tenant_key'],
    ['an expired key', { 'x-api-key': EXPIRED_KEY }, 401, 'invalid_tenant_key'],
    ['two different keys', { 'x-api-key': RUNTIME_KEY, ...bearer(ADMIN_SCOPE_KEY) }, 401, 'invalid_tenant_key'],
    ['the same key twice', { 'x-api-key': RUNTIME_KEY, ...bearer(RUNTIME_KEY) }, 200, undefined],
    ['a key in X-API-Key', { 'x-api-key': RUNTIME_KEY }, 200, undefined],
    ['a bearer key', bearer(RUNTIME_KEY), 200, undefined],
    ['a bearer key in lower case', { authorization: `bearer ${RUNTIME_KEY}` }, 200, undefined],
    [
      'the key of another tenant claimed beside it',
      { 'x-api-key': RUNTIME_KEY, 'x-tenant-id': 'other' },
      200,
      undefined,
    ],
  ])('%s', async (_title, headers, status, error) => {
    const answer = await call(`${started().url}/v1/echo`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: '{"message":"hi"}',
    })
    expect([answer.status, answer.body['error']]).toEqual([status, error])
    // An admitted call acts for the key's own tenant; a denied one gets an authentication challenge.
    expect([answer.body['tenant'], answer.headers.get('www-authenticate')]).toEqual(
      status === 200 ? ['acme', null] : [undefined, 'Bearer realm="gatehouse"'],
    )
  })

  test('of scope runtime may not configure', async () => {
    const answer = await call(`${started().url}/v1/things/7`, { headers: { 'x-api-key': RUNTIME_KEY } })
    expect([answer.status, answer.body['error']]).toEqual([403, 'insufficient_scope'])
  })

  test('of scope admin may', async () => {
    const answer = await call(`${started().url}/v1/things/7`, { headers: { 'x-api-key': ADMIN_SCOPE_KEY } })
    expect(answer).toMatchObject({ status: 200, body: { thing_id: '7', limit: 5 } })
  })
})

test.each([
  ['X-API-Key', `x-api-key: ${RUNTIME_KEY}\r\nx-api-key: ${ADMIN_SCOPE_KEY}`],
  ['Authorization', `authorization: Bearer ${RUNTIME_KEY}\r\nauthorization: Bearer ${ADMIN_SCOPE_KEY}`],
  [
    'Authorization, behind a hundred other fields',
    `authorization: Bearer ${RUNTIME_KEY}\r\n${'x: y\r\n'.repeat(150)}Authorization: Bearer ${ADMIN_SCOPE_KEY}`,
  ],
])('two keys in two fields %s are refused', async (_name, fields) => {
  const connection = open(on.port)
  connection.socket.write(`GET /v1/things/7 HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n${fields}\r\n\r\n`)
  const received = await connection.until((_text, closed) => closed)
  expect(received).toMatch(/^HTTP\/1\.1 401 /)
  expect(received).toContain('"error":"invalid_tenant_key"')
})

proves.group(
  ['guard:admin.missing-key', 'guard:admin.invalid-key', 'guard:admin.enforced-always'],
  'the admin key',
  () => {
    test.each([
      ['missing', {}, 401, 'missing_admin_key'],
      ['wrong', { 'x-admin-key': 'wrong' }, 401, 'invalid_admin_key'],
      ['replaced by a tenant key', { 'x-api-key': ADMIN_SCOPE_KEY }, 401, 'missing_admin_key'],
      ['right', { 'x-admin-key': PLATFORM_KEY }, 204, undefined],
    ])('%s', async (_title, headers, status, error) => {
      for (const { url } of [on, off, slow]) {
        const answer = await call(`${url}/v1/things/7`, { method: 'DELETE', headers })
        expect([answer.status, answer.body['error']]).toEqual([status, error])
      }
    })
  },
)

describe('with authentication off', () => {
  test('every call uses the default tenant, regardless of its key', async () => {
    expect((await postJson(`${off.url}/v1/echo`, { message: 'x' }, { 'x-api-key': 'whatever' })).body['tenant']).toBe(
      'default',
    )
    expect((await call(`${off.url}/v1/things/7`)).status).toBe(200)
  })
})

describe('the headers of an agent and of a role', () => {
  test.each([
    ['are read', { 'x-agent-key': 'agent-1', 'x-user-role': 'nurse' }, 'agent-1', 'nurse'],
    ['have a second name', { 'x-agent-id': 'agent-2' }, 'agent-2', undefined],
    ['may be given twice alike', { 'x-agent-id': 'a', 'x-agent-key': 'a' }, 'a', undefined],
  ])('%s', async (_title, headers, agent, role) => {
    const { body } = await postJson(`${on.url}/v1/echo`, { message: 'x' }, headers)
    expect([body['agent'], body['role']]).toEqual([agent, role])
  })

  test.each([
    ['too long', { 'x-agent-key': 'a'.repeat(129) }],
    ['unsafe', { 'x-user-role': 'nurse" or 1=1' }],
    ['contradictory', { 'x-agent-id': 'a', 'x-agent-key': 'b' }],
  ])('are refused when %s', async (_title, headers) => {
    expect((await postJson(`${on.url}/v1/echo`, { message: 'x' }, headers)).status).toBe(422)
  })
})

test('a handler that requires a tenant fails on an endpoint without a tenant', async () => {
  const answer = await postJson(`${on.url}/v1/act`, { what: 'tenant' })
  expect([answer.status, answer.body['error']]).toEqual([500, 'internal_error'])
})
