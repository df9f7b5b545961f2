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
  | { readonly own: string; readonly inSchemas: readonly string[] }
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

/** Shorter texts give no orders. */
const TEXT_CHARS_MIN = 12

/** Every text of a definition that may be an order: its own, and those in its schemas. */
export function readTexts(name: string, texts: ToolTexts): ReadTexts {
  const own = [spaced(name), texts.title, texts.description].filter((text) => text !== undefined).join('\n')
  const inSchemas: string[] = []
  let chars = own.length
  let values = 0
  let isDeep = false
  const isFull = (): boolean => chars > TEXT_CHARS_MAX || values > VALUES_MAX
  const walk = (value: unknown, depth: number): void => {
    values += 1
    if (depth > DEPTH_MAX) isDeep = true
    if (isDeep || isFull()) return
    if (typeof value === 'string') {
      if (value.length < TEXT_CHARS_MIN || SCHEMA_WORDS.has(value)) return
      inSchemas.push(value)
      chars += value.length
    } else if (Array.isArray(value)) {
      for (const element of value) walk(element, depth + 1)
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) {
        walk(spaced(key), depth)
        walk(inner, depth + 1)
      }
    }
  }
  // One level of the definition itself is above its parts.
  for (const part of [texts.inputSchema, texts.outputSchema, texts.annotations]) walk(part, 2)
  if (isDeep) return { unreadable: 'too_deep' }
  return isFull() ? { unreadable: 'too_large' } : { own, inSchemas }
}

function spaced(name: string): string {
  return name.replaceAll('_', ' ')
}
