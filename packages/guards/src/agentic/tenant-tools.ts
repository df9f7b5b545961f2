import { z } from 'zod'
import { type AgenticConfig, perConfig } from './engine/config.ts'
import { type ArgumentSchema, compileArgumentSchema } from './schema/compile-schema.ts'

/** Name of the document with a tenant's tool definitions. */
export const TOOLS_DOCUMENT = 'tools'

/** The used fields of a stored definition; all others are only returned to clients. */
const StoredTools = z.object({
  tools: z.array(
    z.object({ function: z.object({ name: z.string(), parameters: z.record(z.string(), z.unknown()).optional() }) }),
  ),
})

type Lazily = () => ArgumentSchema | undefined

const ofTenant: (config: AgenticConfig) => ReadonlyMap<string, Lazily> = perConfig((config) => {
  const document = config.items.get('document')?.get(TOOLS_DOCUMENT)
  const tools = new Map<string, Lazily>()
  if (document === undefined) return tools
  for (const [index, { function: definition }] of StoredTools.parse(document).tools.entries()) {
    const { name, parameters } = definition
    let compiled: ArgumentSchema | undefined
    const path = ['tools', index, 'function', 'parameters']
    tools.set(name, () => parameters && (compiled ??= compileArgumentSchema(parameters, path)))
  }
  return tools
})

/** Returns the argument schema of a tool in the tenant's tool list (`PUT /v1/tenant/me/tools`). */
export function listedSchemaFor(config: AgenticConfig, tool: string): ArgumentSchema | undefined {
  return ofTenant(config).get(tool)?.()
}

/** Returns whether the tenant's tool list contains a tool. */
export function isListed(config: AgenticConfig, tool: string): boolean {
  return ofTenant(config).has(tool)
}

/** Returns the names in the tenant's tool list. */
export function listedTools(config: AgenticConfig): Iterable<string> {
  return ofTenant(config).keys()
}
