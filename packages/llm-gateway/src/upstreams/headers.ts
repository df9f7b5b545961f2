import type { ChatDialect, UpstreamRequest } from './model-upstreams.ts'
import { containsSecret } from './scrub.ts'
import type { OpenedSecrets } from './upstream.ts'

/** Client headers that affect the provider's behavior, without keys. */
const CLIENT_HEADERS = new Set(['anthropic-version', 'anthropic-beta', 'openai-beta', 'idempotency-key'])
/** The current version of Anthropic's API. */
const ANTHROPIC_VERSION = '2023-06-01'

/** Response headers that are relevant to the client: content type and retry delay. */
const ANSWER_HEADERS =
  /^(?:content-type|retry-after|retry-after-ms|x-should-retry|openai-processing-ms|x-ratelimit-[a-z0-9-]{1,60}|anthropic-ratelimit-[a-z0-9-]{1,60})$/
/** Request id headers of providers. The gateway's own id uses the usual name. */
const REQUEST_ID_HEADERS = ['x-request-id', 'request-id']
const UPSTREAM_REQUEST_ID = 'x-upstream-request-id'
const HEADER_CHARS_MAX = 512
const PRINTABLE = /^[\x20-\x7e]*$/

/** Returns the headers for an upstream, with its own key and never the client's. */
export function headersOut(
  { dialect, stream, headers }: Pick<UpstreamRequest, 'dialect' | 'stream' | 'headers'>,
  secrets: OpenedSecrets,
): Readonly<Record<string, string>> {
  const out: Record<string, string> = {
    'content-type': 'application/json',
    accept: stream ? 'text/event-stream, application/json' : 'application/json',
    'user-agent': 'gatehouse',
  }
  for (const [name, value] of Object.entries(headers)) if (CLIENT_HEADERS.has(name)) out[name] = value
  return Object.assign(out, authentication(dialect, secrets, out))
}

/** Returns the key in the header of the dialect, and the configured headers of the upstream. */
export function authentication(
  dialect: ChatDialect,
  { apiKey, headers }: OpenedSecrets,
  input: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const out: Record<string, string> = {}
  if (dialect === 'anthropic') {
    out['anthropic-version'] = input['anthropic-version'] ?? ANTHROPIC_VERSION
    if (apiKey !== undefined) out['x-api-key'] = apiKey.reveal()
  } else if (apiKey !== undefined) out['authorization'] = `Bearer ${apiKey.reveal()}`
  for (const [name, value] of Object.entries(headers)) out[name] = value.reveal()
  return out
}

/** Returns the response headers that are forwarded. */
export function headersIn(
  headers: Readonly<Record<string, string>>,
  secrets: OpenedSecrets,
): Readonly<Record<string, string>> {
  const stored: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    const isId = REQUEST_ID_HEADERS.includes(name)
    if (!isId && !ANSWER_HEADERS.test(name)) continue
    if (value.length > HEADER_CHARS_MAX || !PRINTABLE.test(value) || containsSecret(value, secrets)) continue
    stored[isId ? UPSTREAM_REQUEST_ID : name] = value
  }
  return stored
}
