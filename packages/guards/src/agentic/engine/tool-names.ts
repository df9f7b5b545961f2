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

/**
 * The entry that is about a tool: the one of its own name, else the one with the longest prefix.
 * @param entries  by tool name, or by prefix with `*` behind
 */
export function mostSpecific<Value>(entries: ReadonlyMap<string, Value>, tool: string): Value | undefined {
  const own = entries.get(tool)
  if (own !== undefined) return own
  let best: Value | undefined
  let length = -1
  for (const [pattern, value] of entries) {
    if (!pattern.endsWith('*') || pattern.length - 1 <= length) continue
    if (tool.startsWith(pattern.slice(0, -1))) {
      best = value
      length = pattern.length - 1
    }
  }
  return best
}
