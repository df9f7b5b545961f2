import { Failure, messageOf } from '@gatehouse/kernel'
import type { z } from 'zod'
import type { Io } from '../command.ts'

/** Gatehouse service with an API key. */
export interface Server {
  readonly url: string
  /** Gets a document. @throws {Failure} with one sentence if the server rejects the request or responds in another format */
  get<Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.output<Schema>>
  /** Posts a request. @throws {Failure} like {@link get} */
  ask<Schema extends z.ZodType>(path: string, body: unknown, schema: Schema): Promise<z.output<Schema>>
  /** Puts a document and returns the response. @throws {Failure} like {@link get} */
  put<Schema extends z.ZodType>(path: string, body: unknown, schema: Schema): Promise<z.output<Schema>>
  /** Posts a form. @throws {Failure} like {@link get} */
  upload<Schema extends z.ZodType>(path: string, form: FormData, schema: Schema): Promise<z.output<Schema>>
  /** Sends a write request. @throws {Failure} with the server's reasons */
  send(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<void>
}

const DEFAULT_URL = { guard: 'http://127.0.0.1:4000', appsec: 'http://127.0.0.1:4100' } as const

/** Enough to compile a policy with ten thousand examples. */
const TIMEOUT_MS = 60_000

/** Own limit: several times what a tenant can store. */
const ANSWER_BYTES_MAX = 64 * 1024 * 1024

/** Own limit of the printed reasons of one rejection. */
const REASONS_MAX = 10

/**
 * Returns the service at `--url` or `GATEHOUSE_URL`, with the key in `GATEHOUSE_API_KEY`. The key is never a command-line argument,
 * because other users of the machine could see it.
 * @throws {Failure} `invalid_setting`
 */
export function serverAt(
  input: string | undefined,
  { env, stderr }: Pick<Io, 'env' | 'stderr'>,
  service: keyof typeof DEFAULT_URL = 'guard',
): Server {
  const text = input ?? env['GATEHOUSE_URL'] ?? DEFAULT_URL[service]
  const base = URL.parse(text)
  if (base === null || !/^https?:$/.test(base.protocol) || base.username !== '' || base.password !== '') {
    throw new Failure('invalid_setting', 'Invalid service URL. Expected: https://host:port.')
  }
  const key = env['GATEHOUSE_API_KEY']
  if (key !== undefined && base.protocol === 'http:' && !isLoopback(base.hostname)) {
    stderr.write(`gatehouse: warning: the key is sent to ${base.host} unencrypted; use https.\n`)
  }
  const origin = text.replace(/\/+$/, '')
  const headers = headersOf(service, key)
  return {
    url: origin,
    get: async (path, schema) => understood(await sendRequest('GET', origin, path, { headers }), schema, origin + path),
    ask: async (path, body, schema) =>
      understood(await sendRequest('POST', origin, path, withBody(body, headers)), schema, origin + path),
    put: async (path, body, schema) =>
      understood(await sendRequest('PUT', origin, path, withBody(body, headers)), schema, origin + path),
    upload: async (path, form, schema) =>
      understood(await sendRequest('POST', origin, path, { headers, body: form }), schema, origin + path),
    async send(method, path, body) {
      await sendRequest(method, origin, path, body === undefined ? { headers } : withBody(body, headers))
    },
  }
}

function headersOf(service: keyof typeof DEFAULT_URL, key: string | undefined): Readonly<Record<string, string>> {
  if (key === undefined) return {}
  return service === 'guard' ? { 'x-api-key': key } : { authorization: `Bearer ${key}` }
}

function withBody(body: unknown, headers: Readonly<Record<string, string>>): RequestInit {
  return { body: JSON.stringify(body), headers: { ...headers, 'content-type': 'application/json' } }
}

function understood<Schema extends z.ZodType>(answer: unknown, schema: Schema, from: string): z.output<Schema> {
  const parsed = schema.safeParse(answer)
  if (!parsed.success) throw new Failure('unavailable', `Unsupported response from ${from}.`)
  return parsed.data
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host)
}

async function sendRequest(method: string, origin: string, path: string, init: RequestInit): Promise<unknown> {
  let response: Response
  let text: string
  try {
    // A redirect could send the key to another host.
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    response = await fetch(`${origin}${path}`, { ...init, method, redirect: 'error', signal })
    text = await boundedText(response)
  } catch (error) {
    if (error instanceof Failure) throw error
    const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
    throw new Failure('unavailable', `Cannot reach the service at ${origin}: ${messageOf(cause)}`)
  }
  const answer = parsedJson(text)
  if (response.ok) return answer
  const hint = response.status === 401 ? ' Set the key in GATEHOUSE_API_KEY.' : ''
  throw new Failure('unavailable', `${method} ${path} failed (${response.status}): ${reasonOf(answer)}${hint}`)
}

async function boundedText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > ANSWER_BYTES_MAX) throw new Failure('body_too_large', 'The response of the service is too large.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Control characters, which must not reach a terminal. */
const CONTROLS = /\p{Cc}+/gu

/** Returns the server's message, or its violations with their paths. */
function reasonOf(answer: unknown): string {
  const { detail: first, message } = (answer ?? {}) as { detail?: unknown; message?: unknown }
  const detail = first ?? message
  if (typeof detail === 'string') return detail.replace(CONTROLS, ' ')
  if (!Array.isArray(detail)) return 'no reason given'
  const reasons = (detail as { loc?: unknown; msg?: unknown }[]).slice(0, REASONS_MAX).map(({ loc, msg }) => {
    const place = Array.isArray(loc) ? loc.filter((step) => step !== 'body').join('.') : ''
    return `${place === '' ? '' : `${place}: `}${String(msg)}`
  })
  return reasons.join('; ').replace(CONTROLS, ' ')
}
