import { runPolicy, type StageVerdict } from '@gatehouse/guards'
import { openPayload } from '@gatehouse/guards/data-policy'
import type { RequestContext } from '@gatehouse/http'
import { Failure } from '@gatehouse/kernel'
import { upstreamFailure } from '../upstreams/upstream-failure.ts'
import type { UpstreamAnswer } from '../upstreams/model-upstreams.ts'
import { auditOutput } from './audit.ts'
import { problemAnswer } from './blocked-answer.ts'
import type { ChatExchange } from './exchange.ts'
import { isObject, textsWithin } from './json.ts'

/** Own limit: a complete answer including audio and images, with the same overhead as for request bodies. */
const ANSWER_BYTES_MAX = 32 * 1024 * 1024
/** Own limit of an error response. */
const ERROR_BYTES_MAX = 1024 * 1024

/** Rate limit headers of providers, and the request id. */
const LIMIT_HEADERS =
  /^(?:retry-after|retry-after-ms|x-should-retry|x-upstream-request-id|x-ratelimit-[a-z0-9-]{1,60}|anthropic-ratelimit-[a-z0-9-]{1,60})$/
const HEADER_CHARS_MAX = 200
const PRINTABLE = /^[\x20-\x7e]*$/

/** Forwards the upstream's rate limit headers. */
export function forwardRateLimits(headers: UpstreamAnswer['headers'], context: RequestContext): void {
  for (const [name, value] of Object.entries(headers)) {
    if (LIMIT_HEADERS.test(name) && value.length <= HEADER_CHARS_MAX && PRINTABLE.test(value))
      context.header(name, value)
  }
}

/** Forwards an upstream's error with its status and its text, if clients can parse it. */
export async function passError(exchange: ChatExchange, answer: UpstreamAnswer): Promise<string> {
  const { status } = answer
  const text = await readComplete(answer, ERROR_BYTES_MAX)
  const object = typeof text === 'string' ? objectText(text) : undefined
  const said = object === undefined ? undefined : await cleaned(exchange, answer.upstream, object)
  if (said === undefined) {
    return problemAnswer(exchange, status, 'upstream_error', `The upstream returned status ${status}.`)
  }
  exchange.context.status(status)
  return said
}

/** Returns an upstream's text after the output guards, as JSON. Some errors quote model output. */
async function cleaned(exchange: ChatExchange, upstream: string, text: string): Promise<string | undefined> {
  const verdict = await screenedError(exchange, text)
  const { safe, redactions } = verdict
  if (verdict.action !== 'pass') await auditError(exchange, upstream, verdict)
  if (!safe) return undefined
  if (redactions.length === 0) return text
  const payload = await openPayload(text, exchange.tenant.tenantId, exchange.ports.agentic.worker)
  return payload.rewrite(await payload.fromRaw(redactions))
}

/** Returns whether the output guards allow an upstream's text unchanged. */
export async function mayLeave(exchange: ChatExchange, text: string): Promise<boolean> {
  const { safe, redactions } = await screenedError(exchange, text)
  return safe && redactions.length === 0
}

/**
 * Screens an error in its raw and its decoded form, because JSON escapes may split words. A finding only in the decoded form cannot be
 * located in the raw form, and blocks.
 */
async function screenedError({ output, outputRun }: ChatExchange, text: string): Promise<StageVerdict> {
  const verdict = await runPolicy(output, { text }, outputRun)
  const says = errorTexts(text)
  if (!verdict.safe || verdict.redactions.length > 0 || says === undefined) return verdict
  const said = await runPolicy(output, { text: says }, outputRun)
  return said.safe && said.redactions.length === 0 ? verdict : { ...said, safe: false }
}

/** Returns the texts of a JSON document or of a stream event; undefined for any other text. */
function errorTexts(text: string): string | undefined {
  const json = text.startsWith('{') ? text : text.slice(text.indexOf('data: ') + 'data: '.length).trim()
  try {
    return textsWithin(JSON.parse(json)).join('\n\n')
  } catch {
    return undefined
  }
}

/** Audits the withheld content of an error, like that of an answer. */
function auditError(exchange: ChatExchange, upstream: string, verdict: StageVerdict): Promise<void> {
  const about = { upstream, chars: 0, stream: exchange.request.stream, calls: 0 }
  return auditOutput(exchange, verdict, { ...about, cut: 'upstream_failed' })
}

/** Returns the text of an answer, or the reason why it is incomplete. A partial answer is never used. */
export async function readComplete(
  { body }: UpstreamAnswer,
  bytesMax: number = ANSWER_BYTES_MAX,
): Promise<string | Failure> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const chunk of body) {
      bytes += chunk.length
      if (bytes > bytesMax)
        return new Failure('upstream_invalid', `The upstream returned a response larger than ${bytesMax} bytes.`)
      chunks.push(chunk)
    }
  } catch (thrown) {
    return upstreamFailure(thrown, 'broken')
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Returns a JSON object in normalized form; undefined for any other text. */
function objectText(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? JSON.stringify(value) : undefined
  } catch {
    return undefined
  }
}
