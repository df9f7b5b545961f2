/** Whether a list of tool names, some of them prefixes with `*` behind, holds a name. */
export interface ToolMatcher {
  has(tool: string): boolean
}

const kept = new WeakMap<readonly string[], ToolMatcher>()

/** The matcher of a list; made once for each list, for lists hang on snapshots that are never changed. */
export function toolMatcher(patterns: readonly string[]): ToolMatcher {
  let matcher = kept.get(patterns)
  if (matcher === undefined) {
    matcher = makeMatcher(patterns)
    kept.set(patterns, matcher)
  }
  return matcher
}

function makeMatcher(patterns: readonly string[]): ToolMatcher {
  const exact = new Set(patterns.filter((pattern) => !pattern.endsWith('*')))
  const prefixes = patterns.filter((pattern) => pattern.endsWith('*')).map((pattern) => pattern.slice(0, -1))
  return { has: (tool) => exact.has(tool) || prefixes.some((prefix) => tool.startsWith(prefix)) }
}

const keptPrefixes = new WeakMap<ReadonlyMap<string, unknown>, readonly string[]>()

/**
 * The entry that is about a tool: the one of its own name, else the one with the longest prefix. Prefixes are looked out
 * once for each map, for maps hang on snapshots that are never changed.
 * @param entries  by tool name, or by prefix with `*` behind
 */
export function mostSpecific<Value>(entries: ReadonlyMap<string, Value>, tool: string): Value | undefined {
  const own = entries.get(tool)
  if (own !== undefined) return own
  let prefixes = keptPrefixes.get(entries)
  if (prefixes === undefined) {
    const patterns = [...entries.keys()].filter((name) => name.endsWith('*'))
    prefixes = patterns.map((pattern) => pattern.slice(0, -1)).toSorted((a, b) => b.length - a.length)
    keptPrefixes.set(entries, prefixes)
  }
  const longest = prefixes.find((prefix) => tool.startsWith(prefix))
  return longest === undefined ? undefined : entries.get(`${longest}*`)
}
