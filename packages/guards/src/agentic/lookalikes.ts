import { type AgenticConfig, perConfig } from './engine/config.ts'
import { ASCII, lettersOf } from './name-forms.ts'
import { isListed } from './tenant-tools.ts'
import { policyPatterns } from './tool-policy.ts'

/** Names that a tenant has rules for, by how they look. */
interface Looks {
  readonly exact: ReadonlySet<string>
  readonly byLook: ReadonlyMap<string, string>
  readonly prefixes: readonly { readonly pattern: string; readonly prefix: string; readonly look: string }[]
}

const ofTenant: (config: AgenticConfig) => Looks = perConfig((config) => {
  const names = [...policyPatterns(config), ...(config.items.get('disabled_tool')?.keys() ?? [])]
  const exact = names.filter((name) => !name.endsWith('*'))
  return {
    exact: new Set(exact),
    byLook: new Map(exact.map((name) => [lookOf(name), name])),
    prefixes: names
      .filter((name) => name.endsWith('*') && name.length > 1)
      .map((pattern) => ({ pattern, prefix: pattern.slice(0, -1), look: lookOf(pattern.slice(0, -1)) })),
  }
})

/**
 * The tool that a name passes for without being it: `dеlete_user` with a Cyrillic letter, `Delete_User`. Only names that
 * have rules or are switched off count, since only their rules are walked around so; and a name that the tenant itself has
 * written down, in its list of tools or letter by letter in the agent's toolset, is never taken for another.
 */
export function lookalikeOf(config: AgenticConfig, tool: string, agentKey: string | undefined): string | undefined {
  const passesFor = sameLook(ofTenant(config), tool)
  if (passesFor === undefined || isListed(config, tool)) return undefined
  const toolset = agentKey === undefined ? undefined : config.agents.get(agentKey)?.tools
  return toolset?.includes(tool) === true ? undefined : passesFor
}

function sameLook({ exact, byLook, prefixes }: Looks, tool: string): string | undefined {
  if (exact.has(tool) || (byLook.size === 0 && prefixes.length === 0)) return undefined
  const look = lookOf(tool)
  const same = byLook.get(look)
  if (same !== undefined) return same
  // Capitals and separators do not hide a name from what the rules of a prefix forbid: see `looseMatches`.
  if (ASCII.test(tool)) return undefined
  return prefixes.find((one) => look.startsWith(one.look) && !tool.startsWith(one.prefix))?.pattern
}

function lookOf(name: string): string {
  return lettersOf(name).toLowerCase()
}
