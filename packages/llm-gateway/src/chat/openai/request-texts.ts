import type { RequestText } from '../dialect.ts'
import { isPlainId } from '../ids.ts'
import { isObject, type JsonPath, sourceOfName, stringOf } from '../json.ts'
import { countKind } from '../unscreened.ts'

/** A text with its path in the body. */
export interface Placed extends RequestText {
  readonly path: JsonPath
}

export type TextContext = Pick<RequestText, 'message' | 'source' | 'tool' | 'arguments'>
export type Kinds = Map<string, number>

/** API words, tool names and ids: short and without spaces. Any other value is text, regardless of its name. */
const NAME = /^[\w.:|/+-]{0,128}$/
function isName(value: string): boolean {
  return value === '' || (NAME.test(value) && isPlainId(value))
}

/** Fields with names. */
const NAMES: ReadonlySet<string> = new Set([
  'type',
  'id',
  'index',
  'format',
  'detail',
  'cache_control',
  'media_type',
  'mime_type',
  'tool_call_id',
  'tool_use_id',
])
/** Fields with images, audio and files, with their addresses, or with provider-encrypted content. */
const MEDIA: ReadonlySet<string> = new Set([
  'url',
  'data',
  'file_data',
  'file_id',
  'image_url',
  'signature',
  'encrypted_content',
])
/** Fields with lists of parts. */
const PART_LISTS: ReadonlySet<string> = new Set(['text', 'refusal', 'summary', 'thinking', 'content'])

/** Yields parts with text, and lists of reasoning. A part without text, or with more than text, is counted by its kind. */
export function* textsOfParts(
  parts: readonly unknown[],
  context: TextContext,
  at: JsonPath,
  kinds: Kinds,
): Generator<Placed> {
  for (const [index, part] of parts.entries()) {
    if (typeof part === 'string') {
      if (part !== '') yield { ...context, text: part, path: [...at, index] }
    } else if (Array.isArray(part)) yield* textsOfParts(part, context, [...at, index], kinds)
    else if (isObject(part)) {
      const hasText = [...PART_LISTS].some((name) => typeof part[name] === 'string' || Array.isArray(part[name]))
      const isWhole = yield* textsOfObject(part, context, [...at, index], kinds)
      if (!hasText || !isWhole) countKind(kinds, stringOf(part['type']) ?? 'unknown')
    }
  }
}

/** An address, an id, or encoded data. Any other value in this position is text that the model may read. */
const ADDRESS = /^(?:https?|gs|s3|file):\/\/\S*$/i
const ENCODED = /^(?:data:[^,\s]{0,200};base64,)?[\w+/=\r\n-]*$/i
function isMedia(value: string): boolean {
  return ADDRESS.test(value) || isPlainId(value) || ENCODED.test(value)
}

/** Yields every text of an object except images, audio and files. @returns whether it contains only text */
export function* textsOfObject(
  object: object,
  context: TextContext,
  at: JsonPath,
  kinds: Kinds,
): Generator<Placed, boolean> {
  let isWhole = true
  for (const [name, value] of Object.entries(object) as [string, unknown][]) {
    const path = [...at, name]
    if (typeof value === 'string') {
      if (value === '' || (NAMES.has(name) && isName(value))) continue
      if (MEDIA.has(name) && isMedia(value)) isWhole = false
      else
        yield {
          ...context,
          source: name === 'name' ? sourceOfName(value, context.source) : context.source,
          text: value,
          path,
        }
    } else if (Array.isArray(value)) yield* textsOfParts(value, context, path, kinds)
    else if (isObject(value)) {
      const isAll = yield* textsOfObject(value, context, path, kinds)
      isWhole &&= isAll
    }
  }
  return isWhole
}

/** Yields an identifier as a text if it does not have the form of one. */
export function* textOfName(value: unknown, context: TextContext, path: JsonPath): Generator<Placed> {
  if (typeof value === 'string' && !isName(value)) yield { ...context, text: value, path }
}
