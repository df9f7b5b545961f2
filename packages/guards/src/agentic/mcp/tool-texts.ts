import type { ToolTexts } from './tool-definition.ts'

/**
 * What of a definition is read: characters over all, names and values in its schemas, and how deep they lie. Ours: definitions in
 * use have some kilobytes, and a depth below ten; the depth is that of request bodies.
 */
const TEXT_CHARS_MAX = 262_144
const VALUES_MAX = 50_000
const DEPTH_MAX = 64

/** The texts of a definition, or why they cannot be read to their end. */
export type ReadTexts =
  | {
      readonly own: string
      readonly inSchemas: readonly string[]
      /** Short words one after the other, of values and of names: what is spread over a list or over parameters reads as a line. */
      readonly spread: readonly string[]
    }
  | { readonly unreadable: 'too_large' | 'too_deep' }

/** Words of JSON Schema say nothing; all other names are a server's own. */
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

/** Types of values; they are nobody's words. */
const TYPE_WORDS = new Set(['string', 'object', 'array', 'number', 'integer', 'boolean', 'null'])

/** Below these every name is the server's own, whatever it is. */
const NAMED_BELOW = new Set(['properties', 'patternProperties', '$defs', 'definitions'])

/** Shorter texts give no orders, each by itself. */
const TEXT_CHARS_MIN = 12

/** Every text of a definition that may be an order: its own, and those in its schemas. */
export function readTexts(name: string, texts: ToolTexts): ReadTexts {
  const own = [spaced(name), texts.title, texts.description].filter((text) => text !== undefined).join('\n')
  const inSchemas: string[] = []
  const said: string[] = []
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
      said.push(value)
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
  // One level of the definition itself is above its parts.
  for (const part of [texts.inputSchema, texts.outputSchema, texts.annotations]) walk(part, 2)
  if (isDeep) return { unreadable: 'too_deep' }
  return isFull() ? { unreadable: 'too_large' } : { own, inSchemas, spread: [said, names].map(inLine) }
}

/** Short words as the line that they make; empty where there are too few for an order. */
function inLine(words: readonly string[]): string {
  const short = words.filter(({ length }) => length < TEXT_CHARS_MIN)
  return short.length < WORDS_MIN ? '' : words.map((word) => word.slice(0, LINE_WORD_CHARS_MAX)).join(' ')
}

/** An order in fewer words says too little to be told from a list. */
const WORDS_MIN = 4
/** Of what is longer each is judged by itself; in a line it is there for its place between others. */
const LINE_WORD_CHARS_MAX = 64

function spaced(name: string): string {
  return name.replaceAll('_', ' ')
}
