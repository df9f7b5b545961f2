import { quoted } from './quote.ts'
import { isList, isMap, Unknown, unknownText, type Value } from './value.ts'

/** A name that needs no quotes as a key. */
const NAME = /^[A-Za-z_][\w-]{0,200}$/

/** Words with another meaning at the start of a key. */
const RESERVED: ReadonlySet<string> = new Set(['for', 'null', 'true', 'false'])

/** Prints a value as code. A text with a JSON object or list is printed as that object or list, so that rules see it. */
export function printValue(value: Value, indent = ''): string {
  if (value === null) return 'null'
  if (typeof value === 'string') return printText([value], indent)
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (value instanceof Unknown) return value.parts === undefined ? value.source : printText(value.parts, indent)
  const inner = `${indent}  `
  if (isList(value)) {
    const parts = value.map((item) => printValue(item, inner))
    return parts.length === 0 || !value.some((item) => isMap(item))
      ? `[${parts.join(', ')}]`
      : `[\n${parts.map((part) => `${inner}${part},\n`).join('')}${indent}]`
  }
  if (value.size === 0) return '{}'
  return `{\n${[...value].map(([key, item]) => `${inner}${printKey(key)} = ${printValue(item, inner)}\n`).join('')}${indent}}`
}

export function printKey(key: string): string {
  return NAME.test(key) && !RESERVED.has(key) ? key : quoted(key)
}

function printText(parts: readonly (string | Unknown)[], indent: string): string {
  const [first] = parts
  if (typeof first === 'string' && /^\s*[{[]/.test(first)) {
    const value = fromJson(parts)
    if (value !== undefined) return `jsonencode(${printValue(value, indent)})`
  }
  return unknownText(parts).source
}

/** Own limit: longer texts are no policies. */
const JSON_CHARS_MAX = 200_000
const OPEN = '\uE000'
const CLOSE = '\uE001'

/** Parses the object or list in a JSON text; its unknown parts stay unknown. Undefined for any other text. */
export function fromJson(parts: readonly (string | Unknown)[]): Value | undefined {
  const known: Unknown[] = []
  const text = parts
    .map((part) => (typeof part === 'string' ? part : `${OPEN}${known.push(part) - 1}${CLOSE}`))
    .join('')
    .replace(/([:[,]\s{0,50})(\uE000\d{1,6}\uE001)(?=\s{0,50}[,\]}])/g, '$1"$2"')
  if (text.length > JSON_CHARS_MAX) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? valueOfJson(value, known) : undefined
  } catch {
    // The text only starts like JSON.
    return undefined
  }
}

/** Converts parsed JSON to a value. */
export function valueOfJson(json: unknown, known: readonly Unknown[] = []): Value {
  if (typeof json === 'string') return known.length === 0 ? json : withKnown(json, known)
  if (typeof json === 'number' || typeof json === 'boolean') return json
  if (Array.isArray(json)) return json.map((item) => valueOfJson(item, known))
  if (typeof json !== 'object' || json === null) return null
  return new Map(Object.entries(json).map(([key, item]) => [plainKey(key, known), valueOfJson(item, known)]))
}

function withKnown(text: string, known: readonly Unknown[]): Value {
  const parts = text.split(/(\uE000\d{1,6}\uE001)/).filter((item) => item !== '')
  const found = parts.map((part) => (part.startsWith(OPEN) ? known[Number(part.slice(1, -1))]! : part))
  const [only] = found
  if (found.length === 1 && only !== undefined) return only
  return found.every((item) => typeof item === 'string') ? found.join('') : unknownText(found)
}

function plainKey(key: string, known: readonly Unknown[]): string {
  return key.replace(/\uE000(\d{1,6})\uE001/g, (_all, number: string) => `\${${known[Number(number)]?.source ?? ''}}`)
}

/** A value as a JSON text. */
export function toJson(value: Value): string | Unknown {
  const known: Unknown[] = []
  const plain = (item: Value): unknown => {
    if (item instanceof Unknown) {
      const parts = item.parts ?? [item]
      return parts.map((part) => (typeof part === 'string' ? part : `${OPEN}${known.push(part) - 1}${CLOSE}`)).join('')
    }
    if (isList(item)) return item.map(plain)
    return isMap(item) ? Object.fromEntries([...item].map(([key, inner]) => [key, plain(inner)])) : item
  }
  const text = JSON.stringify(plain(value))
  if (known.length === 0) return text
  const parts = text.split(/(\uE000\d{1,6}\uE001)/).filter((item) => item !== '')
  return unknownText(parts.map((part) => (part.startsWith(OPEN) ? known[Number(part.slice(1, -1))]! : part)))
}
