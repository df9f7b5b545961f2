import { type AgenticConfig, perConfig } from './engine/config.ts'
import { ASCII, lettersOf } from './name-forms.ts'
import { isListed } from './tenant-tools.ts'
import { policyPatterns } from './tool-policy.ts'

/** Tool names with rules of a tenant, by appearance. */
interface LookalikeIndex {
  readonly exact: ReadonlySet<string>
  readonly byLook: ReadonlyMap<string, string>
  readonly prefixes: readonly { readonly pattern: string; readonly prefix: string; readonly look: string }[]
}

const ofTenant: (config: AgenticConfig) => LookalikeIndex = perConfig((config) => {
  const names = [...policyPatterns(config), ...(config.items.get('disabled_tool')?.keys() ?? [])]
  const exact = names.filter((name) => !name.endsWith('*'))
  return {
    exact: new Set(exact),
    byLook: new Map(exact.map((name) => [lookalikeForm(name), name])),
    prefixes: names
      .filter((name) => name.endsWith('*') && name.length > 1)
      .map((pattern) => ({ pattern, prefix: pattern.slice(0, -1), look: lookalikeForm(pattern.slice(0, -1)) })),
  }
})

/**
 * Returns the tool that a name imitates: `dеlete_user` with a Cyrillic letter, `Delete_User`. Only names with rules and disabled tools
 * count, since a lookalike would bypass their rules. A name in the tenant's tool list, or literally in the agent's toolset, is never a
 * lookalike.
 */
export function lookalikeOf(config: AgenticConfig, tool: string, agentKey: string | undefined): string | undefined {
  const passesFor = findLookalike(ofTenant(config), tool)
  if (passesFor === undefined || isListed(config, tool)) return undefined
  const toolset = agentKey === undefined ? undefined : config.agents.get(agentKey)?.tools
  return toolset?.includes(tool) === true ? undefined : passesFor
}

function findLookalike({ exact, byLook, prefixes }: LookalikeIndex, tool: string): string | undefined {
  if (exact.has(tool) || (byLook.size === 0 && prefixes.length === 0)) return undefined
  const look = lookalikeForm(tool)
  const same = byLook.get(look)
  if (same !== undefined) return same
  // Prefix denials ignore capitals and separators: see `looseMatches`.
  if (ASCII.test(tool)) return undefined
  return prefixes.find((prefix) => look.startsWith(prefix.look) && !tool.startsWith(prefix.prefix))?.pattern
}

function lookalikeForm(name: string): string {
  return lettersOf(name).toLowerCase()
}
