import type { AttackRecord, Report } from './types.ts'
import { GOT_THROUGH } from './words.ts'

export type Change = 'regressed' | 'fixed' | 'mixed' | 'unchanged' | 'undecided' | 'new' | 'gone'

export interface Compared {
  readonly id: string
  readonly record: AttackRecord
  readonly change: Change
  readonly before: string
  readonly after: string
}

export interface Comparison {
  readonly attacks: readonly Compared[]
  readonly counts: Readonly<Record<Change, number>>
  /** Two-sided p-value of McNemar's exact test. */
  readonly pValue: number
  readonly isSameSeed: boolean
}

/** Compares two runs attack by attack, matched by id. */
export function compareRuns(a: Report, b: Report): Comparison {
  const [before, after] = [byId(a), byId(b)]
  const ids = new Set([...before.keys(), ...after.keys()])
  const attacks = [...ids].map((id) => comparedOf(id, before.get(id) ?? [], after.get(id) ?? []))
  const counts = { regressed: 0, fixed: 0, mixed: 0, unchanged: 0, undecided: 0, new: 0, gone: 0 }
  for (const { change } of attacks) counts[change] += 1
  return {
    attacks,
    counts,
    pValue: mcNemar(counts.fixed, counts.regressed),
    isSameSeed: a.config['seed'] === b.config['seed'],
  }
}

function byId({ rounds }: Report): ReadonlyMap<string, readonly AttackRecord[]> {
  return Map.groupBy(
    rounds.flatMap(({ results }) => results),
    ({ attack }) => attack.id,
  )
}

function comparedOf(id: string, a: readonly AttackRecord[], b: readonly AttackRecord[]): Compared {
  const record = (b[0] ?? a[0])!
  return { id, record, before: recordsText(a), after: recordsText(b), change: changeOf(stateOf(a), stateOf(b)) }
}

type State = 'through' | 'held' | 'mixed' | 'undecided' | 'absent'

/** State over all repeats: attacks with differing repeats within a run are inconclusive. */
function stateOf(records: readonly AttackRecord[]): State {
  if (records.length === 0) return 'absent'
  const judged = records.filter(({ verdict }) => verdict !== 'inconclusive' && verdict !== 'error')
  if (judged.length === 0) return 'undecided'
  const through = judged.filter(({ verdict }) => GOT_THROUGH.has(verdict)).length
  return through === 0 ? 'held' : through === judged.length ? 'through' : 'mixed'
}

function changeOf(a: State, b: State): Change {
  if (a === 'absent') return 'new'
  if (b === 'absent') return 'gone'
  if (a === 'undecided' || b === 'undecided') return 'undecided'
  if (a === 'mixed' || b === 'mixed') return 'mixed'
  if (a === b) return 'unchanged'
  return b === 'through' ? 'regressed' : 'fixed'
}

function recordsText(records: readonly AttackRecord[]): string {
  const words = new Set(records.map(({ verdict }) => verdict))
  return words.size === 0 ? '–' : words.size === 1 ? [...words][0]! : 'mixed'
}

/** Twice the smaller tail of the binomial distribution, computed with logarithms because there may be thousands of attacks. */
export function mcNemar(fixed: number, regressed: number): number {
  const all = fixed + regressed
  if (all === 0) return 1
  let logWays = 0
  let tail = 0
  for (let k = 0; k <= Math.min(fixed, regressed); k += 1) {
    if (k > 0) logWays += Math.log((all - k + 1) / k)
    tail += Math.exp(logWays - all * Math.LN2)
  }
  return Math.min(1, 2 * tail)
}
