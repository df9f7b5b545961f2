import { openPayload, runPolicy, type StageVerdict } from '@gatehouse/guards'
import type { RequestContext } from '@gatehouse/http'
import { Failure } from '@gatehouse/kernel'
import { upstreamFailure } from '../upstreams/upstream-failure.ts'
import type { UpstreamAnswer } from '../upstreams/model-upstreams.ts'
import { auditOutput } from './audit.ts'
import { problemAnswer } from './blocked-answer.ts'
import type { ChatExchange } from './exchange.ts'
import { isObject, textsWithin } from './json.ts'

/** A whole answer with room for sounds and pictures; ours, as the gateway's own bodies with their answers' overhead. */
const ANSWER_BYTES_MAX = 32 * 1024 * 1024
/** An error is a sentence with some fields. */
const ERROR_BYTES_MAX = 1024 * 1024

/** Headers in which providers tell of their limits, for clients that wait accordingly, and what they call the request. */
const LIMIT_HEADERS =
  /^(?:retry-after|retry-after-ms|x-should-retry|x-upstream-request-id|x-ratelimit-[a-z0-9-]{1,60}|anthropic-ratelimit-[a-z0-9-]{1,60})$/
const HEADER_CHARS_MAX = 200
const PRINTABLE = /^[\x20-\x7e]*$/

/** Hands on what the upstream says of its limits. */
export function tellLimits(headers: UpstreamAnswer['headers'], context: RequestContext): void {
  for (const [name, value] of Object.entries(headers)) {
    if (LIMIT_HEADERS.test(name) && value.length <= HEADER_CHARS_MAX && PRINTABLE.test(value))
      context.header(name, value)
  }
}

/** An upstream's error with its status and its words, where these are of a kind that clients read. */
export async function passError(exchange: ChatExchange, answer: UpstreamAnswer): Promise<string> {
  const { status } = answer
  const text = await readWhole(answer, ERROR_BYTES_MAX)
  const object = typeof text === 'string' ? objectText(text) : undefined
  const said = object === undefined ? undefined : await cleaned(exchange, answer.upstream, object)
  if (said === undefined) {
    return problemAnswer(exchange, status, 'upstream_error', `The upstream answered ${status}.`)
  }
  exchange.context.status(status)
  return said
}

/** What the output guards leave of an upstream's own words, as JSON: some errors quote what a model wrote. */
async function cleaned(exchange: ChatExchange, upstream: string, text: string): Promise<string | undefined> {
  const verdict = await judged(exchange, text)
  const { safe, redactions } = verdict
  if (verdict.action !== 'pass') await auditError(exchange, upstream, verdict)
  if (!safe) return undefined
  if (redactions.length === 0) return text
  const payload = await openPayload(text, exchange.tenant.tenantId, exchange.ports.agentic.worker)
  return payload.rewrite(await payload.fromRaw(redactions))
}

/** Whether the output guards let an upstream's own words pass as they are. */
export async function mayLeave(exchange: ChatExchange, text: string): Promise<boolean> {
  const { safe, redactions } = await judged(exchange, text)
  return safe && redactions.length === 0
}

/**
 * An error is judged as it is spelled and as what it says: in JSON, words are parted by escapes. What is found only in what it says has no
 * place in the spelling, and blocks.
 */
async function judged({ output, outputRun }: ChatExchange, text: string): Promise<StageVerdict> {
  const verdict = await runPolicy(output, { text }, outputRun)
  const says = saidIn(text)
  if (!verdict.safe || verdict.redactions.length > 0 || says === undefined) return verdict
  const said = await runPolicy(output, { text: says }, outputRun)
  return said.safe && said.redactions.length === 0 ? verdict : { ...said, safe: false }
}

/** The texts of a document or of an event of a stream; undefined where it is neither. */
function saidIn(text: string): string | undefined {
  const json = text.startsWith('{') ? text : text.slice(text.indexOf('data: ') + 'data: '.length).trim()
  try {
    return textsWithin(JSON.parse(json)).join('\n\n')
  } catch {
    return undefined
  }
}

/** What was held back of an error is known afterwards, as what is held back of an answer. */
function auditError(exchange: ChatExchange, upstream: string, verdict: StageVerdict): Promise<void> {
  const about = { upstream, chars: 0, stream: exchange.request.stream, calls: 0 }
  return auditOutput(exchange, verdict, { ...about, cut: 'upstream_failed' })
}

/** The text of an answer, or why there is none: a part of an answer is never used. */
export async function readWhole(
  { body }: UpstreamAnswer,
  bytesMax: number = ANSWER_BYTES_MAX,
): Promise<string | Failure> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const chunk of body) {
      bytes += chunk.length
      if (bytes > bytesMax)
        return new Failure('upstream_invalid', `The upstream answered with more than ${bytesMax} bytes.`)
      chunks.push(chunk)
    }
  } catch (thrown) {
    return upstreamFailure(thrown, 'broken')
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** An object of JSON in one spelling; undefined where it is none. */
function objectText(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? JSON.stringify(value) : undefined
  } catch {
    return undefined
  }
}
