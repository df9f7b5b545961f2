import type { AttackRecord, Report } from '@gatehouse/contracts/reports'
import { mcNemar } from '../engine/statistics.ts'
import { comparisonSentences } from './compare-words.ts'

/** Change of an attack from one run to the other. */
export const CHANGES = ['fixed', 'regressed', 'flaky', 'new', 'gone', 'unchanged', 'undecided'] as const
export type Change = (typeof CHANGES)[number]

/** All repetitions of an attack in one run. */
export interface Tally {
  /** In full or in part. */
  readonly succeeded: number
  readonly judged: number
  readonly total: number
}

export interface ComparedAttack {
  readonly attackId: string
  readonly category: string
  readonly strategy: string
  readonly severity: AttackRecord['attack']['severity']
  readonly change: Change
  readonly before: Tally | null
  readonly after: Tally | null
}

export interface ComparisonCell extends Readonly<Record<Change, number>> {
  /** Number of attacks that both runs judged, without flaky ones: the sample of the test. */
  readonly paired: number
  /** P-value of McNemar's exact test, two-sided, over fixed and regressed attacks. */
  readonly pValue: number
}

export interface Comparison {
  readonly before: { readonly runId: string; readonly timestamp: string; readonly score: number }
  readonly after: { readonly runId: string; readonly timestamp: string; readonly score: number }
  readonly all: ComparisonCell
  readonly byCategory: Readonly<Record<string, ComparisonCell>>
  /** Attacks with a change. */
  readonly attacks: readonly ComparedAttack[]
  /** More attacks regressed than were fixed, by more than chance. */
  readonly isWorse: boolean
  /** Sentences for people. */
  readonly words: readonly string[]
}

/** A difference that is less likely than this by chance counts. */
export const SIGNIFICANT_BELOW = 0.05

/**
 * Compares a run with a later one, attack by attack, by id. An attack with different outcomes of its repetitions in one run is flaky,
 * regardless of the other run; one that a run could not judge is undecided.
 * @param a the earlier run
 * @param b the later run
 */
export function compareRuns(a: Report, b: Report): Comparison {
  const [before, after] = [attacksOf(a), attacksOf(b)]
  const ids = [...new Set([...before.keys(), ...after.keys()])].toSorted()
  const compared = ids.map((id) => compareAttack(id, before.get(id) ?? [], after.get(id) ?? []))
  const groups = [...Map.groupBy(compared, ({ category }) => category)].toSorted(([x], [y]) => (x < y ? -1 : 1))
  const all = cellOf(compared)
  const byCategory = Object.fromEntries(groups.map(([name, some]) => [name, cellOf(some)]))
  return {
    before: headOf(a),
    after: headOf(b),
    all,
    byCategory,
    attacks: compared.filter(({ change }) => change !== 'unchanged'),
    isWorse: all.regressed > all.fixed && all.pValue < SIGNIFICANT_BELOW,
    words: comparisonSentences(a, b, all, byCategory),
  }
}

function attacksOf({ rounds }: Report): ReadonlyMap<string, readonly AttackRecord[]> {
  return Map.groupBy(
    rounds.flatMap(({ results }) => results),
    ({ attack }) => attack.id,
  )
}

function compareAttack(id: string, before: readonly AttackRecord[], after: readonly AttackRecord[]): ComparedAttack {
  const { attack } = (after[0] ?? before[0])!
  const [old, now] = [tallyOf(before), tallyOf(after)]
  const { category, strategy, severity } = attack
  return { attackId: id, category, strategy, severity, change: changeOf(old, now), before: old, after: now }
}

function tallyOf(records: readonly AttackRecord[]): Tally | null {
  if (records.length === 0) return null
  const succeeded = records.filter(({ verdict }) => verdict === 'vulnerable' || verdict === 'partial').length
  const defended = records.filter(({ verdict }) => verdict === 'defended').length
  return { succeeded, judged: succeeded + defended, total: records.length }
}

function changeOf(before: Tally | null, after: Tally | null): Change {
  if (before === null) return 'new'
  if (after === null) return 'gone'
  if (before.judged === 0 || after.judged === 0) return 'undecided'
  if (differs(before) || differs(after)) return 'flaky'
  if (before.succeeded > 0 === after.succeeded > 0) return 'unchanged'
  return before.succeeded > 0 ? 'fixed' : 'regressed'
}

function differs({ succeeded, judged }: Tally): boolean {
  return succeeded > 0 && succeeded < judged
}

function cellOf(compared: readonly ComparedAttack[]): ComparisonCell {
  const of = (change: Change): number => compared.filter((item) => item.change === change).length
  const [fixed, regressed, unchanged] = [of('fixed'), of('regressed'), of('unchanged')]
  return {
    fixed,
    regressed,
    flaky: of('flaky'),
    new: of('new'),
    gone: of('gone'),
    unchanged,
    undecided: of('undecided'),
    paired: fixed + regressed + unchanged,
    pValue: mcNemar(fixed, regressed),
  }
}

function headOf({ runId, timestamp, summary }: Report): Comparison['before'] {
  return { runId, timestamp, score: summary.score }
}
