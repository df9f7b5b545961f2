import { wilson } from '@gatehouse/kernel'
import { ATTACK_SEVERITIES, type AttackSeverity, type Verdict } from '@gatehouse/contracts/redteam'
import type { AttackRecord, Report, RiskAnalyze, RiskAttack, RiskLevel, RiskLine } from '@gatehouse/contracts/reports'
import { bindingControlsOf } from './all-frameworks.ts'
import { gravestFirst } from './assess.ts'
import { ABOUT_UNKNOWN, aboutGroup } from './group-risks.ts'
import { TAXONOMY } from './taxonomy.ts'

/** Minimum share of successes for each likelihood. Own limits; every line states share and interval as well. */
const LIKELIHOODS = [
  [0.5, 'high'],
  [0.1, 'medium'],
  [0, 'low'],
] as const satisfies readonly (readonly [from: number, level: RiskLevel])[]
const CONTROLS_TOLD_MAX = 20
const NOT_ESTIMATED = 'not estimated'

type Losses = NonNullable<RiskAnalyze['lossPerIncident']>

export interface RiskOptions {
  /** Cost of one incident, from the caller. Without it no amounts are reported. */
  readonly lossPerIncident?: Losses | undefined
}

/** Attack as shown in a line. */
interface Risked {
  readonly id: string
  readonly category: string
  readonly severity: AttackSeverity
  /** Undefined: not judged. */
  readonly verdict: Verdict | undefined
}

/**
 * Computes the risk of each attack. For a report: each successful attack once, highest severity first; for a list: each entry in its
 * order. Formulas: impact is the severity, one step less for a partial success, none if withstood; likelihood is the share of judged
 * attacks of the category that succeeded (partial ones count half) with Wilson's interval at 95 %; exposure is the caller's loss per
 * incident times that interval, and not estimated without a loss.
 */
export function riskAnalyze(of: Report | readonly RiskAttack[], options: RiskOptions = {}): Iterable<RiskLine> {
  return 'rounds' in of ? ofReport(of, options) : ofAttacks(of, options)
}

function* ofReport(report: Report, options: RiskOptions): Generator<RiskLine> {
  const records = report.rounds.flatMap(({ results }) => results)
  const guarded = new Set(
    report.findings.flatMap(({ category, categories = [category], guardPolicy }) =>
      guardPolicy === null ? [] : categories,
    ),
  )
  const rates = ratesOf(records.map(({ attack, verdict }) => ({ category: attack.category, verdict })))
  const byId = new Map<string, AttackRecord>()
  for (const record of records) {
    const had = byId.get(record.attack.id)
    // Of repeats, the fullest success.
    if (record.verdict === 'vulnerable' || (record.verdict === 'partial' && had === undefined)) {
      byId.set(record.attack.id, record)
    }
  }
  const risked = [...byId.values()].map(({ attack, verdict }): Risked => ({ ...attack, verdict }))
  for (const item of gravestFirst(risked)) {
    yield lineOf(item, rates.get(item.category), guarded.has(item.category), options)
  }
}

function* ofAttacks(attacks: readonly RiskAttack[], options: RiskOptions): Generator<RiskLine> {
  const rates = ratesOf(
    attacks.flatMap(({ category, verdict }) => (verdict === undefined ? [] : [{ category, verdict }])),
  )
  for (const { id, category, severity = 'medium', verdict, description } of attacks) {
    const attack = { id: id ?? description ?? category, category, severity, verdict }
    yield lineOf(attack, rates.get(category), false, options)
  }
}

interface Rate {
  readonly hits: number
  readonly judged: number
}

function ratesOf(all: readonly { readonly category: string; readonly verdict: Verdict }[]): ReadonlyMap<string, Rate> {
  const groups = Map.groupBy(all, ({ category }) => category)
  return new Map(
    [...groups].map(([category, some]) => {
      const of = (verdict: Verdict): number => some.filter((item) => item.verdict === verdict).length
      const hits = of('vulnerable') + of('partial') / 2
      return [category, { hits, judged: of('vulnerable') + of('partial') + of('defended') }]
    }),
  )
}

function lineOf(attack: Risked, rate: Rate | undefined, isGuarded: boolean, options: RiskOptions): RiskLine {
  const { id, category, severity } = attack
  const group = TAXONOMY.find(({ name }) => name === category)?.group
  const about = group === undefined ? ABOUT_UNKNOWN : aboutGroup[group]
  return {
    attack: id,
    category,
    severity,
    impactLevel: impactOf(attack),
    businessImpact: about.impact,
    financialExposure: exposureOf(attack, rate, options.lossPerIncident),
    complianceRisk: complianceRiskOf(category),
    remediationEstimate: isGuarded
      ? 'small: enable the suggested guard policy in the finding, then repeat the attacks'
      : about.remediation,
    ...likelihoodOf(rate),
  }
}

function impactOf({ severity, verdict }: Risked): RiskLevel {
  if (verdict === 'defended') return 'none'
  if (verdict === 'error' || verdict === 'inconclusive') return 'unknown'
  const at = ATTACK_SEVERITIES.indexOf(severity) + (verdict === 'partial' ? 1 : 0)
  const level = ATTACK_SEVERITIES[Math.min(at, ATTACK_SEVERITIES.length - 1)]!
  return level === 'info' ? 'none' : level
}

function likelihoodOf(rate: Rate | undefined): Pick<RiskLine, 'likelihood' | 'likelihoodBasis'> {
  if (rate === undefined || rate.judged === 0) {
    return { likelihood: 'unknown', likelihoodBasis: 'No attack of the category was judged.' }
  }
  const { hits, judged } = rate
  const { low, high } = wilson(hits, judged)
  const level = hits === 0 ? 'none' : (LIKELIHOODS.find(([from]) => hits / judged >= from)?.[1] ?? 'low')
  const range = `${percent(low)} to ${percent(high)} at 95 % confidence`
  return {
    likelihood: level,
    likelihoodBasis: `${hits} of ${judged} judged attacks of the category succeeded (partial success counts half): ${range}. High from 50 %, medium from 10 %.`,
  }
}

function exposureOf({ severity, verdict }: Risked, rate: Rate | undefined, losses: Losses | undefined): string {
  const loss = losses?.[severity]
  const isRisk = verdict === undefined || verdict === 'vulnerable' || verdict === 'partial'
  if (loss === undefined || rate === undefined || rate.judged === 0 || !isRisk) return NOT_ESTIMATED
  const { low, high } = wilson(rate.hits, rate.judged)
  const band = `${money(loss.low * low)} to ${money(loss.high * high)} ${loss.currency} for each attempt`
  return `${band}: ${money(loss.low)} to ${money(loss.high)} ${loss.currency} per incident as stated, times a success rate of ${percent(low)} to ${percent(high)}`
}

function complianceRiskOf(category: string): string {
  const controls = bindingControlsOf(category)
  if (controls.length === 0) return 'none of the frameworks of law and audit that are known here speaks of it'
  const told = controls.slice(0, CONTROLS_TOLD_MAX).join('; ')
  return `evidence against: ${told}${controls.length > CONTROLS_TOLD_MAX ? '; and others' : ''}`
}

function percent(share: number): string {
  return `${Math.round(share * 1_000) / 10} %`
}

function money(amount: number): string {
  return String(Math.round(amount * 100) / 100)
}
