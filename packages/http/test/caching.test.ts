import { defineEndpoints, get } from '@gatehouse/contracts'
import { Failure } from '@gatehouse/kernel'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { createLogger, createServer, type HttpServer, type RequestContext } from '../src/index.ts'

const endpoints = defineEndpoints({
  plain: get('/plain', { auth: 'none', response: z.object({}), summary: 'Answer' }),
  kept: get('/kept', { auth: 'none', response: z.object({}), summary: 'Answer what may be kept' }),
  broken: get('/broken', { auth: 'none', response: z.object({}), summary: 'Say that it may be kept, and fail' }),
})

let server: HttpServer
let url: string

beforeAll(async () => {
  const keep = ({ context }: { readonly context: RequestContext }) => {
    context.header('Cache-Control', 'public, max-age=60')
    return {}
  }
  server = createServer({
    service: 'guard',
    title: 'Test',
    description: 'A server for a test.',
    version: '0.0.0',
    endpoints,
    handlers: {
      plain: () => ({}),
      kept: keep,
      broken: (request) => {
        keep(request)
        throw new Failure('not_found', 'Not found.')
      },
    },
    authenticate: { authEnabled: false, tenantByKeyHash: () => undefined, isAdminKey: () => false },
    readiness: {},
    logger: createLogger({ service: 'guard', stream: { write: () => undefined } }),
  })
  url = (await server.listen({ host: '127.0.0.1', port: 0 })).url
})
afterAll(() => server.close())

test.each([
  ['plain', 'no-store'],
  ['kept', 'public, max-age=60'],
  ['broken', 'no-store'],
])('GET /%s has the cache-control value %s', async (path, expected) => {
  expect((await fetch(`${url}/${path}`)).headers.get('cache-control')).toBe(expected)
})
