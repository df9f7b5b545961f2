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
const BASE64 = /^[\w+/-]+={0,2}$/
/** Members that hold base64 without an address before it. */
const RAW: ReadonlySet<string> = new Set(['data', 'file_data'])
const PICTURE = /^(?:image|audio|video)\//

/**
 * The document that a value holds as base64; undefined where it holds none. What stands as a picture, is declared as one and has
 * no format of a document is none. In a place for documents everything is one: its reader says what it is.
 */
function base64Of(value: string, name: string, type: string, mediaType: string | undefined): string | undefined {
  const [prefix, declared = mediaType] = DATA_URL.exec(value.slice(0, HEAD_CHARS)) ?? []
  const isRaw = prefix === undefined
  const base64 = withoutBreaks(isRaw ? value : value.slice(prefix.length))
  if (base64.length < BASE64_CHARS_MIN || (isRaw && (!RAW.has(name) || !BASE64.test(base64)))) return undefined
  const isPicture = PICTURE_PART.test(type) && (declared === undefined || declared === '' || PICTURE.test(declared))
  if (!isPicture) return base64
  const { kind } = sniff(Buffer.from(base64.slice(0, HEAD_CHARS), 'base64'))
  return kind === 'unsupported' ? undefined : base64
}

/** Most base64 has no line breaks, and a search for one character is many times as fast as a replacement. */
function withoutBreaks(base64: string): string {
  return base64.includes('\n') || base64.includes('\r') ? base64.replaceAll(/[\r\n]/g, '') : base64
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
          const base64 = base64Of(member, name, type, stringOf(value['media_type']) ?? stringOf(value['mime_type']))
          if (base64 === undefined) continue
          if (files.length >= FILES_MAX) {
            throw new Failure('invalid_request', `The request holds more than ${FILES_MAX} files. Send fewer.`)
          }
          files.push({ name: nameOf(value, part), base64 })
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
