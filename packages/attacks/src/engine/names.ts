/** Something that has a name of ours, and names under which other tools know it. */
export interface Named {
  readonly name: string
  readonly aliases: readonly string[]
}

export interface Resolved<Unit extends Named> {
  readonly unit: Unit
  /** As the caller wrote it, where that is not our name. */
  readonly alias: string | undefined
}

/** By name or alias, whatever the case and whether words are joined by `_`, `-`, `:` or a space. */
export function byName<Unit extends Named>(units: readonly Unit[]): (said: string) => Resolved<Unit> | undefined {
  const known = new Map<string, Unit>()
  // Names come last: an alias never hides one.
  for (const unit of units) for (const alias of unit.aliases) known.set(keyOf(alias), unit)
  for (const unit of units) known.set(keyOf(unit.name), unit)
  return (said) => {
    const unit = known.get(keyOf(said))
    return unit && { unit, alias: said === unit.name ? undefined : said }
  }
}

/**
 * The units that a list of words means, each once, in the order of the units: what is asked for in another order is the same run.
 * @returns the words that mean nothing, where there are any
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
    // Our own name wins over an alias that was asked for as well.
    else if (one.alias === undefined || !found.has(one.unit)) found.set(one.unit, one)
  }
  return { found: units.flatMap((unit) => found.get(unit) ?? []), unknown }
}

function keyOf(said: string): string {
  return said
    .trim()
    .toLowerCase()
    .replaceAll(/[-:\s]+/g, '_')
}
