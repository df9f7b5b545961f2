import type { Row } from './row.ts'

/** Arguments of a method, for any endpoint. */
export interface RequestInput {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

/**
 * Returns the path with its parameters, and the query.
 * @throws {TypeError} if a parameter is missing, or its value would lead to another path
 */
export function pathOf([, path]: Row, { params = {}, query = {} }: RequestInput): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => segment(name, params[name]))
  const search = queryOf(query)
  return search === '' ? filled : `${filled}?${search}`
}

function segment(name: string, value: string | undefined): string {
  // Browsers remove "." and ".." from paths in any escaped form.
  if (typeof value !== 'string' || value === '' || value === '.' || value === '..') {
    throw new TypeError(`The request needs ${name} in params; ${JSON.stringify(value)} is not valid in a path.`)
  }
  return encodeURIComponent(value)
}

function queryOf(query: Readonly<Record<string, unknown>>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined && item !== null)
        search.append(name, item instanceof Date ? item.toISOString() : String(item))
    }
  }
  return search.toString()
}

/** Returns the body for `fetch`, and its content type; a form sets its own boundary. */
export function bodyOf(
  [, , unusual]: Row,
  { body }: RequestInput,
): Pick<RequestInit, 'body'> & { readonly type?: string } {
  if (body === undefined) return {}
  const form = unusual?.form
  if (form === undefined) return { body: JSON.stringify(body), type: 'application/json' }
  const parts = Object.entries(body as Record<string, unknown>).filter(([, value]) => value !== undefined)
  if (form.orJson === true && !parts.some(([name]) => form.files.includes(name))) {
    return { body: JSON.stringify(body), type: 'application/json' }
  }
  const data = new FormData()
  for (const [name, value] of parts) {
    if (value instanceof Blob) data.append(name, value)
    else data.append(name, form.json.includes(name) ? JSON.stringify(value) : String(value))
  }
  return { body: data }
}
