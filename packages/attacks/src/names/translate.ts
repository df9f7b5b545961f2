import { byName, type Named } from '../engine/names.ts'
import type { ForeignNames } from './promptfoo.ts'

export interface Translated {
  /** Requested names with names of other tools replaced by ours, each once. */
  readonly names: readonly string[]
  /** Requested name by our name, for names that were replaced. */
  readonly aliases: ReadonlyMap<string, string>
  /** Sentences about names of other tools that none of ours covers. */
  readonly problems: readonly string[]
}

const JOINT = '+'

/**
 * Replaces names of another tool by ours. Our own names and their aliases come first.
 * @param kind noun of the other tool's names, e.g. `plugin`
 */
export function translateNames(
  wanted: readonly string[],
  units: readonly Named[],
  foreign: ForeignNames,
  kind: 'plugin' | 'strategy',
): Translated {
  const own = byName(units)
  const known = byName(Object.entries(foreign).map(([name, value]) => ({ name, aliases: [], value })))
  const names = new Set<string>()
  const aliases = new Map<string, string>()
  const problems: string[] = []
  for (const name of wanted) {
    const parts = name.split(JOINT)
    const values = parts.map((part) => (own(part) === undefined ? known(part)?.unit.value : undefined))
    const single = values.map((value, at) => (isNames(value) && value.length === 1 ? value[0]! : parts[at]!))
    const [first] = values
    if (parts.length === 1 && isNames(first)) {
      for (const our of first) {
        names.add(our)
        aliases.set(our, name)
      }
    } else if (values.some((value) => value !== undefined && !isNames(value))) {
      const at = values.findIndex((value) => value !== undefined && !isNames(value))
      problems.push(problemOf(parts[at]!, values[at], kind))
    } else names.add(single.join(JOINT))
  }
  return { names: [...names], aliases, problems }
}

function problemOf(name: string, value: ForeignNames[string] | undefined, kind: string): string {
  if (value === undefined || isNames(value)) return ''
  const closest = value.closest === undefined ? '' : ` Closest: ${value.closest}.`
  return `Unsupported promptfoo ${kind} ${JSON.stringify(name)}. ${value.reason}${closest}`
}

function isNames(value: ForeignNames[string] | undefined): value is readonly string[] {
  return Array.isArray(value)
}
