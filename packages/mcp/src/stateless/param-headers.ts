import type { Fields, JsonRpcRequest } from '../messages.ts'
import type { McpHttpRequest } from '../server/http.ts'
import { headerOf } from '../server/http.ts'
import { fieldsOf, isFields } from '../server/rpc.ts'
import { decodeHeader, encodeHeader, HEADER_NAME, mirroredText, valueAt } from './header-value.ts'

const PREFIX = 'mcp-param-'
/** Maximum depth and number of arguments that are searched for mirrored values when the tool's schema is unknown. */
const DEPTH_MAX = 16
const VALUES_MAX = 10_000

/** Tool parameter that clients mirror into a header. */
export interface MirroredParam {
  /** In lower case, with its prefix. */
  readonly header: string
  readonly path: readonly string[]
}

/** Returns the parameters that a tool's schema marks with `x-mcp-header`, reachable through properties only. */
export function mirroredParams(inputSchema: unknown): readonly MirroredParam[] {
  const found: MirroredParam[] = []
  let left = VALUES_MAX
  const visit = (schema: unknown, path: readonly string[]) => {
    left -= 1
    if (left < 0 || path.length > DEPTH_MAX || !isFields(schema)) return
    const name = schema['x-mcp-header']
    if (path.length > 0 && typeof name === 'string' && HEADER_NAME.test(name)) {
      found.push({ header: PREFIX + name.toLowerCase(), path })
    }
    for (const [key, property] of Object.entries(fieldsOf(schema['properties']))) visit(property, [...path, key])
  }
  visit(inputSchema, [])
  return found
}

export type ParamHeaders = { readonly headers: Readonly<Record<string, string>> } | { readonly mismatch: string }

/**
 * Checks the `Mcp-Param-*` headers of a call against its arguments, and returns the headers to forward: they mirror the forwarded
 * arguments, independent of the client's headers. `known` contains the tool's schema; without it, each header must mirror some argument,
 * as all headers of a correct client do.
 */
export function paramHeaders(
  http: McpHttpRequest,
  request: JsonRpcRequest,
  forwarded: JsonRpcRequest,
  known: readonly MirroredParam[] | undefined,
): ParamHeaders {
  const before = fieldsOf(request.params?.['arguments'])
  const after = fieldsOf(forwarded.params?.['arguments'])
  const names = Object.keys(http.headers).filter((name) => name.startsWith(PREFIX))
  const missing = known?.find(
    ({ header, path }) => mirroredText(valueAt(before, path)) !== undefined && !names.includes(header),
  )
  if (missing !== undefined) {
    return {
      mismatch: `The header ${missing.header} is missing, although the arguments contain ${missing.path.join('.')}.`,
    }
  }
  const headers: Record<string, string> = {}
  for (const name of names) {
    const value = decodeHeader(headerOf(http, name) ?? '')
    if (value === undefined)
      return { mismatch: `The encoding of the header ${name} does not conform to the specification.` }
    const marked = known?.find(({ header }) => header === name)
    const path = marked === undefined ? pathTo(value, before) : marked.path
    if (path === undefined || !mirrors(value, valueAt(before, path))) {
      return { mismatch: `The header ${name} does not match the arguments.` }
    }
    const now = mirroredText(valueAt(after, path))
    if (now !== undefined) headers[name] = encodeHeader(now)
  }
  return { headers }
}

/** Integers are compared as numbers: 42.0 is 42. */
function mirrors(header: string, value: unknown): boolean {
  if (typeof value === 'number' && header.trim() !== '') return Number(header) === value
  return mirroredText(value) === header
}

function pathTo(header: string, args: Fields): readonly string[] | undefined {
  let left = VALUES_MAX
  const visit = (value: unknown, path: readonly string[]): readonly string[] | undefined => {
    left -= 1
    if (left < 0 || path.length > DEPTH_MAX) return undefined
    if (!isFields(value)) return mirrors(header, value) ? path : undefined
    for (const [key, inner] of Object.entries(value)) {
      const found = visit(inner, [...path, key])
      if (found !== undefined) return found
    }
    return undefined
  }
  return visit(args, [])
}
