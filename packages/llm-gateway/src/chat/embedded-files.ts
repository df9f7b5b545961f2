import { sniff } from '@gatehouse/formats'
import { Failure } from '@gatehouse/kernel'
import type { JsonObject, RequestFile } from './dialect.ts'
import { isObject, stringOf } from './json.ts'
import { uncountKind } from './unscreened.ts'

/** Own limit: every request contains all documents of its conversation. */
const FILES_MAX = 100
/** Minimum length of a document. */
const BASE64_CHARS_MIN = 4
/** Enough for the signatures of images, audio and video. */
const HEAD_CHARS = 8_192
const NAME_CHARS_MAX = 255

const DATA_URL = /^data:([^,;]{0,200})[^,]{0,200};base64,/i
const PLAIN_DATA_URL = /^data:[^,]{0,400},/i
// Searched for instead of a repetition: without optimization, which V8 disables in processes with much compiled code, a repeated pattern
// throws a RangeError after 16 million characters.
const NOT_BASE64 = /[^\w+/-]/
const NOT_HEX = /[^\da-f]/i
/** Shorter runs of hexadecimal digits may be base64. */
const HEX_CHARS_MIN = 16
/** Fields with base64 without a data URL prefix. */
const RAW: ReadonlySet<string> = new Set(['data', 'file_data'])
const PICTURE = /^(?:image|audio|video)\//

type Encoded = Pick<RequestFile, 'base64' | 'isMalformed'>

/**
 * Returns the document in a base64 value, or undefined. An image position with a declared image type and no document signature contains
 * none. A document position always contains one, whose reader detects the type.
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
  return hexDecoded(base64) ?? (isValid() && isCompleteBase64(base64) ? { base64 } : { base64, isMalformed: true })
}

/** Returns whether a text has only base64 characters and padding. */
function isBase64(text: string): boolean {
  const digits = text.replace(/={1,2}$/, '')
  return digits !== '' && !NOT_BASE64.test(digits)
}

/** Returns whether the base64 length is valid: encoders never produce a single extra character. */
function isCompleteBase64(base64: string): boolean {
  return base64.replace(/={1,2}$/, '').length % 4 !== 1
}

/** Decodes a document in hexadecimal digits, which are also valid base64. */
function hexDecoded(value: string): Encoded | undefined {
  if (value.length < HEX_CHARS_MIN || value.length % 2 !== 0 || NOT_HEX.test(value)) return undefined
  const bytes = Buffer.from(value, 'hex')
  return sniff(bytes).kind === 'unsupported' ? undefined : { base64: bytes.toString('base64'), isMalformed: true }
}

/** Decodes a data URL without base64. RFC 2397. An invalid escape is kept. */
function percentDecoded(value: string): Buffer {
  const bytes = Buffer.from(value).toString('latin1')
  return Buffer.from(
    bytes.replaceAll(/%[\da-f]{2}/gi, (escape) => String.fromCharCode(Number.parseInt(escape.slice(1), 16))),
    'latin1',
  )
}

/**
 * Returns the documents in a request, in all file positions of its API, and in image positions with other content. Read documents no
 * longer count as unscreened.
 * @param fields fields with the turns
 * @throws {Failure} `invalid_request` above the maximum number
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
      for (const item of value.toReversed()) open.push({ value: item, part: isObject(item) ? item : part })
    } else if (isObject(value)) {
      for (const [name, member] of Object.entries(value).toReversed()) {
        if (typeof member !== 'string') open.push({ value: member, part })
        else if (MEDIA.has(name)) {
          const type = stringOf(part?.['type']) ?? 'unknown'
          // Plain text and audio are not read as documents.
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

/** Fields with images, audio and files. */
const MEDIA: ReadonlySet<string> = new Set(['data', 'file_data', 'url', 'image_url', 'file_url'])

function nameOf(holder: JsonObject, part: JsonObject | undefined): string {
  const name = holder['filename'] ?? holder['name'] ?? part?.['filename'] ?? part?.['title']
  return typeof name === 'string' ? name.slice(0, NAME_CHARS_MAX) : ''
}
