import { formsOf } from '../name-forms.ts'

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

/**
 * What a tool is called without the names before it: `hr` of `route/server__hr`. For rules that forbid, never for rules that allow,
 * since anybody can call a server and its tools what they like.
 */
export function namesWithin(tool: string): readonly string[] {
  const own = tool.slice(tool.lastIndexOf('/') + 1)
  const at = own.indexOf('__')
  const names = at > 0 ? [own, own.slice(at + 2)] : [own]
  return names.filter((name) => name !== '' && name !== tool)
}

/** A pattern in the forms that its other spellings share. */
interface Loose {
  readonly pattern: string
  readonly isPrefix: boolean
  readonly forms: readonly string[]
}

const keptLoose = new WeakMap<ReadonlyMap<string, unknown>, readonly Loose[]>()

function looseOf(entries: ReadonlyMap<string, unknown>): readonly Loose[] {
  let loose = keptLoose.get(entries)
  if (loose === undefined) {
    loose = [...entries.keys()]
      .map((pattern) => {
        const isPrefix = pattern.endsWith('*')
        return { pattern, isPrefix, forms: formsOf(isPrefix ? pattern.slice(0, -1) : pattern) }
      })
      .filter(({ forms }) => forms.length > 0)
      .toSorted((a, b) => b.pattern.length - a.pattern.length)
    keptLoose.set(entries, loose)
  }
  return loose
}

/**
 * The entries that are about a tool when capitals and separators mean nothing, and a name with a namespace (`server/tool`,
 * `functions.tool`) is the tool as well. For rules that forbid, never for rules that allow. An entry of a tool's very own name is not passed over for
 * one that is meant loosely, nor is a longer prefix for a shorter one.
 * @returns without the one that `mostSpecific` finds
 */
export function looseMatches<Value>(entries: ReadonlyMap<string, Value>, tool: string): readonly Value[] {
  if (entries.size === 0 || entries.has(tool)) return []
  const patterns = looseOf(entries)
  const isMeant = ({ isPrefix, pattern }: Loose): boolean => isPrefix && tool.startsWith(pattern.slice(0, -1))
  const whole = formsOf(tool)
  const ofWhole = patterns.find((one) => fits(one, whole) || isMeant(one))
  const ofTool = ownNames(tool).map((name) => {
    const own = formsOf(name)
    return patterns.find((one) => fits(one, own))
  })
  const found = new Set([ofWhole, ...ofTool])
  return [...found].flatMap((one) => (one === undefined || isMeant(one) ? [] : [entries.get(one.pattern)!]))
}

/** What stands between the name of a server, a namespace or a client and the name of a tool. */
const NAMESPACE_ENDS = ['/', ':', '.', '__'] as const

/** The name of a tool without what stands before it: `x` of `crm/x`, `functions.x`, `mcp:crm:x` and `mcp__crm__x`. */
function ownNames(tool: string): readonly string[] {
  const names = NAMESPACE_ENDS.map((separator) => {
    const at = tool.lastIndexOf(separator)
    return at <= 0 ? '' : tool.slice(at + separator.length)
  })
  return [...new Set(names)].filter((name) => name !== '' && name !== tool)
}

function fits({ isPrefix, forms }: Loose, given: readonly string[]): boolean {
  return given.some((name) =>
    forms.some((form) => (isPrefix ? name.startsWith(form) : trimmed(name) === trimmed(form))),
  )
}

function trimmed(form: string): string {
  return form.endsWith('_') ? form.slice(0, -1) : form
}

/** The entry that bans a tool: the one about it, else one that would be, were its name spelt otherwise. */
export function bannedBy<Value>(entries: ReadonlyMap<string, Value> | undefined, tool: string): Value | undefined {
  return entries && (mostSpecific(entries, tool) ?? looseMatches(entries, tool)[0])
}
