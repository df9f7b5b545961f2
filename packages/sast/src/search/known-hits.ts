import type { Hit } from '../match/find.ts'
import type { MatchOptions } from '../match/source.ts'

/** Hits in a text with certain options. */
export interface HitTable {
  /** By pattern text and search conditions. */
  readonly patterns: Map<string, readonly Hit[]>
  /** By formula key and search conditions. */
  readonly formulas: Map<string, readonly Hit[]>
}

/** Cached hits in a text: rules and parts of rules share searches. */
export class KnownHits {
  readonly #tables = new Map<string, HitTable>()

  under(options: MatchOptions): HitTable {
    const key = keyOfOptions(options)
    let table = this.#tables.get(key)
    if (table === undefined) {
      table = { patterns: new Map(), formulas: new Map() }
      this.#tables.set(key, table)
    }
    return table
  }
}

const keys = new WeakMap<MatchOptions, string>()

function keyOfOptions(options: MatchOptions): string {
  let key = keys.get(options)
  if (key === undefined) {
    key = JSON.stringify(options)
    keys.set(options, key)
  }
  return key
}
