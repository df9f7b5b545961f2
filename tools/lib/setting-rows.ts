import { cell, code } from './markdown.ts'

/** Parts of a JSON Schema that these pages use; zod writes more. */
interface Schema {
  readonly type?: unknown
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly items?: unknown
  readonly anyOf?: readonly unknown[]
  readonly oneOf?: readonly unknown[]
  readonly properties?: Readonly<Record<string, unknown>>
  readonly additionalProperties?: unknown
  readonly required?: readonly string[]
  readonly default?: unknown
  readonly description?: string
  readonly [keyword: string]: unknown
}

/** JSON Schema keyword → text for people. */
const LIMITS: Readonly<Record<string, string>> = {
  minimum: '≥',
  exclusiveMinimum: '>',
  maximum: '≤',
  exclusiveMaximum: '<',
  minLength: 'characters ≥',
  maxLength: 'characters ≤',
  minItems: 'entries ≥',
  maxItems: 'entries ≤',
}

/** Defaults longer than this are named by their size. */
const DEFAULT_CHARS_MAX = 60
/** Settings inside settings are listed to this depth. */
const DEPTH_MAX = 3

/** Rows `[setting, type, default, limits, meaning]` of an object schema, settings inside settings as `outer.inner`. */
export function settingRows(schema: unknown, prefix = '', depth = 0): string[][] {
  const { properties = {}, required = [] } = asSchema(schema)
  return Object.entries(properties).flatMap(([name, value]) => {
    const item = asSchema(value)
    const path = `${prefix}${name}`
    const row = [
      code(path),
      typeOf(item),
      item.default === undefined ? (required.includes(name) ? 'required' : 'none') : defaultOf(item.default),
      limitsOf(item),
      cell(item.description ?? ''),
    ]
    const inner = depth < DEPTH_MAX ? asSchema(item.items ?? item) : {}
    const mark = item.items === undefined ? '' : '[]'
    return inner.properties === undefined ? [row] : [row, ...settingRows(inner, `${path}${mark}.`, depth + 1)]
  })
}

function typeOf(schema: Schema): string {
  const choices = schema.anyOf ?? schema.oneOf
  if (choices !== undefined) return choices.map((choice) => typeOf(asSchema(choice))).join(' or ')
  if (schema.const !== undefined) return code(JSON.stringify(schema.const))
  if (schema.enum !== undefined) return schema.enum.map((value) => code(String(value))).join(', ')
  if (schema.type === 'array') return `list of ${typeOf(asSchema(schema.items))}`
  if (schema.type === 'object' && schema.properties === undefined && schema.additionalProperties !== undefined) {
    return `map of ${typeOf(asSchema(schema.additionalProperties))}`
  }
  return typeof schema.type === 'string' ? schema.type : 'any'
}

function defaultOf(value: unknown): string {
  const text = JSON.stringify(value)
  if (text.length <= DEFAULT_CHARS_MAX) return code(text)
  return Array.isArray(value) ? `${value.length} entries` : 'see the source'
}

/** zod writes the range of safe integers for every integer; that is no limit that a person set. */
function limitsOf(schema: Schema): string {
  const own = Object.entries(LIMITS).flatMap(([keyword, sign]) => {
    const value = schema[keyword]
    if (typeof value !== 'number' || Math.abs(value) === Number.MAX_SAFE_INTEGER) return []
    return [`${sign} ${value}`]
  })
  const items = schema.items === undefined ? '' : limitsOf(asSchema(schema.items))
  return [...own, ...(items === '' ? [] : [`each: ${items}`])].join(', ')
}

function asSchema(value: unknown): Schema {
  return typeof value === 'object' && value !== null ? (value as Schema) : {}
}
