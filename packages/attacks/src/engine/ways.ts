import { type Arm, chooseArms } from './bandit.ts'
import { layerProblem } from './layer.ts'
import { resolveNames } from './names.ts'
import { rewardOf, WORTH_AFTER } from './observe.ts'
import type { PlanOutcome, PlanSetup } from './plan.ts'
import type { Random } from './random.ts'
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

/**
 * Chooses the strategies of a round by their results and by the target's reaction to plain attacks. From the third round on some combine
 * two strategies that are successful alone: bypassing a guard and persuading a model usually need different strategies.
 */
export function chooseStrategies(
  round: number,
  before: readonly PlanOutcome[],
  setup: PlanSetup,
  random: Random,
): readonly StrategyChain[] {
  const { strategies, layers = [], strategiesPerRound: count, maxMultiTurnSteps } = setup
  const usable = strategies.filter(({ steps }) => steps <= maxMultiTurnSteps)
  const arms = [
    ...usable.map((item) => armOf([item], before)),
    ...layers.filter((way) => layerProblem(way, maxMultiTurnSteps) === undefined).map((way) => armOf(way, before)),
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

function armOf(way: StrategyChain, before: readonly PlanOutcome[]): Arm<StrategyChain> {
  const name = chainName(way)
  const own = before.filter(({ attack }) =>
    // The result of a pair counts for each of its strategies.
    way.length === 1 ? attack.strategy.split(JOINT).includes(name) : attack.strategy === name,
  )
  const rewards = own.flatMap(({ verdict }) => rewardOf(verdict) ?? [])
  return {
    choice: way,
    // In tenths, so that the order of the sum changes nothing.
    reward: rewards.reduce((sum, one) => sum + Math.round(one * 10), 0) / 10,
    tries: rewards.length,
    worth: way.reduce((sum, strategy) => sum + expectedValue(strategy, before), 0) / way.length,
  }
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
