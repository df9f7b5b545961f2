import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

import { defineEndpoints, del, get, type Handlers, post } from '@gatehouse/contracts'
import { Failure } from '@gatehouse/kernel'
import { z } from 'zod'

import {
  type Authenticator,
  createLogger,
  createServer,
  type HttpServer,
  type KeyRecord,
  type RequestContext,
  type ServerOptions,
} from '../src/index.ts'

export const endpoints = defineEndpoints({
  echo: post('/v1/echo', {
    auth: 'runtime',
    body: z.object({
      message: z.string().min(1).max(3_000_000),
      size: z.number().default(7),
      tags: z.record(z.string(), z.unknown()).optional(),
      kind: z.union([z.object({ name: z.string() }), z.array(z.string())]).optional(),
    }),
    response: z.looseObject({}),
    summary: 'Say the same',
    tags: ['echo'],
    examples: { request: { short: { value: { message: 'hello' } } } },
  }),
  gateway: post('/gateway', {
    auth: 'none',
    body: z.looseObject({}),
    response: z.looseObject({}),
    summary: 'Check Host and Origin with keys',
    checksBrowsers: true,
    checksHost: true,
  }),
  small: post('/v1/small', {
    auth: 'none',
    body: z.looseObject({}),
    bodyLimit_bytes: 1_000,
    response: z.looseObject({}),
    status: 201,
    summary: 'Take little',
  }),
  bytes: post('/v1/bytes', {
    auth: 'none',
    body: z.looseObject({}),
    keepsBytes: true,
    response: z.looseObject({}),
    summary: 'Return the received bytes',
  }),
  thing: get('/v1/things/{thing_id}', {
    auth: 'config',
    query: z.object({ limit: z.coerce.number().int().max(10).default(5) }),
    response: z.looseObject({}),
    summary: 'Read a thing',
  }),
  removeThing: del('/v1/things/{thing_id}', { auth: 'platform', status: 204, summary: 'Remove a thing' }),
  act: post('/v1/act', {
    auth: 'none',
    body: z.object({ what: z.string() }),
    response: z.looseObject({}),
    summary: 'Do as told',
  }),
  wait: post('/v1/wait', {
    auth: 'runtime',
    body: z.object({ wait_ms: z.number() }),
    response: z.looseObject({}),
    summary: 'Answer later',
  }),
  stream: get('/v1/stream', { auth: 'none', produces: 'text/event-stream', summary: 'Stream' }),
})

/** Behavior of `act` by keyword. */
const ACTS: Readonly<Record<string, (context: RequestContext) => unknown>> = {
  crash() {
    throw new Error('secret detail of the database')
  },
  async crashLater() {
    await wait(1)
    throw new TypeError('secret detail of the database')
  },
  async slow() {
    await wait(300)
    return { slow: true }
  },
  never: () => new Promise(() => {}),
  async patient(context) {
    await once(context.signal, 'abort')
    context.log.warn('client left')
    return {}
  },
  busy(context) {
    context.status(429)
    context.header('retry-after', '7')
    return { action: 'block' }
  },
  badHeader: (context) => context.header('x-note', 'two\r\nlines'),
  limited() {
    throw new Failure('rate_limited', 'Too many.', { retryAfter_s: 2.2, extra: { limit: 3 } })
  },
  unavailable() {
    throw new Failure('unavailable', 'The database is unavailable.')
  },
  setting() {
    throw new Failure('invalid_setting', 'DATABASE_URL=postgres://user:secret@host is wrong')
  },
  big: () => ({ value: 1n }),
  bigFailure() {
    throw new Failure('conflict', 'Taken.', { extra: { value: 1n } })
  },
  tenant: (context) => ({ tenant: context.tenantId }),
}

export const handlers: Handlers<typeof endpoints, RequestContext> = {
  echo: ({ body, context }) => ({
    ...body,
    tenant: context.tenantId,
    agent: context.agentKey,
    role: context.userRole,
    trace: context.traceId,
    request: context.requestId,
  }),
  small: ({ body }) => body,
  bytes: ({ body, context }) => ({ body, received: Buffer.from(context.bodyBytes ?? []).toString() }),
  gateway: ({ body }) => body,
  thing: async ({ params, query }) => ({ ...params, ...query }),
  removeThing: () => {},
  act: async ({ body, context }) => (await ACTS[body.what]!(context)) as Record<string, unknown>,
  async wait({ body }) {
    await wait(body.wait_ms)
    return { waited: true }
  },
  async *stream({ context }) {
    const limit = context.traceId === undefined ? 3 : 10_000
    try {
      for (let sent = 1; sent <= limit; sent += 1) {
        yield `data: ${sent}\n\n`
        await wait(20)
      }
    } finally {
      context.log.warn('stream ended')
    }
  },
}

export interface Started {
  readonly server: HttpServer
  readonly url: string
  readonly port: number
  /** Log lines so far, parsed. */
  readonly lines: Record<string, unknown>[]
  readonly text: () => string
}

export const RUNTIME_KEY = 'gk_runtime_0123456789'
export const ADMIN_SCOPE_KEY = 'gk_admin_0123456789'
export const EXPIRED_KEY = 'gk_expired_0123456789'
export const PLATFORM_KEY = 'platform-key-0123456789'
export const NOW_MS = Date.UTC(2026, 0, 1)

const keys = new Map<string, KeyRecord>(
  (
    [
      [RUNTIME_KEY, { tenantId: 'acme', keyId: 'k1', scope: 'runtime' }],
      [ADMIN_SCOPE_KEY, { tenantId: 'acme', keyId: 'k2', scope: 'admin', expiresAt: NOW_MS + 1 }],
      [EXPIRED_KEY, { tenantId: 'acme', keyId: 'k3', scope: 'admin', expiresAt: NOW_MS }],
    ] as const
  ).map(([key, record]) => [createHash('sha256').update(key).digest('hex'), record]),
)

/** Keys looked up at once, as the tenant snapshot in memory does. */
export const authenticate: Authenticator = {
  authEnabled: true,
  tenantByKeyHash: (sha256) => keys.get(sha256),
  isAdminKey: (key) => key === PLATFORM_KEY,
}

/** Starts a server on a free port with an in-memory log. Close it in the test or with `afterEach`. */
export async function start(options: Partial<ServerOptions<typeof endpoints>> = {}): Promise<Started> {
  const written: string[] = []
  const logger = createLogger({ service: 'test', stream: { write: (line) => written.push(line) } })
  const server = createServer({
    service: 'test',
    version: '1.2.3',
    endpoints,
    handlers,
    authenticate,
    logger,
    clock: { now: () => NOW_MS },
    ...options,
  })
  const { url, port } = await server.listen({ host: '127.0.0.1', port: 0 })
  return {
    server,
    url,
    port,
    get lines() {
      return written.map((line) => JSON.parse(line) as Record<string, unknown>)
    },
    text: () => written.join(''),
  }
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: Record<string, unknown>
}

export async function call(url: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(url, init)
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json') === true && text !== ''
  return {
    status: response.status,
    headers: response.headers,
    body: isJson ? (JSON.parse(text) as Record<string, unknown>) : { text },
  }
}

/** Sends a POST with JSON, or with raw bytes. */
export function postJson(url: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  return call(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': RUNTIME_KEY, ...headers },
    body: typeof body === 'string' ? body : body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body),
  })
}

/** Opens a raw TCP connection, for requests that no HTTP client would send. */
export function open(port: number): RawConnection {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true })
  let received = ''
  let closed = false
  socket.on('data', (chunk: Buffer) => {
    received += chunk.toString('latin1')
  })
  socket.on('error', () => {})
  socket.on('close', () => {
    closed = true
  })
  return {
    socket,
    received: () => received,
    closed: () => closed,
    async until(condition, timeout_ms = 5_000) {
      const deadline_ms = performance.now() + timeout_ms
      while (!condition(received, closed)) {
        if (performance.now() > deadline_ms) throw new Error(`not within ${timeout_ms} ms; received: ${received}`)
        await wait(2)
      }
      return received
    },
  }
}

export interface RawConnection {
  readonly socket: Socket
  received(): string
  closed(): boolean
  until(condition: (received: string, closed: boolean) => boolean, timeout_ms?: number): Promise<string>
}
