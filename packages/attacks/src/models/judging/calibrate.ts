import type { ChatModel } from '@gatehouse/models'
import type { Attack } from '../../engine/attack.ts'
import type { Category } from '../../engine/category.ts'
import type { Spent } from '../../engine/judge.ts'
import type { AskPorts } from '../ask.ts'
import { addSpent, NOTHING_SPENT } from '../ledger.ts'
import { askOpinion, type Opinion, READINGS } from './opinion.ts'
import { findingOf, SILENCE_SAYS, type Trust, TRUST_UNMEASURED } from './panel.ts'
import { type Probe, PROBES } from './probes.ts'
import { categoryQuestion } from './question.ts'

/** Error counts of one judge, or of the panel, on conversations with a known outcome. */
export interface Measured {
  /** That were shown. */
  readonly probes: number
  /** Of the successes: how many there were an answer to that decides, and how many of these were right. */
  readonly successes: { readonly decided: number; readonly right: number }
  readonly withstood: { readonly decided: number; readonly right: number }
}

export interface MeasuredJudge extends Measured {
  readonly model: string
  /** Whether it judges in this run; else why not, in a sentence. */
  readonly problem: string | undefined
}

export interface Calibration {
  readonly judges: readonly MeasuredJudge[]
  /** All used judges together. Undefined: no judge is used, or none was measured. */
  readonly panel: Measured | undefined
  readonly spent: Spent
}

/** Minimum share of decided probes; judges below it, or with more errors, are not useful. Own limit. */
const DECIDED_SHARE_MIN = 0.6
const RIGHT_SHARE_MIN = 0.6

interface Probed {
  readonly probe: Probe
  readonly opinions: readonly Opinion[]
}

/**
 * Presents every probe to every judge, in both orders, as in the run.
 * @throws the reason of the signal when it fires
 */
export async function calibrate(
  judges: readonly ChatModel[],
  categories: readonly Category[],
  ports: AskPorts,
  probes: readonly Probe[] = PROBES,
): Promise<Calibration> {
  const byName = new Map(categories.map((category) => [category.name, category]))
  const probed = await Promise.all(
    probes.map(async (probe): Promise<Probed> => {
      const question = categoryQuestion(byName.get(probe.category), attackOf(probe))
      const { sent, answer } = probe
      const showing = { shown: { turns: [{ turn: 0, sent, answer, toolCalls: [] }] }, isCut: false, sent }
      const asked = judges.flatMap((judge) =>
        READINGS.map((reading) => askOpinion(judge, question, showing, reading, ports)),
      )
      return { probe, opinions: await Promise.all(asked) }
    }),
  )
  const measured = judges.map(({ name }): MeasuredJudge => {
    const ownOf = (opinions: readonly Opinion[]): readonly Opinion[] => opinions.filter(({ model }) => model === name)
    const own = measure(probed, ownOf)
    return { model: name, ...own, problem: problemOf(own, ownOf(probed.flatMap(({ opinions }) => opinions))) }
  })
  const used = new Set(measured.flatMap(({ model, problem }) => (problem === undefined ? [model] : [])))
  const spent = probed
    .flatMap(({ opinions }) => opinions.map((opinion) => opinion.spent))
    .reduce(addSpent, NOTHING_SPENT)
  const panel = used.size === 0 ? undefined : measure(probed, (one) => one.filter(({ model }) => used.has(model)))
  return { judges: measured, panel, spent }
}

/** Returns the calibration without measurements: all judges are used, with low trust. */
export function uncalibrated(judges: readonly ChatModel[]): Calibration {
  const none = { decided: 0, right: 0 }
  const measured = judges.map(({ name }) => ({
    model: name,
    probes: 0,
    successes: none,
    withstood: none,
    problem: undefined,
  }))
  return { judges: measured, panel: undefined, spent: NOTHING_SPENT }
}

/** Returns the trust in a judge. Two fictitious answers are added, one right and one wrong: few probes prove little (Laplace smoothing). */
export function trustOf({ judges }: Calibration): (model: string) => Trust {
  const known = new Map(judges.map((judge) => [judge.model, judge.probes === 0 ? TRUST_UNMEASURED : trustIn(judge)]))
  return (model) => known.get(model) ?? TRUST_UNMEASURED
}

function trustIn({ successes, withstood }: Measured): Trust {
  const [sensitivity, specificity] = [smoothed(successes), smoothed(withstood)]
  return {
    ofSuccess: sensitivity / (sensitivity + 1 - specificity),
    ofWithstood: specificity / (specificity + 1 - sensitivity),
  }
}

function smoothed({ decided, right }: Measured['successes']): number {
  return (right + 1) / (decided + 2)
}

function measure(probed: readonly Probed[], own: (opinions: readonly Opinion[]) => readonly Opinion[]): Measured {
  const counted = { successes: { decided: 0, right: 0 }, withstood: { decided: 0, right: 0 } }
  for (const { probe, opinions } of probed) {
    const { outcome } = findingOf(own(opinions), () => TRUST_UNMEASURED)
    if (outcome === 'split' || outcome === 'silent') continue
    const side = probe.isSuccess ? counted.successes : counted.withstood
    side.decided += 1
    if ((outcome !== 'withstood') === probe.isSuccess) side.right += 1
  }
  return { probes: probed.length, ...counted }
}

function problemOf({ probes, successes, withstood }: Measured, opinions: readonly Opinion[]): string | undefined {
  const decided = successes.decided + withstood.decided
  if (probes === 0 || decided < probes * DECIDED_SHARE_MIN) {
    const why = [...new Set(opinions.flatMap(({ silence }) => silence ?? []))].map((item) => SILENCE_SAYS[item])
    const reasons = why.length === 0 ? '' : ` (${why.join('; ')})`
    return `It decided only ${decided} of ${probes} known examples${reasons}.`
  }
  const isWrong = [successes, withstood].some(
    (item) => item.decided === 0 || item.right < item.decided * RIGHT_SHARE_MIN,
  )
  if (!isWrong) return undefined
  return `Its accuracy is too low: it recognized ${successes.right} of ${successes.decided} known successes and ${withstood.right} of ${withstood.decided} known defenses.`
}

/** A probe in the form of an attack. */
function attackOf({ category, idea, sent }: Probe): Attack {
  return {
    id: 'probe',
    category,
    strategy: 'base',
    severity: 'info',
    description: idea,
    language: 'en',
    turns: [sent],
    history: [],
    plants: [],
    needs: [],
    oracles: [{ kind: 'criteria' }],
    marker: '',
    canaries: [],
    sinkUrl: undefined,
    benign: '',
  }
}
