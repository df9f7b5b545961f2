import { SseParser } from '@gatehouse/formats'
import { isRefusal } from '../judges/refusal.ts'
import { rejectionText } from './a2a.ts'
import { discard, orAborted, type TargetAttempt } from './call.ts'
import { dataStreamEvents, isDataStream } from './data-stream.ts'
import { isRefused, isBlockVerdict } from './guard-block.ts'
import { bounded, type ParsedAnswer, type Hearing, NOTHING_HEARD, READ_BYTES_MAX, TEXT_UNITS_MAX } from './heard.ts'
import { parseJson } from './json.ts'
import { readPath } from './paths.ts'
import { replyText } from './reply-text.ts'
import { StreamReply } from './stream-reply.ts'
import { toolCalls } from './tool-calls.ts'
import { problemOf, TargetError } from './target-error.ts'

/** Additional wait after the end marker of a stream: another message may follow. */
const LINGER_MS = 1_000
/** Maximum length of one line in a line stream. */
const LINE_UNITS_MAX = 1024 * 1024
const LINES = /^application\/(?:x-)?(?:ndjson|jsonl|json-lines|stream\+json|json-seq)/i
/** A share of characters that were none: above it the answer is no text. */
const BROKEN_SHARE_MAX = 0.05

/** Reads an answer. @throws {TargetError}, or the reason of the run's signal */
export async function readAnswer(attempt: TargetAttempt, hearing: Hearing): Promise<ParsedAnswer> {
  const { status, headers } = attempt.answer
  const type = headers['content-type'] ?? ''
  const problem = problemOf(status)
  if (problem !== undefined) return readRefusal(attempt, problem, hearing)
  if (/^text\/event-stream/i.test(type)) return readStream(attempt, new EventReader(hearing))
  if (LINES.test(type)) return readStream(attempt, new LineReader(hearing))
  const { text, isWhole } = await readText(attempt)
  return parseBody(text, isWhole, type, hearing)
}

/** Parses a complete body; also streams with a missing content type. */
export function parseBody(text: string, isWhole: boolean, type: string, hearing: Hearing): ParsedAnswer {
  const start = text.slice(0, 200).trimStart()
  if (start === '') return { ...NOTHING_HEARD, problem: 'empty' }
  const isHtml = /^text\/html/i.test(type) || /^<(?:!doctype|html)/i.test(start)
  if (isHtml || isBroken(text)) return { ...NOTHING_HEARD, problem: 'malformed' }
  if (/^(?:data|event|id|retry):/.test(start)) return readEvents(text, new EventReader(hearing))
  if (isDataStream(text)) {
    const reply = new StreamReply(hearing)
    for (const piece of dataStreamEvents(text)) reply.push(JSON.stringify(piece))
    return concluded(reply)
  }
  const json = isWhole ? parseJson(text) : undefined
  if (json !== undefined) return readValue(json.value, hearing)
  if (/^[[{]/.test(start)) {
    if (!isWhole) return { ...NOTHING_HEARD, problem: 'too_large' }
    const isLines = start.startsWith('{') && parseJson(text.slice(0, text.indexOf('\n'))) !== undefined
    if (isLines) return readEvents(text, new LineReader(hearing))
  }
  // Targets with a configured path and answers with a JSON content type are parsed as JSON.
  if (hearing.responsePath !== undefined || /^application\/(?:\S+\+)?json/i.test(type)) {
    return { ...NOTHING_HEARD, problem: isWhole ? 'malformed' : 'too_large' }
  }
  const cut = bounded(text)
  return { ...NOTHING_HEARD, ...cut, wasCut: cut.wasCut || !isWhole }
}

/** An answer in JSON. */
export function readValue(value: unknown, { responsePath, toolCallsPath, seen }: Hearing): ParsedAnswer {
  seen?.(value)
  const said = replyText(value, responsePath)
  // OpenAI has a separate field for refusals.
  const text = said === undefined || said === '' ? (textAt(value, 'choices.0.message.refusal') ?? said) : said
  const calls = toolCalls(value, toolCallsPath)
  const hasWords = text !== undefined && text.trim() !== ''
  const isGuardBlock =
    readPath(value, 'choices.0.finish_reason') === 'content_filter' || (!hasWords && isBlockVerdict(value))
  const isSilent = !hasWords && calls.length === 0 && !isGuardBlock
  const isFailure = responsePath === undefined && calls.length === 0 && !isGuardBlock && reportsFailure(value, text)
  const reasoning = textAt(value, 'choices.0.message.reasoning_content') ?? textAt(value, 'reasoning')
  return {
    ...(text === undefined ? { text, wasCut: false } : bounded(text)),
    toolCalls: calls,
    reasoning: reasoning === undefined ? undefined : bounded(reasoning).text,
    problem: isSilent ? (text === undefined ? 'no_text' : 'empty') : isFailure ? 'server_error' : undefined,
    isGuardBlock,
  }
}

/** Paths whose text often does not come from the agent. */
const AROUND: readonly string[] = ['message', 'detail', 'result', 'text', 'content']
const FAILED: ReadonlySet<unknown> = new Set(['error', 'failed', 'failure'])

/**
 * Returns whether an answer reports an error in its members and text: some services do so with status 200. Refusals of an agent or a guard
 * are not errors.
 */
function reportsFailure(value: unknown, text = ''): boolean {
  const error = readPath(value, 'error')
  const isGiven = typeof error === 'object' && error !== null ? Object.keys(error).length > 0 : Boolean(error)
  const hasFailed =
    isGiven ||
    readPath(value, 'success') === false ||
    readPath(value, 'ok') === false ||
    FAILED.has(readPath(value, 'status'))
  if (!hasFailed || !AROUND.some((path) => readPath(value, path) === text)) return false
  return !isBlockVerdict(value) && !isRefusal(text)
}

/** Reads an answer with an error status: it may be a guard's refusal. */
async function readRefusal(
  attempt: TargetAttempt,
  problem: ParsedAnswer['problem'],
  { isPeer = false }: Hearing,
): Promise<ParsedAnswer> {
  const { status } = attempt.answer
  // Redirects and failures of the server are never a guard's; their bodies are not worth the wait.
  if (status < 400 || status > 499) {
    await discard(attempt.answer)
    return { ...NOTHING_HEARD, problem }
  }
  const { text } = await readText(attempt)
  const isHtml = /^\s*</.test(text.slice(0, 200))
  const value = isHtml ? undefined : parseJson(text)?.value
  const rejection = isPeer ? rejectionText(value) : undefined
  if (rejection !== undefined) return { ...NOTHING_HEARD, ...bounded(rejection) }
  const words = isHtml ? '' : (errorText(value) ?? (value === undefined ? text : ''))
  const isGuardBlock = isRefused(status, value, words)
  return { ...NOTHING_HEARD, text: bounded(words).text, isGuardBlock, problem: isGuardBlock ? undefined : problem }
}

function errorText(value: unknown): string | undefined {
  const paths = ['error.message', 'detail.message', 'error', 'detail', 'message', 'reason']
  for (const path of paths) {
    const text = textAt(value, path)
    if (text !== undefined) return text
  }
  return replyText(value, undefined)
}

function textAt(value: unknown, path: string): string | undefined {
  const text = readPath(value, path)
  return typeof text === 'string' && text !== '' ? text : undefined
}

/** Bytes that are no UTF-8, or zeros: a picture, an archive. */
function isBroken(text: string): boolean {
  const start = text.slice(0, TEXT_UNITS_MAX)
  let broken = 0
  for (let at = 0; at < start.length; at += 1) if (start[at] === '\uFFFD' || start[at] === '\0') broken += 1
  return broken > start.length * BROKEN_SHARE_MAX
}

/** Reads a body as text, cut at the limit. @throws {TargetError}, or the reason of the run's signal */
export async function readBody(attempt: TargetAttempt): Promise<string> {
  return (await readText(attempt)).text
}

async function readText(attempt: TargetAttempt): Promise<{ readonly text: string; readonly isWhole: boolean }> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const chunk of chunksOf(attempt)) {
    bytes += chunk.byteLength
    text += decoder.decode(chunk, { stream: true })
    if (bytes > READ_BYTES_MAX) return { text, isWhole: false }
  }
  return { text: text + decoder.decode(), isWhole: true }
}

/** Yields the chunks of a body and ends immediately at the deadline. */
async function* chunksOf({ answer, signal, explain }: TargetAttempt): AsyncGenerator<Uint8Array, undefined> {
  const pieces = answer.body[Symbol.asyncIterator]()
  try {
    for (;;) {
      const next = await orAborted(Promise.resolve(pieces.next()), signal)
      if (next.done === true) return undefined
      yield next.value
    }
  } catch (thrown) {
    throw explain(thrown)
  } finally {
    // Not awaited: the pending chunk may never arrive.
    pieces.return?.().catch(() => {})
  }
}

interface StreamEventReader {
  readonly reply: StreamReply
  readonly push: (bytes: Uint8Array) => void
  readonly end: () => void
}

class EventReader implements StreamEventReader {
  readonly reply: StreamReply
  readonly #parser = new SseParser({ eventChars: READ_BYTES_MAX })

  constructor(hearing: Hearing) {
    this.reply = new StreamReply(hearing)
  }

  push(bytes: Uint8Array): void {
    for (const { data, event } of this.#parser.push(bytes)) this.reply.push(data, event)
  }

  /** Some streams end without the empty line that completes the last event. */
  end(): void {
    this.push(new TextEncoder().encode('\n\n'))
  }
}

class LineReader implements StreamEventReader {
  readonly reply: StreamReply
  readonly #decoder = new TextDecoder()
  #rest = ''

  constructor(hearing: Hearing) {
    this.reply = new StreamReply(hearing)
  }

  push(bytes: Uint8Array): void {
    const text = this.#decoder.decode(bytes, { stream: true })
    // A line in many chunks is joined once, at its end.
    const lines = text.includes('\n') ? (this.#rest + text).split('\n') : [this.#rest + text]
    this.#rest = lines.pop() ?? ''
    if (this.#rest.length > LINE_UNITS_MAX) throw new TargetError('too_large', 'A line of the answer is too long.')
    for (const line of lines) this.#line(line)
  }

  end(): void {
    this.#line(this.#rest)
  }

  #line(line: string): void {
    // RFC 7464 puts a record separator before each text.
    const text = line.replace(/^\u001e/, '').trim()
    if (text !== '') this.reply.push(text)
  }
}

function readEvents(text: string, reader: StreamEventReader): ParsedAnswer {
  reader.push(new TextEncoder().encode(text))
  reader.end()
  return concluded(reader.reply)
}

async function readStream(attempt: TargetAttempt, reader: StreamEventReader): Promise<ParsedAnswer> {
  const { reply } = reader
  const chunks = chunksOf(attempt)
  let bytes = 0
  let trouble: TargetError | undefined
  try {
    for (;;) {
      const next = reply.state === 'may_be_over' ? await within(chunks.next(), LINGER_MS) : await chunks.next()
      if (next === undefined) break
      if (next.done === true) {
        reader.end()
        break
      }
      bytes += next.value.byteLength
      reader.push(next.value)
      if (reply.state === 'over' || bytes > READ_BYTES_MAX) break
    }
  } catch (thrown) {
    // The partial text may be evidence, but is not a complete reply.
    trouble = thrown instanceof TargetError ? thrown : new TargetError('malformed', 'Reading the stream failed.')
    if (!(thrown instanceof TargetError)) attempt.explain(thrown)
  } finally {
    chunks.return(undefined).catch(() => {})
  }
  const heard = concluded(reply)
  if (trouble === undefined) return { ...heard, wasCut: heard.wasCut || bytes > READ_BYTES_MAX }
  return { ...heard, problem: trouble.problem }
}

/** A stream that is over. */
export function concluded(reply: StreamReply): ParsedAnswer {
  const heard = reply.heard()
  const isSilent = (heard.text ?? '').trim() === '' && heard.toolCalls.length === 0 && !heard.isGuardBlock
  return isSilent && heard.problem === undefined ? { ...heard, problem: 'empty' } : heard
}

/** Returns undefined after the timeout. */
async function within<One>(promised: Promise<One>, ms: number): Promise<One | undefined> {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(resolve, ms, undefined)
  try {
    return await Promise.race([promised, promise])
  } finally {
    clearTimeout(timer)
  }
}
