import { alwaysFold, anyTwin } from '../text/confusables.ts'
import { type AgenticConfig, perConfig } from './engine/config.ts'
import { isListed } from './tenant-tools.ts'
import { policyPatterns } from './tool-policy.ts'

// oxlint-disable-next-line no-control-regex -- the whole of ASCII is meant
const ASCII = /^[\x00-\x7f]*$/
const MARKS = /\p{M}/gu

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
  // Prefixes are short: a capital letter alone does not make a name pass for all of a family.
  if (ASCII.test(tool)) return undefined
  return prefixes.find((one) => look.startsWith(one.look) && !tool.startsWith(one.prefix))?.pattern
}

/** The ASCII letters that a name is read as. */
function lookOf(name: string): string {
  if (ASCII.test(name)) return name.toLowerCase()
  let look = ''
  for (const character of name.normalize('NFKD').replace(MARKS, '')) {
    const unit = character.codePointAt(0)!
    const twin = alwaysFold.get(unit) ?? (unit > 0x7f ? anyTwin(unit) : 0)
    look += twin === 0 ? character : String.fromCharCode(twin)
  }
  return look.toLowerCase()
}
