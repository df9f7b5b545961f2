import { formsOf } from '../name-forms.ts'

/** Matches names against a list of tool names and prefixes with a final `*`. */
export interface ToolMatcher {
  has(tool: string): boolean
}

const matcherCache = new WeakMap<readonly string[], ToolMatcher>()

/** Returns the matcher of a list; cached per list, since lists belong to immutable snapshots. */
export function toolMatcher(patterns: readonly string[]): ToolMatcher {
  let matcher = matcherCache.get(patterns)
  if (matcher === undefined) {
    matcher = makeMatcher(patterns)
    matcherCache.set(patterns, matcher)
  }
  return matcher
}

function makeMatcher(patterns: readonly string[]): ToolMatcher {
  const exact = new Set(patterns.filter((pattern) => !pattern.endsWith('*')))
  const prefixes = patterns.filter((pattern) => pattern.endsWith('*')).map((pattern) => pattern.slice(0, -1))
  return { has: (tool) => exact.has(tool) || prefixes.some((prefix) => tool.startsWith(prefix)) }
}

const prefixCache = new WeakMap<ReadonlyMap<string, unknown>, readonly string[]>()

/**
 * Returns the entry for a tool: by exact name, else by the longest prefix. Prefixes are collected once per map, because maps belong to
 * immutable snapshots.
 * @param entries by tool name, or by prefix with a final `*`
 */
export function mostSpecific<Value>(entries: ReadonlyMap<string, Value>, tool: string): Value | undefined {
  const own = entries.get(tool)
  if (own !== undefined) return own
  let prefixes = prefixCache.get(entries)
  if (prefixes === undefined) {
    const patterns = [...entries.keys()].filter((name) => name.endsWith('*'))
    prefixes = patterns.map((pattern) => pattern.slice(0, -1)).toSorted((a, b) => b.length - a.length)
    prefixCache.set(entries, prefixes)
  }
  const longest = prefixes.find((prefix) => tool.startsWith(prefix))
  return longest === undefined ? undefined : entries.get(`${longest}*`)
}

/**
 * Returns the names of a tool without its qualifiers: `hr` of `route/server__hr`. For rules that deny, never for rules that allow, since
 * server and tool names are freely chosen.
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

const looseCache = new WeakMap<ReadonlyMap<string, unknown>, readonly Loose[]>()

function looseOf(entries: ReadonlyMap<string, unknown>): readonly Loose[] {
  let loose = looseCache.get(entries)
  if (loose === undefined) {
    loose = [...entries.keys()]
      .map((pattern) => {
        const isPrefix = pattern.endsWith('*')
        return { pattern, isPrefix, forms: formsOf(isPrefix ? pattern.slice(0, -1) : pattern) }
      })
      .filter(({ forms }) => forms.length > 0)
      .toSorted((a, b) => b.pattern.length - a.pattern.length)
    looseCache.set(entries, loose)
  }
  return loose
}

/**
 * Returns the entries for a tool, ignoring capitals and separators, and with a namespaced name (`server/tool`, `functions.tool`) equal to
 * the tool. For rules that deny, never for rules that allow. An entry with the exact name has precedence over a loose match, and a longer
 * prefix over a shorter one.
 * @returns without the entry of `mostSpecific`
 */
export function looseMatches<Value>(entries: ReadonlyMap<string, Value>, tool: string): readonly Value[] {
  if (entries.size === 0 || entries.has(tool)) return []
  const patterns = looseOf(entries)
  const isMeant = ({ isPrefix, pattern }: Loose): boolean => isPrefix && tool.startsWith(pattern.slice(0, -1))
  const whole = formsOf(tool)
  const ofWhole = patterns.find((pattern) => matchesForms(pattern, whole) || isMeant(pattern))
  const ofTool = ownNames(tool).map((name) => {
    const own = formsOf(name)
    return patterns.find((pattern) => matchesForms(pattern, own))
  })
  const found = new Set([ofWhole, ...ofTool])
  return [...found].flatMap((item) => (item === undefined || isMeant(item) ? [] : [entries.get(item.pattern)!]))
}

/** Separators between the name of a server, a namespace or a client and the name of a tool. */
const NAMESPACE_ENDS = ['/', ':', '.', '__'] as const

/** Returns the unqualified name of a tool: `x` of `crm/x`, `functions.x`, `mcp:crm:x` and `mcp__crm__x`. */
function ownNames(tool: string): readonly string[] {
  const names = NAMESPACE_ENDS.map((separator) => {
    const at = tool.lastIndexOf(separator)
    return at <= 0 ? '' : tool.slice(at + separator.length)
  })
  return [...new Set(names)].filter((name) => name !== '' && name !== tool)
}

function matchesForms({ isPrefix, forms }: Loose, values: readonly string[]): boolean {
  return values.some((name) =>
    forms.some((form) => (isPrefix ? name.startsWith(form) : trimmed(name) === trimmed(form))),
  )
}

function trimmed(form: string): string {
  return form.endsWith('_') ? form.slice(0, -1) : form
}

/** Returns the entry that bans a tool: its own entry, else an entry with a matching spelling. */
export function bannedBy<Value>(entries: ReadonlyMap<string, Value> | undefined, tool: string): Value | undefined {
  return entries && (mostSpecific(entries, tool) ?? looseMatches(entries, tool)[0])
}
