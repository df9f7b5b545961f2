import { isPlainId } from '../chat/ids.ts'
import type { JsonPath } from '../chat/json.ts'
import { isObject } from '../chat/json.ts'
import { isWord } from './heads.ts'

/** A text in a document, with its path. */
export interface Leaf {
  readonly path: JsonPath
  readonly text: string
}

/**
 * Returns whether a value has the form that its field name implies: encrypted values contain no spaces, ids look like ids, and words like
 * words. Every other value is text, regardless of its name.
 */
function isName(value: string, name: string): boolean {
  if (WORD_NAMES.has(name)) return isWord(value)
  return ID_NAMES.test(name) ? isPlainId(value) : !/\s/.test(value)
}

const ID_NAMES = /(?:^|_)id$|^(?:cache_control|media_type|namespace|version)$/

/**
 * Returns every text of a value, in document order. The parser limits the nesting.
 * @param skipped names of fields with identifiers or encrypted values; a value with spaces is text even there
 */
export function leavesOf(value: unknown, path: JsonPath, skipped: ReadonlySet<string>): readonly Leaf[] {
  const leaves: Leaf[] = []
  /** Includes the name that marks a value as an identifier. */
  const open: { readonly value: unknown; readonly path: JsonPath; readonly named?: string | undefined }[] = [
    { value, path },
  ]
  while (open.length > 0) {
    const item = open.pop()!
    if (typeof item.value === 'string') {
      if (item.value !== '' && !(item.named !== undefined && isName(item.value, item.named)))
        leaves.push({ path: item.path, text: item.value })
      continue
    }
    const members: (readonly [string | number, unknown])[] = Array.isArray(item.value)
      ? item.value.map((member: unknown, index) => [index, member] as const)
      : isObject(item.value)
        ? Object.entries(item.value)
        : []
    for (const [name, member] of members.toReversed()) {
      const named = typeof name === 'string' && skipped.has(name) ? name : item.named
      open.push({ value: member, path: [...item.path, name], named })
    }
  }
  return leaves
}

/** Fields with model or tool input, regardless of their inner names. */
const FREE_NAMES: ReadonlySet<string> = new Set(['input', 'arguments', 'action'])
/** Maximum length of ids. */
const ID_CHARS_MAX = 256
/** Content encrypted by the provider: long, with only base64 characters. */
const SEALED = /^[\w+/=-]{64,}$/
/** Images and audio in data URLs contain no text. */
const MEDIA = /^data:[a-z0-9./+-]{1,100};base64,[\w+/=-]*$/i

/** Fields with an API word, an encrypted value, an image or a file. */
const WORD_NAMES: ReadonlySet<string> = new Set(['type', 'status', 'role', 'phase'])
const SEALED_NAMES: ReadonlySet<string> = new Set([
  'signature',
  'data',
  'encrypted_content',
  'encrypted_index',
  'encrypted_stdout',
])
const MEDIA_NAMES: ReadonlySet<string> = new Set(['image_url', 'file_url', 'file_data'])

/** Whether a value has the form of an id, an API word or an encrypted value, as its name implies. */
export function isOpaque(value: unknown, name = 'id'): boolean {
  if (typeof value !== 'string') return value === null || typeof value !== 'object'
  if (WORD_NAMES.has(name)) return isWord(value)
  if (SEALED_NAMES.has(name)) return value === '' || SEALED.test(value)
  if (value.length > ID_CHARS_MAX) return SEALED.test(value) || MEDIA.test(value)
  return MEDIA_NAMES.has(name) ? MEDIA.test(value) : (value === '' || isPlainId(value)) && !value.includes('://')
}

/** Syntax of field names. Any other name is text, even with an empty value. */
const PLAIN_NAME = /^[a-z]\w{0,63}$/i

/** Returns all texts as one, including field names, which may be words. */
export function joinedText(value: unknown, skipped: ReadonlySet<string>): string {
  const texts: string[] = []
  const open: { readonly value: unknown; readonly isFree: boolean }[] = [{ value, isFree: false }]
  while (open.length > 0) {
    const { value: item, isFree } = open.pop()!
    if (typeof item === 'string') {
      if (item !== '') texts.push(item)
    } else if (Array.isArray(item)) {
      for (const member of item.toReversed()) open.push({ value: member, isFree })
    } else if (isObject(item)) {
      for (const [name, member] of Object.entries(item).toReversed()) {
        if (isEmpty(member)) {
          if (!PLAIN_NAME.test(name)) open.push({ value: name, isFree })
        } else if (isFree || !skipped.has(name) || !isOpaque(member, name)) {
          open.push({ value: member, isFree: isFree || FREE_NAMES.has(name) }, { value: name, isFree })
        }
      }
    }
  }
  return texts.join('\n')
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
}
