import type { Fields } from '@gatehouse/mcp'
import { type BinaryText, textInBinary } from './binary.ts'

/** A message of the protocol as one JSON text that guards can read and rewrite, and the way back. */
export interface Envelope {
  readonly json: string
  /** The message after the guards have rewritten {@link json}; undefined where they left no JSON of its shape. */
  open(rewritten: string): Fields | undefined
}

/**
 * Names whose values belong to the protocol: guards read them, and rewrite none, since a result with another address or cursor
 * answers nothing.
 */
const KEPT = new Set([
  'type',
  'role',
  'method',
  'uri',
  'uriTemplate',
  'mimeType',
  'name',
  'id',
  'cursor',
  'nextCursor',
  'resultType',
  'requestState',
  'cacheScope',
  'progressToken',
  'elicitationId',
  'mode',
  'action',
  'protocolVersion',
])

const WITHHELD = 'holds what may not pass, and is withheld.'

/**
 * Puts a message into one text: all its parts are judged together, so that an order that is spread over them is read as one, and
 * what is redacted in `structuredContent` is in the text beside it too. Files in Base64 are there with the text that is in them.
 */
export function envelopeOf(message: Fields): Envelope {
  return {
    json: JSON.stringify(withTexts(message)),
    open(rewritten) {
      try {
        const opened = back(message, JSON.parse(rewritten))
        return isFields(opened) ? opened : undefined
      } catch (thrown) {
        if (thrown instanceof SyntaxError || thrown instanceof ShapeChanged) return undefined
        throw thrown
      }
    },
  }
}

/** Where a part of a message holds a file. */
function fileField(value: Fields): 'data' | 'blob' | undefined {
  if ((value['type'] === 'image' || value['type'] === 'audio') && typeof value['data'] === 'string') return 'data'
  return typeof value['blob'] === 'string' ? 'blob' : undefined
}

function withTexts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withTexts)
  if (!isFields(value)) return value
  const field = fileField(value)
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) =>
      name === field ? [name, textInBinary(String(inner)).text] : [name, withTexts(inner)],
    ),
  )
}

/** The original with what was rewritten put in. A shape that has changed is none of the guards' doing: nothing is given back. */
function back(original: unknown, rewritten: unknown): unknown {
  if (Array.isArray(original)) {
    if (!Array.isArray(rewritten) || rewritten.length !== original.length) throw new ShapeChanged()
    return original.map((inner: unknown, index) => back(inner, rewritten[index]))
  }
  if (!isFields(original)) return rewritten
  if (!isFields(rewritten)) throw new ShapeChanged()
  const field = fileField(original)
  if (field !== undefined) {
    const file = textInBinary(String(original[field]))
    const now = rewritten[field]
    if (now !== file.text) return rewrittenFile(original, field, file, String(now))
  }
  return Object.fromEntries(
    Object.entries(original).map(([name, inner]) => {
      if (name === field || (KEPT.has(name) && typeof inner === 'string')) return [name, inner]
      return [name, back(inner, Object.hasOwn(rewritten, name) ? rewritten[name] : undefined)]
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
