import type { Fields, JsonRpcRequest } from '../messages.ts'
import { fieldsOf, isFields } from '../server/rpc.ts'
import { encodeHeader, HEADER_NAME, mirroredText, valueAt } from '../stateless/header-value.ts'
import { type MirroredParam, mirroredParams } from '../stateless/param-headers.ts'

/** Maximum number of cached tools per server. */
const TOOLS_MAX = 5_000
/** Maximum number of examined positions in one schema. */
const PLACES_MAX = 50_000
const ANNOTATION = 'x-mcp-header'
const PRIMITIVE: ReadonlySet<unknown> = new Set(['string', 'integer', 'boolean'])

/** Tool parameters that are mirrored into headers. MCP 2026-07-28, "Custom Headers from Tool Parameters". */
export class ToolHeaders {
  readonly #tools = new Map<string, readonly MirroredParam[]>()

  /** Reads a tool list, and returns the tools with valid annotations. Clients must not see others. */
  learn(result: Fields): Fields {
    const { tools } = result
    if (!Array.isArray(tools)) return result
    const valid = tools.filter((tool) => !isFields(tool) || isValid(tool['inputSchema']))
    for (const tool of valid) {
      if (!isFields(tool) || typeof tool['name'] !== 'string') continue
      if (this.#tools.size >= TOOLS_MAX && !this.#tools.has(tool['name'])) break
      this.#tools.set(tool['name'], mirroredParams(tool['inputSchema']))
    }
    return valid.length === tools.length ? result : { ...result, tools: valid }
  }

  headersFor({ params }: JsonRpcRequest): Record<string, string> {
    const name = params?.['name']
    const mirrored = typeof name === 'string' ? (this.#tools.get(name) ?? []) : []
    const headers: Record<string, string> = {}
    for (const { header, path } of mirrored) {
      const text = mirroredText(valueAt(fieldsOf(params?.['arguments']), path))
      if (text !== undefined) headers[header] = encodeHeader(text)
    }
    return headers
  }
}

/** Returns whether every annotation has a unique name and is on a primitive parameter, reachable through properties only. */
function isValid(schema: unknown): boolean {
  const names = new Set<string>()
  const waiting: { readonly value: unknown; readonly reachable: boolean; readonly isProperties: boolean }[] = [
    { value: schema, reachable: true, isProperties: false },
  ]
  let isRoot = true
  for (let left = PLACES_MAX; left > 0; left -= 1) {
    const place = waiting.pop()
    if (place === undefined) return true
    const { value, reachable, isProperties } = place
    if (Array.isArray(value)) {
      for (const item of value) waiting.push({ value: item, reachable: false, isProperties: false })
      continue
    }
    if (!isFields(value)) continue
    if (!isProperties && Object.hasOwn(value, ANNOTATION)) {
      const name = value[ANNOTATION]
      if (isRoot || !reachable || typeof name !== 'string' || !HEADER_NAME.test(name)) return false
      if (!PRIMITIVE.has(value['type']) || names.has(name.toLowerCase())) return false
      names.add(name.toLowerCase())
    }
    isRoot = false
    for (const [key, inner] of Object.entries(value)) {
      const leads = isProperties ? reachable : reachable && key === 'properties'
      waiting.push({ value: inner, reachable: leads, isProperties: !isProperties && key === 'properties' })
    }
  }
  return false
}
