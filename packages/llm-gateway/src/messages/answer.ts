import type {
  AnswerHead,
  AnswerText,
  ChatAnswer,
  JsonObject,
  ProposedCall,
  Release,
  TokenCounts,
} from '../chat/dialect.ts'
import { outgoingId } from '../chat/ids.ts'
import { isObject, stringOf } from '../chat/json.ts'
import { refusalSentence } from '../chat/sentences.ts'
import { factsOf, idsOf, isWord } from '../dialects/heads.ts'
import { KEPT, besideTexts } from '../dialects/kept.ts'
import { isOpaque, joinedText } from '../dialects/leaves.ts'
import { withOverlap, tailOf } from '../dialects/seam.ts'
import { blockText, OPAQUE_NAMES } from './blocks.ts'
import { tokenCount } from '../chat/token-count.ts'

/** Identifiers and counters of a message, which are rebuilt. */
const MESSAGE_NAMES: ReadonlySet<string> = new Set(['id', 'type', 'role', 'model', 'stop_reason', 'usage'])

/** Returns the identifiers and counters of a message or its end. None can contain free text. */
export function headOf(body: JsonObject): JsonObject {
  const { stop_reason, usage } = body
  return {
    ...idsOf(body, ['id', 'model']),
    ...(stop_reason === null || isWord(stop_reason) ? { stop_reason } : {}),
    ...(isObject(usage) ? { usage: factsOf(usage) } : {}),
  }
}

/** Returns default header fields of a message. */
export function defaultHead({ id, model }: AnswerHead): JsonObject {
  return { id: `msg_${id}`, type: 'message', role: 'assistant', model }
}

/** Returns the other fields of a message or its end, which are screened. */
export function besideHead(body: JsonObject): JsonObject {
  const isOurs = (name: string): boolean => MESSAGE_NAMES.has(name) || name === 'content' || name === 'x_shield'
  return Object.fromEntries(Object.entries(body).filter(([name]) => !isOurs(name)))
}

/** How a block is handled. */
export type BlockKind = 'text' | 'thinking' | 'call' | 'sealed' | 'whole'

export function kindOf(block: JsonObject): BlockKind {
  const { type } = block
  // A text block of an invalid form is screened as a whole.
  if ((type === 'text' || type === 'thinking') && ['string', 'undefined'].includes(typeof block[type])) return type
  if (type === 'tool_use') return 'call'
  return type === 'redacted_thinking' && isSealed(block) ? 'sealed' : 'whole'
}

/** `seam` is a text together with the end of the previous text, because clients concatenate them. */
export type BlockPart = 'text' | 'seam' | 'thinking' | 'citations' | 'block'

export function channelOf(index: number, part: BlockPart): string {
  return `${index}:${part}`
}

/** Returns whether only the provider can read the content of a block. */
function isSealed(block: JsonObject): boolean {
  return Object.entries(block).every(
    ([name, value]) => name === 'type' || (name === 'data' && typeof value === 'string' && isOpaque(value, 'data')),
  )
}

/** Returns a call with only its screened parts. */
export function knownCall({ id, name, input }: JsonObject): JsonObject {
  return { type: 'tool_use', id: outgoingId(id) ?? '', name: stringOf(name) ?? '', input: input ?? {} }
}

/** Returns a call of a client tool. */
export function callOf(block: JsonObject, index: number): ProposedCall {
  const input = block['input']
  return {
    key: String(index),
    id: outgoingId(block['id']),
    tool: stringOf(block['name']) ?? '',
    arguments: typeof input === 'string' ? input : JSON.stringify(input ?? {}),
  }
}

/** Reads a complete upstream answer. */
export function readMessagesAnswer(body: JsonObject, head: AnswerHead): ChatAnswer | undefined {
  const { content } = body
  if (!Array.isArray(content) || !content.every(isObject)) return undefined
  const blocks: readonly JsonObject[] = content
  const texts = blocks.flatMap((block, index) => textsOf(block, index))
  for (const [index, tail] of tailsOf(blocks)) {
    texts.push({ channel: channelOf(index, 'seam'), text: tail + stringOf(blocks[index]!['text']) })
  }
  texts.push(...besideTexts(besideHead(body), OPAQUE_NAMES))
  const calls = blocks.flatMap((block, index) => (kindOf(block) === 'call' ? [callOf(block, index)] : []))
  return { texts, calls, usage: usageOf(body['usage']), release: (release) => released(body, blocks, release, head) }
}

/** Returns token counts, or undefined without usable counts. */
export function usageOf(value: unknown): TokenCounts | undefined {
  if (!isObject(value)) return undefined
  const output = tokenCount(value['output_tokens'])
  const input = tokenCount(value['input_tokens'])
  if (input === undefined || output === undefined) return undefined
  const cached = ['cache_creation_input_tokens', 'cache_read_input_tokens'].map((name) => tokenCount(value[name]) ?? 0)
  return { input: cached.reduce((sum, count) => sum + count, input), output }
}

function textsOf(block: JsonObject, index: number): AnswerText[] {
  const kind = kindOf(block)
  if (kind === 'call' || kind === 'sealed') return []
  if (kind === 'whole') return some(channelOf(index, 'block'), blockText(block))
  const own = some(channelOf(index, kind), stringOf(block[kind]) ?? '')
  const rest = joinedText(citationsOf(block), OPAQUE_NAMES)
  return [...own, ...some(channelOf(index, 'citations'), rest)]
}

/** Returns the additional fields of a text or reasoning block. */
function citationsOf(block: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(block).filter(([name]) => name !== block['type']))
}

function some(channel: string, text: string): AnswerText[] {
  return text === '' ? [] : [{ channel, text }]
}

/** Returns the end of the previous text for each later text, by index. Clients join texts across any other blocks. */
function tailsOf(blocks: readonly JsonObject[]): ReadonlyMap<number, string> {
  const tails = new Map<number, string>()
  let tail = ''
  for (const [index, block] of blocks.entries()) {
    if (kindOf(block) !== 'text') continue
    const text = stringOf(block['text']) ?? ''
    if (text !== '' && tail !== '') tails.set(index, tail)
    tail = tailOf(tail, text)
  }
  return tails
}

/** Returns the indexes of changed texts. */
function releasedTexts(blocks: readonly JsonObject[], texts: ReadonlyMap<string, string>): Map<number, string> {
  const created = new Map<number, string>()
  const tails = tailsOf(blocks)
  let before = ''
  for (const [index, block] of blocks.entries()) {
    if (kindOf(block) !== 'text') continue
    const string = stringOf(block['text']) ?? ''
    const tail = tails.get(index)
    const alone = texts.get(channelOf(index, 'text')) ?? string
    let left = alone
    if (tail !== undefined) {
      const judged = texts.get(channelOf(index, 'seam')) ?? tail + string
      left = withOverlap({ tail, said: string, released: alone, judged, before })
    }
    if (left !== string) created.set(index, left)
    before = tailOf(before, left)
  }
  return created
}

function released(
  body: JsonObject,
  blocks: readonly JsonObject[],
  { texts, refused, note }: Release,
  head: AnswerHead,
): JsonObject {
  const words = releasedTexts(blocks, texts)
  const content: JsonObject[] = blocks.flatMap((block, index) => {
    const kind = kindOf(block)
    if (kind === 'call') return refused.has(String(index)) ? [] : [knownCall(block)]
    if (kind === 'sealed') return [block]
    if (kind === 'whole') return texts.has(channelOf(index, 'block')) ? [] : [block]
    const text = kind === 'text' ? words.get(index) : texts.get(channelOf(index, kind))
    return [releasedText(block, kind, text, texts.has(channelOf(index, 'citations')))]
  })
  const isEmptied = refused.size > 0 && !content.some((block) => kindOf(block) === 'call')
  if (isEmptied && !content.some(isVisible)) {
    content.push({ type: 'text', text: refusalSentence([...refused.values()]), citations: null })
  }
  return {
    ...defaultHead(head),
    stop_sequence: null,
    ...headOf(body),
    ...(texts.has(KEPT) ? {} : besideHead(body)),
    content,
    ...(isEmptied ? { stop_reason: 'refusal' } : {}),
    x_shield: note,
  }
}

/** Returns a text with its valid additional fields. Citations refer to the original text. */
export function releasedText(
  block: JsonObject,
  kind: 'text' | 'thinking',
  text: string | undefined,
  isRestRedacted: boolean,
): JsonObject {
  if (text === undefined && !isRestRedacted) return block
  const own = text ?? stringOf(block[kind]) ?? ''
  if (kind === 'thinking')
    return {
      type: 'thinking',
      thinking: own,
      signature: isOpaque(block['signature'], 'signature') ? (stringOf(block['signature']) ?? '') : '',
    }
  return { type: 'text', text: own, citations: null }
}

export function isVisible(block: JsonObject): boolean {
  return kindOf(block) === 'text' && (stringOf(block['text']) ?? '').trim() !== ''
}
