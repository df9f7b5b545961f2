import type { Hit } from '../match/find.ts'
import type { MatchOptions } from '../match/source.ts'

/** What has been found in a text under some options. */
export interface HitTable {
  /** By the texts of patterns, and what else is asked of them. */
  readonly patterns: Map<string, readonly Hit[]>
  /** By the keys of formulas, and what else is asked of them. */
  readonly formulas: Map<string, readonly Hit[]>
}

/** What has been found in a text: rules and parts of rules ask for the same. */
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
