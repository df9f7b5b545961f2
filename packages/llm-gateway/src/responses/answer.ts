import type { AnswerHead, AnswerText, ChatAnswer, JsonObject, Release, TokenCounts } from '../chat/dialect.ts'
import { isObject, stringOf } from '../chat/json.ts'
import { refusalSentence } from '../chat/sentences.ts'
import { isWord } from '../dialects/heads.ts'
import { KEPT, besideTexts } from '../dialects/kept.ts'
import { isOpaque, joinedText } from '../dialects/leaves.ts'
import { withOverlap, tailOf } from '../dialects/seam.ts'
import { defaultHead, namedFields, unknownFields } from './head.ts'
import {
  besideText,
  callOf,
  channelOf,
  isReadable,
  itemText,
  kindOf,
  knownCall,
  OPAQUE_NAMES,
  PART_LISTS,
  type PartList,
  partsOf,
  textNameOf,
} from './items.ts'
import { tokenCount } from '../chat/token-count.ts'

/** Reads a complete upstream answer. */
export function readResponsesAnswer(body: JsonObject, head: AnswerHead): ChatAnswer | undefined {
  const { output } = body
  if (!Array.isArray(output) || !output.every(isObject)) return undefined
  const items: readonly JsonObject[] = output
  if (!items.every(isReadable)) return undefined
  const texts = items.flatMap((item, index) => textsOfItem(item, index))
  for (const { channel, tail, said } of seamsOf(items)) texts.push({ channel, text: tail + said })
  texts.push(...besideTexts(unknownFields(body), OPAQUE_NAMES))
  return {
    texts,
    calls: items.flatMap((item, index) => (kindOf(item) === 'call' ? [callOf(item, String(index))] : [])),
    usage: usageOf(body['usage']),
    release: (release) => ({ ...defaultHead(head), ...releaseResponse(body, items, release) }),
  }
}

/** Returns token counts, or undefined without usable counts. */
export function usageOf(value: unknown): TokenCounts | undefined {
  if (!isObject(value)) return undefined
  const input = tokenCount(value['input_tokens'])
  const output = tokenCount(value['output_tokens'])
  return input === undefined || output === undefined ? undefined : { input, output }
}

/** Returns the texts of an item by channel. Calls have none. */
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

/** Returns the released response. */
export function releaseResponse(body: JsonObject, items: readonly JsonObject[], release: Release): JsonObject {
  const { refused, note } = release
  const texts = withSeams(items, release.texts)
  const output = items.flatMap((item, index) => releaseItem(item, index, { texts, refused, note }))
  const isEmptied = refused.size > 0 && !output.some((item) => kindOf(item) === 'call')
  if (isEmptied && !output.some(isVisible)) output.push(refusalItem(refusalSentence([...refused.values()])))
  const extra = texts.has(KEPT) ? {} : unknownFields(body)
  return {
    ...extra,
    ...namedFields(body),
    output,
    ...(isEmptied ? { status: 'incomplete', incomplete_details: { reason: 'content_filter' } } : {}),
    x_shield: note,
  }
}

/** Returns the released form of an item, or undefined for a withheld item. */
export function releaseItem(item: JsonObject, index: number, { texts, refused }: Release): JsonObject[] {
  const kind = kindOf(item)
  if (kind === 'call') return refused.has(String(index)) ? [] : [knownCall(item)]
  if (kind === 'whole') return texts.has(channelOf(index, 'item', 0, 'text')) ? [] : [item]
  let created = texts.has(channelOf(index, 'item', 0, 'beside')) ? onlyNames(item) : item
  for (const list of PART_LISTS) {
    if (!Array.isArray(item[list])) continue
    const parts = partsOf(item, list).map((part, at) => releasePart(part, index, list, at, texts))
    created = { ...created, [list]: parts }
  }
  return [created]
}

/** Returns the released form of a part. Citations and probabilities refer to the original text. */
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
  const type = isWord(part['type']) ? part['type'] : 'unknown'
  const own = { type, [name]: text ?? stringOf(part[name]) ?? '' }
  return type === 'output_text' ? { ...own, annotations: [], logprobs: [] } : own
}

/** Returns a message with the reason of a block in place of the model's output. */
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

function besideParts(item: JsonObject): string {
  const { content: _content, summary: _summary, ...rest } = item
  return joinedText(rest, OPAQUE_NAMES)
}

/** Returns the identifying members of an item; its other members are screened first. */
export function onlyNames(item: JsonObject): JsonObject {
  const isOne = (name: string, value: unknown): boolean => typeof value !== 'object' && isOpaque(value, name)
  return Object.fromEntries(
    Object.entries(item).filter(([name, value]) => OPAQUE_NAMES.has(name) && isOne(name, value)),
  )
}

interface JoinedParts {
  readonly channel: string
  readonly textChannel: string
  /** Empty without a previous text. */
  readonly tail: string
  readonly said: string
}

/** Returns the texts that clients join, in order and across other items. */
function joinedTexts(items: readonly JsonObject[]): readonly JoinedParts[] {
  let tail = ''
  return items.flatMap((item, index) => {
    if (kindOf(item) !== 'message') return []
    return partsOf(item, 'content').flatMap((part, at) => {
      if (part['type'] !== 'output_text') return []
      const string = stringOf(part['text']) ?? ''
      const entry = {
        channel: channelOf(index, 'content', at, 'seam'),
        textChannel: channelOf(index, 'content', at, 'text'),
        tail,
        said: string,
      }
      tail = tailOf(tail, string)
      return [entry]
    })
  })
}

function seamsOf(items: readonly JsonObject[]): readonly JoinedParts[] {
  return joinedTexts(items).filter(({ tail, said }) => tail !== '' && said !== '')
}

/** Adds redactions found only across two texts. */
function withSeams(items: readonly JsonObject[], texts: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const created = new Map(texts)
  let before = ''
  for (const { channel, textChannel, tail, said } of joinedTexts(items)) {
    const alone = texts.get(textChannel) ?? said
    const judged = texts.get(channel) ?? tail + said
    const left = tail === '' || said === '' ? alone : withOverlap({ tail, said, released: alone, judged, before })
    if (left !== said) created.set(textChannel, left)
    before = tailOf(before, left)
  }
  return created
}

function some(channel: string, text: string): AnswerText[] {
  return text === '' ? [] : [{ channel, text }]
}
