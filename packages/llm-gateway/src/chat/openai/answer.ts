import type { AnswerHead, AnswerText, ChatAnswer, JsonObject, Release, TokenCounts } from '../dialect.ts'
import { isObject, stringOf, textsWithin } from '../json.ts'
import { refusalSentence } from '../sentences.ts'
import { textsOfRanks, tokensSpelling } from '../spelled-tokens.ts'
import { filterOffsetsOf, filterResultsOf, promptResultsOf } from './filter-results.ts'
import { countsOf, isHeadValue, isPlainName, plainWord } from './plain-values.ts'
import { callOf, callsOf, type RawCall } from './calls.ts'
import { tokenCount } from '../token-count.ts'

/** Identifiers and counters of an answer. Other fields besides the choices are screened and, if redacted, omitted. */
export const ANSWER_NAMES = new Set([
  'id',
  'object',
  'created',
  'model',
  'system_fingerprint',
  'service_tier',
  'usage',
  'provider',
  'prompt_filter_results',
])
/** Same for a choice; {@link plainEnd} rebuilds them. */
export const CHOICE_NAMES = new Set([
  'index',
  'finish_reason',
  'native_finish_reason',
  'logprobs',
  'content_filter_results',
  'content_filter_offsets',
])

/** Members of a message with tool calls. */
export const CALL_FIELDS = new Set(['tool_calls', 'function_call'])

/** Channel of content other than text and calls. */
export const KEPT = 'kept'

/** Returns the channel of a choice's field. Each choice is screened separately. */
export function channelOf(index: number, field: string): string {
  return `${index}:${field}`
}

/** Maximum of `n` in the API; also the limit for streams. */
const CHOICES_MAX = 128

interface ReadChoice {
  readonly choice: JsonObject
  readonly message: JsonObject
  /** Position in the list. Two choices may have the same upstream index. */
  readonly at: number
  readonly calls: readonly RawCall[]
  /** Rebuilt probabilities; null if they do not match the message. */
  readonly probabilities: JsonObject | null
  /** Alternative tokens of the model. */
  readonly others: readonly string[]
}

/** Reads a complete upstream answer. */
export function readChatAnswer(body: JsonObject, head: AnswerHead): ChatAnswer | undefined {
  if (!Array.isArray(body['choices']) || body['choices'].length > CHOICES_MAX) return undefined
  const choices = body['choices'].map(readChoice)
  if (choices.includes(undefined)) return undefined
  const read = choices.filter((choice) => choice !== undefined)
  const texts: AnswerText[] = []
  const remaining: string[] = [...textsWithin(without(body, ANSWER_NAMES, 'choices'))]
  const keep = (value: unknown): void => {
    for (const text of textsWithin(value)) remaining.push(text)
  }
  for (const { choice, message, at, others } of read) {
    for (const [field, value] of Object.entries(message)) {
      if (field === 'role' || CALL_FIELDS.has(field)) continue
      // An invalid field name is text. An empty field with such a name is omitted.
      if (!isPlainName(field)) keep(isWithoutText(value) ? undefined : { [field]: value })
      else if (typeof value !== 'string') keep(value)
      else if (value !== '') texts.push({ channel: channelOf(at, field), text: value })
    }
    keep(without(choice, CHOICE_NAMES, 'message'))
    if (others.length > 0) texts.push({ channel: othersOf(at), text: others.join('\n') })
  }
  if (remaining.length > 0) texts.push({ channel: KEPT, text: remaining.join('\n') })
  return {
    texts,
    calls: read.flatMap(({ calls, at }) => calls.map((call, number) => callOf(call, at, number))),
    usage: usageOf(body['usage']),
    release: (release) => released(body, read, release, head),
  }
}

/** Returns token counts, or undefined without usable counts. */
export function usageOf(value: unknown): TokenCounts | undefined {
  if (!isObject(value)) return undefined
  const input = tokenCount(value['prompt_tokens'])
  const output = tokenCount(value['completion_tokens'])
  return input === undefined || output === undefined ? undefined : { input, output }
}

function readChoice(choice: unknown, at: number): ReadChoice | undefined {
  if (!isObject(choice) || !isObject(choice['message'])) return undefined
  const message = choice['message']
  const calls = callsOf(message)
  return calls === undefined
    ? undefined
    : { choice, message, at, calls, ...probabilitiesOf(choice['logprobs'], message) }
}

/** Fields with probabilities. */
const SPELLED_FIELDS = ['content', 'refusal'] as const

/** Returns the channel of alternative tokens. All other channels start with a number, or are {@link KEPT}. */
function othersOf(at: number): string {
  return `others:${at}`
}

/** Returns probabilities that match the message. Entries contain their tokens, and others would be unscreened. */
function probabilitiesOf(
  logprobs: unknown,
  message: JsonObject,
): { readonly probabilities: JsonObject | null; readonly others: readonly string[] } {
  if (!isObject(logprobs)) return { probabilities: null, others: [] }
  const probabilities: Record<string, unknown> = {}
  const others: string[] = []
  for (const field of SPELLED_FIELDS) {
    if (!(field in logprobs)) continue
    const text = stringOf(message[field]) ?? ''
    const tokens = logprobs[field] === null ? null : tokensSpelling(logprobs[field], text)
    if (tokens === undefined) return { probabilities: null, others: [] }
    probabilities[field] = tokens === null ? null : tokens.map(({ entry }) => entry)
    if (tokens !== null) for (const textsOfRank of textsOfRanks(tokens, text)) others.push(textsOfRank)
  }
  return { probabilities, others }
}

export function without(object: JsonObject, names: ReadonlySet<string>, ...others: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.has(name) && !others.includes(name)))
}

export function only(object: JsonObject, names: ReadonlySet<string>): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => names.has(name)))
}

function released(body: JsonObject, read: readonly ReadChoice[], release: Release, head: AnswerHead): JsonObject {
  const isKeptRedacted = release.texts.has(KEPT)
  const choices = read.map((item) => releasedChoice(item, release, isKeptRedacted))
  const top = plainHead(isKeptRedacted ? only(body, ANSWER_NAMES) : body)
  return { ...defaultHead(head, 'chat.completion'), ...top, choices, x_shield: release.note }
}

/** Returns default header fields of an answer or chunk. */
export function defaultHead({ id, model, created }: AnswerHead, object: string): JsonObject {
  return { id: `chatcmpl-${id}`, object, created, model }
}

/** Required fields of an answer. Empty values count as missing. */
const REQUIRED: ReadonlySet<string> = new Set(['id', 'object', 'created', 'model'])

/** Returns whether an unscreened header field can be forwarded unchanged. */
export function isGiven(name: string, value: unknown): boolean {
  return isHeadValue(value) && !(REQUIRED.has(name) && (value === '' || value === null || value === 0))
}

/** Returns the valid identifiers and counters of an answer. */
function plainHead(body: JsonObject): JsonObject {
  const usage = body['usage']
  const head = Object.entries(body).filter(([name, value]) => !ANSWER_NAMES.has(name) || isGiven(name, value))
  const prompt_filter_results = promptResultsOf(body['prompt_filter_results'])
  return {
    ...Object.fromEntries(head),
    ...(isObject(usage) ? { usage: countsOf(usage) } : {}),
    ...(prompt_filter_results === undefined ? {} : { prompt_filter_results }),
  }
}

/** Returns the rebuilt identifiers and counters of a choice: only words, numbers and booleans of the API. */
function plainEnd(choice: JsonObject): JsonObject {
  const { index, finish_reason, native_finish_reason: native, content_filter_results, content_filter_offsets } = choice
  const results = filterResultsOf(content_filter_results)
  const offsets = filterOffsetsOf(content_filter_offsets)
  return {
    ...(typeof index === 'number' ? { index } : {}),
    ...('finish_reason' in choice ? { finish_reason: reasonOf(finish_reason) } : {}),
    ...(native === null || (typeof native === 'string' && isPlainName(native)) ? { native_finish_reason: native } : {}),
    ...(results === undefined ? {} : { content_filter_results: results }),
    ...(offsets === undefined ? {} : { content_filter_offsets: offsets }),
  }
}

/** Returns a finish reason, which is one word. Any other text becomes an ordinary end. */
function reasonOf(value: unknown): string | null {
  return typeof value === 'string' ? (plainWord(value) ?? 'stop') : null
}

/** Whether a value contains neither texts nor names. */
export function isWithoutText(value: unknown): boolean {
  return value === '' || value === null || (typeof value !== 'string' && typeof value !== 'object')
}

/** Whether a field of a message is screened with the rest. */
function isScreenedField(field: string, value: unknown): boolean {
  return !isPlainName(field) || (typeof value === 'object' && value !== null && !CALL_FIELDS.has(field))
}

function releasedChoice(
  { choice, message, at, calls, probabilities }: ReadChoice,
  { texts, refused }: Release,
  isKeptRedacted: boolean,
): JsonObject {
  const changed: Record<string, unknown> = {}
  let isRedacted = false
  for (const [field, value] of Object.entries(message)) {
    const text = texts.get(channelOf(at, field))
    if (text !== undefined) isRedacted = true
    // A value with more than text cannot be rewritten in part.
    else if (isKeptRedacted && isScreenedField(field, value)) continue
    else if (!isPlainName(field) && isWithoutText(value)) continue
    changed[field] = text ?? value
  }
  // A truncated message stays truncated: a partial call was not denied.
  const isRefused = writeCalls(changed, calls, at, refused) && choice['finish_reason'] !== 'length'
  if ('role' in changed) changed['role'] = plainWord(changed['role']) ?? 'assistant'
  // Token probabilities would reveal the redacted text.
  const logprobs = isRedacted || texts.has(othersOf(at)) ? null : probabilities
  return {
    ...(isKeptRedacted ? {} : without(choice, CHOICE_NAMES, 'message')),
    ...plainEnd(choice),
    message: changed,
    ...('logprobs' in choice ? { logprobs } : {}),
    ...(isRefused ? { finish_reason: 'content_filter' } : {}),
  }
}

/** Writes the screened calls of a message, without denied ones. @returns whether none remain */
function writeCalls(
  message: Record<string, unknown>,
  calls: readonly RawCall[],
  choice: number,
  refused: Release['refused'],
): boolean {
  if (calls.length === 0) return false
  const left = calls.filter((call, at) => !refused.has(callOf(call, choice, at).key))
  const listed = left.filter(({ isOlder }) => !isOlder).map(({ call }) => call)
  if (listed.length > 0) message['tool_calls'] = listed
  else if (calls.some(({ isOlder }) => !isOlder)) delete message['tool_calls']
  const older = calls.find(({ isOlder }) => isOlder)
  if (older !== undefined && left.includes(older)) message['function_call'] = older.call['function']
  else if (older !== undefined) delete message['function_call']
  if (left.length > 0) return false
  // Clients without `x_shield` support learn from the refusal why no tool was called.
  if ((stringOf(message['content']) ?? '') === '' && (stringOf(message['refusal']) ?? '') === '') {
    message['content'] ??= null
    message['refusal'] = refusalSentence(calls.map((call, at) => refused.get(callOf(call, choice, at).key)))
  }
  return true
}
