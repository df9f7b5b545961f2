import type { Fields } from '@gatehouse/mcp'
import { type BinaryText, textInBinary } from './binary.ts'
import { FileCounter, requireText, requireValues } from './bounds.ts'

/** A protocol message as one JSON text for guards, with the reverse mapping. */
export interface Envelope {
  readonly json: string
  /** Returns the message after the guards have rewritten {@link json}; undefined if its structure was changed. */
  open(rewritten: string): Fields | undefined
}

/** Names whose values belong to the protocol and are not text. */
export const KEPT = new Set([
  'type',
  'role',
  'uri',
  'uriTemplate',
  'mimeType',
  'name',
  'nextCursor',
  'resultType',
  'requestState',
  'cacheScope',
])

/** Opaque values that a client returns to the server. Guards read them, but must not rewrite them. */
const OPAQUE = new Set(['nextCursor', 'requestState', 'cacheScope'])

/** Structural fields, which determine how the rest is parsed. A message with a rewritten one is invalid. */
const STRUCTURAL = new Set(['type', 'role', 'resultType', 'uriTemplate'])

/** Names below which all values may be rewritten. */
export const FREE: ReadonlySet<string> = new Set([
  'structuredContent',
  '_meta',
  'data',
  'arguments',
  'metadata',
  'annotations',
])

const WITHHELD = 'contains blocked content and was withheld.'

/**
 * Converts a message to one text: all its parts are screened together, so that a split instruction is detected, and a redaction in
 * `structuredContent` also applies to the adjacent text. Base64 files are included with their extracted text.
 * @param free an additional name below which all values may be rewritten
 * @throws {Failure} `body_too_large` for a message that is too large to be read completely
 */
export function envelopeOf(message: Fields, free?: string): Envelope {
  requireValues(message)
  const json = JSON.stringify(withTexts(message, free, false, new FileCounter()))
  requireText(json)
  return {
    json,
    open(rewritten) {
      try {
        const opened = back(message, JSON.parse(rewritten), free, false)
        return isFields(opened) ? opened : undefined
      } catch (thrown) {
        if (thrown instanceof SyntaxError || thrown instanceof ShapeChanged) return undefined
        throw thrown
      }
    },
  }
}

/** Returns the file field of a message part. In a tool's own data a field of that name is text. */
function fileField(value: Fields): 'data' | 'blob' | undefined {
  if ((value['type'] === 'image' || value['type'] === 'audio') && typeof value['data'] === 'string') return 'data'
  return typeof value['blob'] === 'string' ? 'blob' : undefined
}

function withTexts(value: unknown, free: string | undefined, isFree: boolean, files: FileCounter): unknown {
  if (Array.isArray(value)) return value.map((inner: unknown) => withTexts(inner, free, isFree, files))
  if (!isFields(value)) return value
  const field = isFree ? undefined : fileField(value)
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) =>
      name === field
        ? [name, textInBinary(files.take(String(inner)), typeOf(value)).text]
        : [name, withTexts(inner, free, isFree || FREE.has(name) || name === free, files)],
    ),
  )
}

function typeOf({ mimeType }: Fields): string | undefined {
  return typeof mimeType === 'string' ? mimeType : undefined
}

/** Returns the original with rewritten values, or undefined if the structure was changed. */
function back(original: unknown, rewritten: unknown, free: string | undefined, isFree: boolean): unknown {
  if (Array.isArray(original)) {
    if (!Array.isArray(rewritten) || rewritten.length !== original.length) throw new ShapeChanged()
    return original.map((inner: unknown, index) => back(inner, rewritten[index], free, isFree))
  }
  if (!isFields(original)) return rewritten
  if (!isFields(rewritten)) throw new ShapeChanged()
  const field = isFree ? undefined : fileField(original)
  if (field !== undefined) {
    const file = textInBinary(String(original[field]), typeOf(original))
    const now = rewritten[field]
    if (now !== file.text) return rewrittenFile(original, field, file, String(now))
  }
  return Object.fromEntries(
    Object.entries(original).map(([name, inner]) => {
      const now = Object.hasOwn(rewritten, name) ? rewritten[name] : undefined
      const isWord = !isFree && typeof inner === 'string'
      if (name === field || (isWord && OPAQUE.has(name))) return [name, inner]
      if (isWord && STRUCTURAL.has(name) && now !== inner) throw new ShapeChanged()
      return [name, back(inner, now, free, isFree || FREE.has(name) || name === free)]
    }),
  )
}

class ShapeChanged extends Error {}

function rewrittenFile(part: Fields, field: 'data' | 'blob', file: BinaryText, now: string): Fields {
  if (file.kind === 'text') return { ...part, [field]: Buffer.from(now).toString('base64') }
  if (field === 'data') return { type: 'text', text: `[The ${String(part['type'])} ${WITHHELD}]` }
  const { blob: _blob, ...rest } = part
  return { ...rest, mimeType: 'text/plain', text: `[The file ${WITHHELD}]` }
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
