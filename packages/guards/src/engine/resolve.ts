import { canonicalGuardName, type GuardBlock, type GuardEntry } from '@gatehouse/contracts/policies'

/** Source of a stage's entries; part of every verdict. */
export type PolicySource = 'tenant' | 'request' | 'server'

export interface ResolvedBlock {
  readonly source: PolicySource
  /** By the contract's name. */
  readonly guards: GuardBlock
  /**
   * Explicitly named guards, with the spelling used: an unavailable one is rejected, while an unavailable default is only listed as such.
   */
  readonly asked: ReadonlyMap<string, string>
}

/** The server's own entries: the built-in ones, overlaid by the deployment's configuration file. */
export interface ServerBlock {
  readonly builtin: GuardBlock
  readonly configured: GuardBlock
}

/** Keys of an entry that are not settings. */
const ENTRY_KEYS = new Set(['enabled', 'action', 'mode', 'on_error', 'deadline_ms', 'settings'])

/**
 * Resolves the configuration of one stage. docs/spec/guard.md §4 rule 2: (a) a tenant's own configuration is used and the caller cannot
 * override it, (b) otherwise the caller's block is merged over the server's defaults, (c) otherwise the server's defaults apply. A tenant
 * with any entry for the stage counts as configured; guards that it does not list keep the server's entry.
 */
export function resolveBlock(
  server: ServerBlock,
  tenant: GuardBlock | undefined,
  request: GuardBlock | undefined,
): ResolvedBlock {
  const base = mergeBlocks(server.builtin, server.configured)
  if (hasEntries(tenant)) return layOver(base, tenant, 'tenant', server.configured)
  if (hasEntries(request)) return layOver(base, request, 'request', server.configured)
  return { source: 'server', guards: base, asked: spellings(server.configured) }
}

function layOver(base: GuardBlock, over: GuardBlock, source: PolicySource, configured: GuardBlock): ResolvedBlock {
  return { source, guards: mergeBlocks(base, over), asked: new Map([...spellings(configured), ...spellings(over)]) }
}

function spellings(block: GuardBlock): Map<string, string> {
  return new Map(Object.keys(block).map((spelling) => [canonicalGuardName(spelling), spelling]))
}

/** Lays `over` on `base`, guard by guard; settings are merged key by key and an array replaces an array. */
export function mergeBlocks(base: GuardBlock, over: GuardBlock): GuardBlock {
  const merged = new Map<string, GuardEntry>()
  for (const [name, entry] of Object.entries(base)) merged.set(canonicalGuardName(name), normaliseEntry(entry))
  for (const [name, entry] of Object.entries(over)) {
    const key = canonicalGuardName(name)
    merged.set(key, mergeEntries(merged.get(key), normaliseEntry(entry)))
  }
  return Object.fromEntries(merged)
}

/** Moves settings next to `enabled` to `settings`, and enables a named entry by default. */
export function normaliseEntry(entry: GuardEntry): GuardEntry {
  const settings: Record<string, unknown> = { ...entry.settings }
  const normal: GuardEntry = { enabled: entry.enabled ?? true }
  for (const [key, value] of Object.entries(entry)) {
    if (!ENTRY_KEYS.has(key)) settings[key] = value
    else if (key !== 'settings' && key !== 'enabled' && value !== undefined) normal[key] = value
  }
  normal.settings = settings
  return normal
}

function mergeEntries(base: GuardEntry | undefined, over: GuardEntry): GuardEntry {
  if (base === undefined) return over
  return { ...base, ...over, settings: { ...base.settings, ...over.settings } }
}

/** Whether a stage has any configuration. */
export function hasEntries(block: GuardBlock | undefined): block is GuardBlock {
  return block !== undefined && Object.keys(block).length > 0
}
