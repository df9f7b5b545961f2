/** Unit with a name of our own, and with names in other tools. */
export interface Named {
  readonly name: string
  readonly aliases: readonly string[]
}

export interface Resolved<Unit extends Named> {
  readonly unit: Unit
  /** Spelling of the caller, if it is not our name. */
  readonly alias: string | undefined
}

/** Returns a lookup by name or alias that ignores case and treats `_`, `-`, `:` and space as equal. */
export function byName<Unit extends Named>(units: readonly Unit[]): (said: string) => Resolved<Unit> | undefined {
  const known = new Map<string, Unit>()
  // Names are added last: an alias never hides a name.
  for (const unit of units) for (const alias of unit.aliases) known.set(keyOf(alias), unit)
  for (const unit of units) known.set(keyOf(unit.name), unit)
  return (said) => {
    const unit = known.get(keyOf(said))
    return unit && { unit, alias: said === unit.name ? undefined : said }
  }
}

/**
 * Resolves a list of names to units, each once, in the order of the units: the order of the request does not change the run.
 * @returns also the unknown names, if any
 */
export function resolveNames<Unit extends Named>(
  wanted: readonly string[],
  units: readonly Unit[],
): { readonly found: readonly Resolved<Unit>[]; readonly unknown: readonly string[] } {
  const find = byName(units)
  const found = new Map<Unit, Resolved<Unit>>()
  const unknown: string[] = []
  for (const said of wanted) {
    const one = find(said)
    if (one === undefined) unknown.push(said)
    // Our own name wins over a requested alias.
    else if (one.alias === undefined || !found.has(one.unit)) found.set(one.unit, one)
  }
  return { found: units.flatMap((unit) => found.get(unit) ?? []), unknown }
}

/** Share of common letter pairs (Dice coefficient) from which a name counts as similar. */
const SIMILAR_MIN = 0.4

/** Returns the name of the unit whose name or alias is most similar to an unknown one; undefined: none is similar. */
export function closestName(said: string, units: readonly Named[]): string | undefined {
  const pairs = letterPairs(said)
  let best: string | undefined
  let bestShare = SIMILAR_MIN
  for (const { name, aliases } of units) {
    for (const known of [name, ...aliases]) {
      const others = letterPairs(known)
      const common = [...pairs].filter((pair) => others.has(pair)).length
      const share = (2 * common) / Math.max(1, pairs.size + others.size)
      if (share > bestShare) [best, bestShare] = [name, share]
    }
  }
  return best
}

function letterPairs(said: string): ReadonlySet<string> {
  const key = ` ${keyOf(said).slice(0, 100)} `
  return new Set(Array.from({ length: key.length - 1 }, (_, at) => key.slice(at, at + 2)))
}

function keyOf(said: string): string {
  return said
    .trim()
    .toLowerCase()
    .replaceAll(/[-:\s]+/g, '_')
}
