import { type Arm, chooseArms } from './bandit.ts'
import { layerProblem } from './layer.ts'
import { resolveNames } from './names.ts'
import { WORTH_AFTER } from './observe.ts'
import type { PlanOutcome, PlanSetup } from './plan.ts'
import type { Random } from './random.ts'
import type { Rewarded } from './reply-features.ts'
import type { Strategy } from './strategy.ts'

/** Strategies that are applied one after the other; usually one. */
export type StrategyChain = readonly Strategy[]

/** Between the names of a way, as reports spell it: `role_play+base64`. */
const JOINT = '+'
/** Earlier rounds know no strategy's individual results yet. Own limit. */
const LAYERS_FROM_ROUND = 2
/** One in this many ways combines two strategies. Own limit: single strategies are tested first and are the simpler proof. */
const LAYERS_ONE_IN = 4

export interface ResolvedStrategies {
  readonly strategies: readonly Strategy[]
  readonly layers: readonly StrategyChain[]
  /** Unknown names. */
  readonly unknown: readonly string[]
  /** Invalid combinations, as sentences. */
  readonly problems: readonly string[]
}

/**
 * Resolves requested strategies by name, single or combined: `role_play+base64`.
 * @param maxSteps maximum number of messages in a conversation
 */
export function resolveStrategies(
  wanted: readonly string[],
  strategies: readonly Strategy[],
  maxSteps: number,
): ResolvedStrategies {
  const alone = resolveNames(
    wanted.filter((said) => !said.includes(JOINT)),
    strategies,
  )
  const layers = new Map<string, StrategyChain>()
  const unknown = [...alone.unknown]
  const problems: string[] = []
  for (const said of wanted.filter((item) => item.includes(JOINT))) {
    const found = said.split(JOINT).map((name) => resolveNames([name], strategies).found[0]?.unit)
    const way = found.filter((item) => item !== undefined)
    const problem = layerProblem(way, maxSteps)
    if (way.length < found.length) unknown.push(said)
    else if (problem === undefined) layers.set(chainName(way), way)
    else problems.push(`${said}: ${problem}`)
  }
  // Sorted by name: the order of the request does not change the run.
  const sorted = [...layers].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return {
    strategies: alone.found.map(({ unit }) => unit),
    layers: sorted.map(([, way]) => way),
    unknown,
    problems,
  }
}

/** Reward in hundredths and number of attacks, by category and strategy. */
export interface StrategyResults {
  readonly of: (category: string | undefined, way: StrategyChain) => { readonly reward: number; readonly tries: number }
}

/** Attacks of other categories count as this share of an attack of the own category. Own limit. */
const OTHERS_SHARE = 0.25

/** Weight of a strategy that always succeeds: above every expectation. */
const WORTH_PROVEN = 8

/** Sums the results of strategies. The result of a combination also counts for each of its strategies. */
export function strategyResults(all: readonly Rewarded[]): StrategyResults {
  const sums = new Map<string, { reward: number; tries: number }>()
  const add = (key: string, reward: number): void => {
    const sum = sums.get(key) ?? { reward: 0, tries: 0 }
    sums.set(key, { reward: sum.reward + reward, tries: sum.tries + 1 })
  }
  for (const { outcome, reward } of all) {
    const { category, strategy } = outcome.attack
    for (const name of new Set([strategy, ...strategy.split(JOINT)])) {
      add(name, reward)
      add(keyOf(category, name), reward)
    }
  }
  return {
    of(category, way) {
      const name = chainName(way)
      const total = sums.get(name) ?? { reward: 0, tries: 0 }
      const own = (category === undefined ? undefined : sums.get(keyOf(category, name))) ?? { reward: 0, tries: 0 }
      const share = (key: 'reward' | 'tries') => own[key] + (total[key] - own[key]) * OTHERS_SHARE
      return { reward: share('reward') / 100, tries: share('tries') }
    },
  }
}

function keyOf(category: string, name: string): string {
  return `${category}/${name}`
}

/**
 * Chooses the strategies of a round by their results and by the target's reaction to plain attacks. From the third round on some combine
 * two strategies that are successful alone: bypassing a guard and persuading a model usually need different strategies.
 */
export function chooseStrategies(
  round: number,
  before: readonly PlanOutcome[],
  setup: PlanSetup,
  random: Random,
  results: StrategyResults,
): readonly StrategyChain[] {
  const { strategies, layers = [], strategiesPerRound: count, maxMultiTurnSteps } = setup
  const usable = strategies.filter(({ steps }) => steps <= maxMultiTurnSteps)
  const arms = [
    ...usable.map((item) => armOf([item], before, results)),
    ...layers
      .filter((way) => layerProblem(way, maxMultiTurnSteps) === undefined)
      .map((way) => armOf(way, before, results)),
  ]
  const ranked = chooseArms(arms, arms.length, random)
  const wanted = round < LAYERS_FROM_ROUND ? 0 : Math.floor(count / LAYERS_ONE_IN)
  const pairs = pairsOf(
    ranked.flatMap((way) => (way.length === 1 ? way : [])),
    wanted,
    new Set(layers.map(chainName)),
    maxMultiTurnSteps,
  )
  return [...ranked.slice(0, count - pairs.length), ...pairs]
}

/** Returns the best valid pairs that were not requested already. */
function pairsOf(
  ranked: readonly Strategy[],
  wanted: number,
  had: ReadonlySet<string>,
  maxSteps: number,
): readonly StrategyChain[] {
  const pairs: StrategyChain[] = []
  // By the sum of their ranks: both have to be good.
  for (let sum = 1; sum < 2 * ranked.length - 2 && pairs.length < wanted; sum += 1) {
    for (let at = Math.max(0, sum - ranked.length + 1); at <= sum && pairs.length < wanted; at += 1) {
      const way = [ranked[at], ranked[sum - at]].filter((item) => item !== undefined)
      const isPair = way.length === 2 && !had.has(chainName(way)) && layerProblem(way, maxSteps) === undefined
      if (isPair) pairs.push(way)
    }
  }
  return pairs
}

/** Reward from which a strategy is used again within a round: one partial success. */
const PROVEN_FROM = 0.5

/**
 * Returns a source of the strategies of a round. It repeats strategies that had an effect according to their results; without such results
 * it uses each in turn.
 */
export function takeTurns(
  ways: readonly StrategyChain[],
  before: readonly PlanOutcome[],
  random: Random,
  results: StrategyResults,
): () => StrategyChain {
  const arms = ways.map((way) => armOf(way, before, results))
  const isProven = arms.some(({ reward }) => reward >= PROVEN_FROM)
  let at = -1
  return () => {
    at += 1
    // Every other attack explores.
    return isProven && at % 2 === 1
      ? chooseArms(arms, 1, random)[0]!
      : ways[Math.ceil(at / (isProven ? 2 : 1)) % ways.length]!
  }
}

function armOf(way: StrategyChain, before: readonly PlanOutcome[], results: StrategyResults): Arm<StrategyChain> {
  const { reward, tries } = results.of(before[0]?.attack.category, way)
  const expected = way.reduce((sum, strategy) => sum + expectedValue(strategy, before), 0) / way.length
  // Results replace the expectation.
  const share = tries === 0 ? 0 : reward / tries
  return { choice: way, reward, tries, worth: expected * (1 - share) + WORTH_PROVEN * share }
}

/** Returns the mean weight of a strategy over all observations. */
function expectedValue({ group }: Strategy, before: readonly PlanOutcome[]): number {
  if (before.length === 0) return 1
  return before.reduce((sum, { observation }) => sum + (WORTH_AFTER[observation][group] ?? 1), 0) / before.length
}

/** As reports spell it. */
export function chainName(way: StrategyChain): string {
  return way.map(({ name }) => name).join(JOINT)
}
