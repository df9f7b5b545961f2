import { settingRows } from './setting-rows.ts'

/** Maximum depth of resolved references; the interface description contains the rest. */
const REFERENCES_MAX = 4
/** Maximum number of rows per table; the rest is counted. */
const ROWS_MAX = 40

export interface Rows {
  readonly rows: readonly (readonly string[])[]
  readonly left: number
}

/**
 * Rows `[field, type, default, limits, meaning]` of a schema of an interface description, its references followed.
 * @param schemas  the named schemas of the description
 */
export function schemaRows(schema: unknown, schemas: Readonly<Record<string, unknown>>): Rows {
  const rows = settingRows(listed(inlined(schema, schemas, 0)))
  return { rows: rows.slice(0, ROWS_MAX), left: Math.max(0, rows.length - ROWS_MAX) }
}

/** A body that is a list is shown as its entries. */
function listed(schema: unknown): unknown {
  const { type, items } = asObject(schema)
  return type === 'array' ? { properties: { '[]': items }, required: ['[]'] } : schema
}

function inlined(value: unknown, schemas: Readonly<Record<string, unknown>>, depth: number): unknown {
  if (Array.isArray(value)) return value.map((item) => inlined(item, schemas, depth))
  if (typeof value !== 'object' || value === null) return value
  const { $ref } = asObject(value)
  if (typeof $ref === 'string') {
    if (depth >= REFERENCES_MAX) return { type: 'object' }
    return inlined(schemas[$ref.slice($ref.lastIndexOf('/') + 1)], schemas, depth + 1)
  }
  const parts = asObject(value)['allOf']
  const merged = Array.isArray(parts) ? Object.assign({}, value, ...parts) : value
  return Object.fromEntries(Object.entries(asObject(merged)).map(([key, item]) => [key, inlined(item, schemas, depth)]))
}

function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
