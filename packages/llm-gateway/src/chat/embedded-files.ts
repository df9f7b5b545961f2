import { sniff } from '@gatehouse/formats'
import { Failure } from '@gatehouse/kernel'
import type { JsonObject, RequestFile } from './dialect.ts'
import { isObject, stringOf } from './json.ts'
import { uncountKind } from './unscreened.ts'

/** Ours: every request sends the documents of its conversation again. */
const FILES_MAX = 100
/** What is shorter is no document. */
const BASE64_CHARS_MIN = 4
/** Enough for the signatures of pictures, sounds and films. */
const HEAD_CHARS = 8_192
const NAME_CHARS_MAX = 255

const DATA_URL = /^data:([^,;]{0,200})[^,]{0,200};base64,/i
const PLAIN_DATA_URL = /^data:[^,]{0,400},/i
// Long values are searched for what does not belong: without its optimizations, which V8 gives up in processes with much compiled
// code, a pattern that repeats up to the end throws a RangeError after 16 million characters.
const NOT_BASE64 = /[^\w+/-]/
const NOT_HEX = /[^\da-f]/i
/** Shorter runs of hexadecimal digits may be base64. */
const HEX_CHARS_MIN = 16
/** Members that hold base64 without an address before it. */
const RAW: ReadonlySet<string> = new Set(['data', 'file_data'])
const PICTURE = /^(?:image|audio|video)\//

type Encoded = Pick<RequestFile, 'base64' | 'isMalformed'>

/**
 * The document that a value holds as base64; undefined where it holds none. What stands as a picture, is declared as one and has
 * no format of a document is none. In a place for documents everything is one: its reader says what it is.
 */
function documentOf(value: string, name: string, type: string, mediaType: string | undefined): Encoded | undefined {
  const [prefix, declared = mediaType] = DATA_URL.exec(value.slice(0, HEAD_CHARS)) ?? []
  const isPicture = PICTURE_PART.test(type) && (declared === undefined || declared === '' || PICTURE.test(declared))
  if (prefix === undefined) {
    const plain = isPicture ? null : PLAIN_DATA_URL.exec(value.slice(0, HEAD_CHARS))
    if (plain !== null) return { base64: percentDecoded(value.slice(plain[0].length)).toString('base64') }
  }
  const base64 = (prefix === undefined ? value : value.slice(prefix.length)).replaceAll(/\s/g, '')
  const isValid = (): boolean => isBase64(base64)
  if (base64.length < BASE64_CHARS_MIN && (prefix === undefined || base64 === '')) return undefined
  if (prefix === undefined && (!RAW.has(name) || !isValid())) return undefined
  if (isPicture) {
    const { kind } = sniff(Buffer.from(base64.slice(0, HEAD_CHARS), 'base64'))
    return kind === 'unsupported' ? undefined : { base64 }
  }
  return hexDecoded(base64) ?? (isValid() && isWhole(base64) ? { base64 } : { base64, isMalformed: true })
}

/** Whether a text consists of characters of base64 and its padding. */
function isBase64(text: string): boolean {
  const digits = text.replace(/={1,2}$/, '')
  return digits !== '' && !NOT_BASE64.test(digits)
}

/** Whether base64 has no single character over, which no encoder writes. */
function isWhole(base64: string): boolean {
  return base64.replace(/={1,2}$/, '').length % 4 !== 1
}

/** A document in hexadecimal digits, which are valid base64 of something else. */
function hexDecoded(value: string): Encoded | undefined {
  if (value.length < HEX_CHARS_MIN || value.length % 2 !== 0 || NOT_HEX.test(value)) return undefined
  const bytes = Buffer.from(value, 'hex')
  return sniff(bytes).kind === 'unsupported' ? undefined : { base64: bytes.toString('base64'), isMalformed: true }
}

/** The bytes of an address of data without base64. RFC 2397. A broken escape stays as it is. */
function percentDecoded(value: string): Buffer {
  const bytes = Buffer.from(value).toString('latin1')
  return Buffer.from(
    bytes.replaceAll(/%[\da-f]{2}/gi, (escape) => String.fromCharCode(Number.parseInt(escape.slice(1), 16))),
    'latin1',
  )
}

/**
 * The documents that stand in a request, wherever its interface has places for files, and in pictures that are none. What is read
 * is no longer counted as unscreened.
 * @param fields where the turns stand
 * @throws {Failure} `invalid_request` when there are more than can be read
 */
export function embeddedFiles(
  body: JsonObject,
  fields: readonly string[],
  kinds: Map<string, number>,
): readonly RequestFile[] {
  const files: RequestFile[] = []
  const open: { readonly value: unknown; readonly part: JsonObject | undefined }[] = fields.map((field) => {
    return { value: body[field], part: undefined }
  })
  while (open.length > 0) {
    const { value, part } = open.pop()!
    if (Array.isArray(value)) {
      for (const one of value.toReversed()) open.push({ value: one, part: isObject(one) ? one : part })
    } else if (isObject(value)) {
      for (const [name, member] of Object.entries(value).toReversed()) {
        if (typeof member !== 'string') open.push({ value: member, part })
        else if (MEDIA.has(name)) {
          const type = stringOf(part?.['type']) ?? 'unknown'
          // Text that stands as it is, and sounds, which nobody reads as a document.
          if (SOUND.test(type) || (name === 'data' && value['type'] === 'text')) continue
          const declared = stringOf(value['media_type']) ?? stringOf(value['mime_type'])
          const found = documentOf(member, name, type, declared)
          if (found === undefined) continue
          if (files.length >= FILES_MAX) {
            throw new Failure('invalid_request', `The request contains more than ${FILES_MAX} files. Send fewer.`)
          }
          files.push({ name: nameOf(value, part), ...found })
          uncountKind(kinds, type)
        }
      }
    }
  }
  return files
}

const SOUND = /audio/
const PICTURE_PART = /image|screenshot|video/

/** Members in which interfaces carry pictures, sounds and files. */
const MEDIA: ReadonlySet<string> = new Set(['data', 'file_data', 'url', 'image_url', 'file_url'])

function nameOf(holder: JsonObject, part: JsonObject | undefined): string {
  const name = holder['filename'] ?? holder['name'] ?? part?.['filename'] ?? part?.['title']
  return typeof name === 'string' ? name.slice(0, NAME_CHARS_MAX) : ''
}
