import { defineEndpoints, get, post } from '@gatehouse/contracts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'

import { createLogger, createServer, type HttpServer } from '../src/index.ts'
import { authenticate, call } from './support.ts'

const response = z.object({ ours: z.boolean() })
const endpoints = defineEndpoints({
  anthropic: post('/v1/anthropic', {
    auth: 'none',
    summary: 'Say something',
    body: z.object({ model: z.string() }),
    response,
    problems: 'anthropic',
  }),
  openai: post('/v1/openai', {
    auth: 'runtime',
    summary: 'Say something',
    body: z.object({ model: z.string() }),
    response,
    problems: 'openai',
  }),
  json_rpc: post('/v1/rpc', { auth: 'none', summary: 'Call', body: z.unknown(), response, problems: 'json_rpc' }),
  list: get('/v1/list', { auth: 'none', summary: 'List', response, problems: 'anthropic' }),
})

let server: HttpServer
let url = ''
beforeAll(async () => {
  const fine = () => ({ ours: true })
  server = createServer({
    service: 'own',
    version: '1',
    authenticate,
    logger: createLogger({ service: 'own', stream: { write: () => {} } }),
    endpoints,
    handlers: { anthropic: fine, openai: fine, json_rpc: fine, list: fine },
  })
  url = (await server.listen({ host: '127.0.0.1', port: 0 })).url
})
afterAll(() => server.close())

const send = (path: string, body: string) =>
  call(`${url}${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })

test('an unsupported method returns an error in the format of the API', async () => {
  const answer = await call(`${url}/v1/list`, { method: 'DELETE' })
  expect(answer).toMatchObject({
    status: 405,
    body: { type: 'error', error: { type: 'invalid_request_error', code: 'method_not_allowed' } },
  })
  expect(answer.headers.get('allow')).toBe('GET, HEAD')
})

test('an invalid body returns 400 with its location', async () => {
  const answer = await send('/v1/anthropic', '{"model": 7}')
  expect(answer).toMatchObject({ status: 400, body: { type: 'error', error: { type: 'invalid_request_error' } } })
  expect(answer.body['error']).toMatchObject({ message: expect.stringContaining('model') as string })
})

test('a missing key returns an error in the format of the API', async () => {
  expect(await send('/v1/openai', '{"model": "m"}')).toMatchObject({
    status: 401,
    body: {
      error: { type: 'authentication_error', code: 'missing_tenant_key', message: expect.any(String) as string },
    },
  })
})

test('invalid JSON returns a JSON-RPC error', async () => {
  expect(await send('/v1/rpc', '{')).toMatchObject({
    status: 400,
    body: { jsonrpc: '2.0', id: null, error: { code: -32_700, message: expect.any(String) as string } },
  })
})
