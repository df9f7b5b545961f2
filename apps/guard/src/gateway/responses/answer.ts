import type { AnswerText, ChatAnswer, JsonObject, Release, TokenCounts } from '../chat/dialect.ts'
import { isObject, stringOf } from '../chat/json.ts'
import { refusalSentence } from '../chat/sentences.ts'
import { wholeText } from '../dialects/leaves.ts'
import {
  besideText,
  callOf,
  channelOf,
  itemText,
  kindOf,
  knownCall,
  OPAQUE_NAMES,
  PART_LISTS,
  type PartList,
  partsOf,
  textNameOf,
} from './items.ts'

/** Fields of a response that name and count things, or repeat what the client has asked for. */
export const RESPONSE_NAMES: ReadonlySet<string> = new Set([
  'id',
  'object',
  'created_at',
  'completed_at',
  'status',
  'background',
  'conversation',
  'error',
  'incomplete_details',
  'instructions',
  'max_output_tokens',
  'max_tool_calls',
  'metadata',
  'model',
  'parallel_tool_calls',
  'previous_response_id',
  'prompt',
  'prompt_cache_key',
  'prompt_cache_retention',
  'reasoning',
  'safety_identifier',
  'service_tier',
  'store',
  'temperature',
  'text',
  'tool_choice',
  'tools',
  'top_logprobs',
  'top_p',
  'truncation',
  'usage',
  'user',
])

/** The channel of what stands beside the output. */
export const KEPT = 'kept'

/** Reads the answer of an upstream that did not stream. */
export function readResponsesAnswer(body: JsonObject): ChatAnswer | undefined {
  const { output } = body
  if (!Array.isArray(output) || !output.every(isObject)) return undefined
  const items: readonly JsonObject[] = output
  const texts = items.flatMap((item, index) => textsOfItem(item, index))
  const kept = wholeText(unknownFields(body), OPAQUE_NAMES)
  if (kept !== '') texts.push({ channel: KEPT, text: kept })
  return {
    texts,
    calls: items.flatMap((item, index) => (kindOf(item) === 'call' ? [callOf(item, String(index))] : [])),
    usage: usageOf(body['usage']),
    release: (release) => releaseResponse(body, items, release),
  }
}

/** Counts of tokens; undefined where the upstream gives none that can be used. */
export function usageOf(value: unknown): TokenCounts | undefined {
  if (!isObject(value)) return undefined
  const input = countOf(value['input_tokens'])
  const output = countOf(value['output_tokens'])
  return input === undefined || output === undefined ? undefined : { input, output }
}

/** More than any model takes; an upstream that says so is wrong, and must not use up a tenant's quota for it. */
const TOKENS_MAX = 100_000_000

function countOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= TOKENS_MAX
    ? value
    : undefined
}

/** The texts of an item by channel; calls have none. */
export function textsOfItem(item: JsonObject, index: number): AnswerText[] {
  const kind = kindOf(item)
  if (kind === 'call') return []
  if (kind === 'whole') return some(channelOf(index, 'item', 0, 'text'), itemText(item))
  const parts = PART_LISTS.flatMap((list) =>
    partsOf(item, list).flatMap((part, at) => [
      ...some(channelOf(index, list, at, 'text'), stringOf(part[textNameOf(part)]) ?? ''),
      ...some(channelOf(index, list, at, 'beside'), besideText(part)),
    ]),
  )
  return [...parts, ...some(channelOf(index, 'item', 0, 'beside'), besideParts(item))]
}

/** A response as it may leave. */
export function releaseResponse(body: JsonObject, items: readonly JsonObject[], release: Release): JsonObject {
  const { texts, refused, note } = release
  const output = items.flatMap((item, index) => releaseItem(item, index, release))
  const isEmptied = refused.size > 0 && !output.some((item) => kindOf(item) === 'call')
  if (isEmptied && !output.some(isVisible)) output.push(refusalItem(refusalSentence([...refused.values()])))
  const beside = texts.has(KEPT) ? {} : unknownFields(body)
  return {
    ...beside,
    ...namedFields(body),
    output,
    ...(isEmptied ? { status: 'incomplete', incomplete_details: { reason: 'content_filter' } } : {}),
    x_shield: note,
  }
}

/** An item as it may leave; none where it may not. */
export function releaseItem(item: JsonObject, index: number, { texts, refused }: Release): JsonObject[] {
  const kind = kindOf(item)
  if (kind === 'call') return refused.has(String(index)) ? [] : [knownCall(item)]
  if (kind === 'whole') return texts.has(channelOf(index, 'item', 0, 'text')) ? [] : [item]
  let made = texts.has(channelOf(index, 'item', 0, 'beside')) ? onlyKnown(item) : item
  for (const list of PART_LISTS) {
    if (!Array.isArray(item[list])) continue
    const parts = partsOf(item, list).map((part, at) => releasePart(part, index, list, at, texts))
    made = { ...made, [list]: parts }
  }
  return [made]
}

/** A part as it may leave: citations point into the text as it was, and probabilities spell it. */
export function releasePart(
  part: JsonObject,
  item: number,
  list: PartList,
  at: number,
  texts: ReadonlyMap<string, string>,
): JsonObject {
  const text = texts.get(channelOf(item, list, at, 'text'))
  const isRestRedacted = texts.has(channelOf(item, list, at, 'beside'))
  if (text === undefined && !isRestRedacted) return part
  const name = textNameOf(part)
  const own = { type: part['type'], [name]: text ?? part[name] ?? '' }
  return part['type'] === 'output_text' ? { ...own, annotations: [], logprobs: [] } : own
}

/** A message in which the model's place is taken by why it may not do what it wanted. */
export function refusalItem(refusal: string): JsonObject {
  return {
    id: 'msg_refused',
    type: 'message',
    role: 'assistant',
    status: 'completed',
    content: [{ type: 'refusal', refusal }],
  }
}

export function isVisible(item: JsonObject): boolean {
  return (
    kindOf(item) === 'message' &&
    partsOf(item, 'content').some((part) => (stringOf(part[textNameOf(part)]) ?? '').trim() !== '')
  )
}

export function namedFields(body: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(body).filter(([name]) => RESPONSE_NAMES.has(name)))
}

/** What a provider adds to the interface. */
export function unknownFields(body: JsonObject): JsonObject {
  const isOurs = (name: string): boolean => RESPONSE_NAMES.has(name) || name === 'output' || name === 'x_shield'
  return Object.fromEntries(Object.entries(body).filter(([name]) => !isOurs(name)))
}

function besideParts(item: JsonObject): string {
  const { content: _content, summary: _summary, ...rest } = item
  return wholeText(rest, OPAQUE_NAMES)
}

function onlyKnown(item: JsonObject): JsonObject {
  const isKnown = (name: string): boolean => OPAQUE_NAMES.has(name) || name === 'content' || name === 'summary'
  return Object.fromEntries(Object.entries(item).filter(([name]) => isKnown(name)))
}

function some(channel: string, text: string): AnswerText[] {
  return text === '' ? [] : [{ channel, text }]
}
