import type { ToolTexts } from './tool-definition.ts'

/**
 * Own limits of a definition: total characters, names and values in its schemas, and their depth. Real definitions have some kilobytes,
 * and a depth below ten; the depth limit is that of request bodies.
 */
const TEXT_CHARS_MAX = 262_144
const VALUES_MAX = 50_000
const DEPTH_MAX = 64

/** The texts of a definition, or why they cannot be read completely. */
export type ReadTexts =
  | {
      readonly own: string
      readonly inSchemas: readonly string[]
      /** Short words of values and names in sequence: an instruction split over a list or over parameters reads as a line. */
      readonly spread: readonly string[]
    }
  | { readonly unreadable: 'too_large' | 'too_deep' }

/** JSON Schema keywords are ignored; all other names belong to the server. */
const SCHEMA_WORDS = new Set([
  'type',
  'properties',
  'items',
  'required',
  'description',
  'title',
  'default',
  'enum',
  'const',
  'format',
  'pattern',
  'additionalProperties',
  'anyOf',
  'oneOf',
  'allOf',
  'not',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'examples',
  'string',
  'object',
  'array',
  'number',
  'integer',
  'boolean',
  'null',
  '$schema',
  '$ref',
  '$defs',
  'definitions',
])

/** Type names of values, which are ignored. */
const TYPE_WORDS = new Set(['string', 'object', 'array', 'number', 'integer', 'boolean', 'null'])

/** Below these keys every name belongs to the server. */
const NAMED_BELOW = new Set(['properties', 'patternProperties', '$defs', 'definitions'])

/** Minimum length of a text that is evaluated alone. */
const TEXT_CHARS_MIN = 12

/** Returns all texts of a definition that may be an instruction: its own, and those in its schemas. */
export function readTexts(name: string, texts: ToolTexts): ReadTexts {
  const own = [spaced(name), texts.title, texts.description].filter((text) => text !== undefined).join('\n')
  const inSchemas: string[] = []
  const messages: string[] = []
  const names: string[] = []
  let chars = own.length
  let values = 0
  let isDeep = false
  const isFull = (): boolean => chars > TEXT_CHARS_MAX || values > VALUES_MAX
  const takeName = (key: string, isOwn: boolean): void => {
    values += 1
    if (!isOwn && SCHEMA_WORDS.has(key)) return
    chars += key.length
    const words = spaced(key)
    names.push(words)
    if (words.length >= TEXT_CHARS_MIN) inSchemas.push(words)
  }
  const walk = (value: unknown, depth: number, hasNames = false): void => {
    values += 1
    if (depth > DEPTH_MAX) isDeep = true
    if (isDeep || isFull()) return
    if (typeof value === 'string') {
      if (TYPE_WORDS.has(value)) return
      chars += value.length
      messages.push(value)
      if (value.length >= TEXT_CHARS_MIN && !SCHEMA_WORDS.has(value)) inSchemas.push(value)
    } else if (Array.isArray(value)) {
      for (const element of value) walk(element, depth + 1)
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) {
        takeName(key, hasNames)
        walk(inner, depth + 1, !hasNames && NAMED_BELOW.has(key))
      }
    }
  }
  // The definition itself is one level above its parts.
  for (const part of [texts.inputSchema, texts.outputSchema, texts.annotations]) walk(part, 2)
  if (isDeep) return { unreadable: 'too_deep' }
  return isFull() ? { unreadable: 'too_large' } : { own, inSchemas, spread: [messages, names].map(inLine) }
}

/** Joins short words to a line; empty for too few words. */
function inLine(words: readonly string[]): string {
  const short = words.filter(({ length }) => length < TEXT_CHARS_MIN)
  return short.length < WORDS_MIN ? '' : words.map((word) => word.slice(0, LINE_WORD_CHARS_MAX)).join(' ')
}

/** Minimum number of words of an instruction in a line. */
const WORDS_MIN = 4
/** Maximum length of a word in a line; a longer text is evaluated alone, and its prefix keeps the position in the line. */
const LINE_WORD_CHARS_MAX = 64

function spaced(name: string): string {
  return name.replaceAll('_', ' ')
}
