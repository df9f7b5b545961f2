import type { Verdict } from '@gatehouse/contracts/redteam'
import type { Attack } from './attack.ts'
import type { Category, Need, Seed } from './category.ts'
import { draftAttack, makeAttack, type RunTokens } from './make-attack.ts'
import { type Observation, PLAIN_SHARE } from './observe.ts'
import { isOfProtocol, ofProtocolFirst, seedsFor } from './protocol-seeds.ts'
import type { Random } from './random.ts'
import { type FilterScore, filterScore, rewarded } from './reply-features.ts'
import { domainsInTurn, plainFirst, rankSeeds, withRepeats } from './seed-order.ts'
import type { Strategy } from './strategy.ts'
import { seedsByLanguage } from './seed-languages.ts'
import { chooseStrategies, type StrategyChain, type StrategyResults, strategyResults, takeTurns } from './ways.ts'

/** Input that is fixed before a run begins. */
export interface PlanSetup {
  readonly categories: readonly Category[]
  readonly strategies: readonly Strategy[]
  /** Combinations of strategies that the caller requested, in addition to those that rounds create. */
  readonly layers?: readonly StrategyChain[]
  /**
   * Combinations for round 0 in addition to the base attacks. Otherwise strategies that the caller named would never be sent in a run
   * without adaptive rounds.
   */
  readonly firstWays?: readonly StrategyChain[]
  /** Of the run. */
  readonly random: Random
  readonly words: RunTokens
  /** Languages of the attacks as BCP 47 primary subtags; default: all. Seeds of other languages are sent by a strategy only. */
  readonly languages?: readonly string[]
  /** Capabilities of the target; seeds that need more are left out. */
  readonly can: ReadonlySet<Need>
  readonly adaptiveRounds: number
  readonly maxAttacksPerCategory: number
  readonly strategiesPerRound: number
  readonly maxMultiTurnSteps: number
  /** Later rounds send no plain attacks, since the caller named the strategies. */
  readonly isNamed?: boolean
  /** Random order, regardless of results: the baseline for measurements of the search. */
  readonly isRandom?: boolean
  /** Share of model-written attacks in each later round, 0–1. */
  readonly writtenShare?: () => number
}

/** Outcome of an attack of an earlier round. */
export interface PlanOutcome {
  readonly attack: Attack
  readonly verdict: Verdict
  readonly observation: Observation
  /** Beginning of the last reply, at most {@link FEATURE_UNITS}; undefined: only the observation is used. */
  readonly reply?: string
}

/** Maximum length of one attack: more than most models and targets accept. Some encodings make twenty characters of one. */
const ATTACK_UNITS_MAX = 200_000
/** Tries for each attack that is wanted: a small grammar repeats itself. */
const TRIES = 6
/** Texts in a later round from which the one with the fewest filtered words is sent. Own limit. */
const CANDIDATES = 4

/**
 * Plans the attacks of one round, in the order of the categories. The plan depends on the seed and on the set of earlier outcomes: the
 * order of the target's answers changes nothing.
 * @param round 0 sends plain attacks; later rounds use the most promising strategies
 * @param before outcomes of all earlier rounds
 */
export function planRound(round: number, before: readonly PlanOutcome[], setup: PlanSetup): readonly Attack[] {
  return Array.from(planAttacks(round, before, setup), ({ attack }) => attack)
}

/** Attack that can be repeated: the same text with new words and addresses. */
export interface PlannedAttack {
  readonly attack: Attack
  /** @param time  which of several times it is */
  readonly again: (time: string) => Attack
}

/** Generates the attacks of {@link planRound} on demand: the first attacks do not wait until the last is written. */
export function* planAttacks(
  round: number,
  before: readonly PlanOutcome[],
  setup: PlanSetup,
): Generator<PlannedAttack, undefined> {
  const outcomes = Map.groupBy(before, ({ attack }) => attack.category)
  // The share may change during the round; one value applies to the entire round.
  const share = setup.writtenShare?.()
  const fixed = share === undefined ? setup : { ...setup, writtenShare: () => share }
  const known = setup.isRandom === true ? [] : before
  const learned = { results: strategyResults(rewarded(known)), filter: filterScore(known) }
  for (const category of setup.categories) {
    yield* planCategory(round, category, outcomes.get(category.name) ?? [], learned, fixed)
  }
  return undefined
}

/** Why nothing of a category can be tested, or undefined. */
export function missingNeeds(category: Category, can: ReadonlySet<Need>): readonly Need[] {
  const missing = category.needs.filter((need) => !can.has(need))
  if (missing.length > 0) return missing
  const bySeed = category.seeds.map(({ needs = [] }) => needs.filter((need) => !can.has(need)))
  return bySeed.every((some) => some.length > 0) ? [...new Set(bySeed.flat())] : []
}

/**
 * Returns the number of attacks of a category in a round.
 * @param before number in earlier rounds
 */
export function quotaOf(
  round: number,
  before: number,
  { adaptiveRounds, maxAttacksPerCategory, writtenShare }: PlanSetup,
): { readonly planned: number; readonly written: number } {
  const all = Math.max(0, Math.ceil((maxAttacksPerCategory - before) / (adaptiveRounds - round + 1)))
  const written = round === 0 ? 0 : Math.floor(all * (writtenShare?.() ?? 0))
  return { planned: all - written, written }
}

/** Results of the entire run: what is effective in one category is likely to be effective in others. */
interface Learned {
  readonly results: StrategyResults
  readonly filter: FilterScore
}

function* planCategory(
  round: number,
  category: Category,
  before: readonly PlanOutcome[],
  learned: Learned,
  setup: PlanSetup,
): Generator<PlannedAttack, undefined> {
  if (missingNeeds(category, setup.can).length > 0) return undefined
  const { planned: quota } = quotaOf(round, before.length, setup)
  const random = roundRandom(round, category, setup)
  const had = new Set(before.map(({ attack }) => attack.id))
  const nextSlot = slotsOf(round, category, before, learned, quota, random, setup)
  let count = 0
  for (let at = 0; at < quota * TRIES && count < quota; at += 1) {
    const slot = nextSlot()
    if (slot === undefined) continue
    const { seed, strategies } = slot
    if (turnsOf(seed, strategies) > setup.maxMultiTurnSteps) continue
    const recipeOf = (draft: number) => ({
      category,
      seed,
      strategies,
      random: tryRandom(random, draft),
      words: setup.words,
    })
    const drafts = Array.from({ length: round === 0 ? 1 : CANDIDATES }, (_, draft) => at * CANDIDATES + draft)
      .map((draft) => ({ draft, ...draftAttack(recipeOf(draft)) }))
      .filter(({ id }) => !had.has(id))
    const best = leastFiltered(drafts, learned.filter)
    if (best === undefined) continue
    const attack = best.fillIn()
    if (unitsOf(attack) > ATTACK_UNITS_MAX) continue
    had.add(best.id)
    count += 1
    yield { attack, again: (time) => makeAttack({ ...recipeOf(best.draft), time }) }
  }
  return undefined
}

/** Seed and strategies of one attack. */
interface Slot {
  readonly seed: Seed
  readonly strategies: StrategyChain
}

/**
 * Returns a source of slots, most promising first, without an end: the plan reads until it has enough different attacks.
 */
function slotsOf(
  round: number,
  category: Category,
  before: readonly PlanOutcome[],
  { results }: Learned,
  quota: number,
  random: Random,
  setup: PlanSetup,
): () => Slot | undefined {
  const isRandom = setup.isRandom === true
  const seen = isRandom ? [] : before
  const seeds = seedsFor(category, setup.can)
  const from = random.fork('seeds')
  const ranked = isRandom ? from.shuffled(seeds) : round === 0 ? plainFirst(seeds, from) : rankSeeds(seeds, seen, from)
  const byProtocol = ofProtocolFirst(ranked)
  const { own, others } = seedsByLanguage(byProtocol, category.isMultilingual ? undefined : setup.languages)
  const first = domainsInTurn(round === 0 && !isRandom ? withRepeats(own, quota) : own)
  // Without seeds of other languages their strategy would take the place of another one.
  const strategies = setup.strategies.filter((one) => others.length > 0 || !takesOthers(one))
  const nextWay =
    round === 0
      ? inTurn<StrategyChain>([[], ...(setup.firstWays ?? [])])
      : laterWays(chooseStrategies(round, seen, { ...setup, strategies }, random.fork('ways'), results))
  let at = -1
  return () => {
    at += 1
    const way = nextWay()
    const order = way.some(takesOthers) ? others : first
    const seed = order[at % Math.max(1, order.length)]
    return seed === undefined ? undefined : { seed, strategies: isOfProtocol(seed) ? [] : way }
  }

  function laterWays(ways: readonly StrategyChain[]): () => StrategyChain {
    const plain = random.fork('plain')
    const share = ways.length === 0 ? 1 : setup.isNamed === true ? 0 : plainShare(seen)
    const next = takeTurns(ways, seen, random.fork('turns'), results)
    return () => (plain.next() < share ? [] : next())
  }
}

function inTurn<Item>(items: readonly Item[]): () => Item {
  let at = -1
  return () => {
    at += 1
    return items[at % items.length]!
  }
}

/** Returns the share of plain attacks in a later round. */
function plainShare(before: readonly PlanOutcome[]): number {
  if (before.length === 0) return PLAIN_SHARE.refused
  return before.reduce((sum, { observation }) => sum + PLAIN_SHARE[observation], 0) / before.length
}

/** Returns the draft with the fewest filtered words, the first of equals. */
function leastFiltered<Draft extends { readonly texts: readonly string[] }>(
  drafts: readonly Draft[],
  filter: FilterScore,
): Draft | undefined {
  const scored = drafts.map((draft) => ({ draft, score: filter(draft.texts) }))
  const least = Math.min(...scored.map(({ score }) => score))
  return scored.find(({ score }) => score === least)?.draft
}

/** Returns the random source of all attacks of a category in a round. */
function roundRandom(round: number, { name }: Category, { random }: Pick<PlanSetup, 'random'>): Random {
  return random.fork(`round/${round}/${name}`)
}

function tryRandom(ofRound: Random, at: number): Random {
  return ofRound.fork(`attack/${at}`)
}

/** Position of an attack in its run. */
export interface PlanPosition {
  readonly id: string
  readonly round: number
  readonly category: Category
  /** First to last. */
  readonly strategies: readonly Strategy[]
}

/**
 * Recreates an attack of an earlier run from the seed of that run, including its plants, which reports do not contain. The capabilities of
 * the target do not matter.
 * @returns undefined when no attack has this id, e.g. because the texts changed
 */
export function remakeAttack({ id, round, category, strategies }: PlanPosition, setup: PlanSetup): Attack | undefined {
  const random = roundRandom(round, category, setup)
  const usable = category.seeds.filter((seed) => turnsOf(seed, strategies) <= setup.maxMultiTurnSteps)
  const ready = usable.filter((seed) => !needsMore([...category.needs, ...(seed.needs ?? [])], setup.words))
  for (let at = 0; at < setup.maxAttacksPerCategory * TRIES * CANDIDATES; at += 1) {
    for (const seed of ready) {
      const own = tryRandom(random, at)
      const drafted = draftAttack({ category, seed, strategies, random: own, words: setup.words })
      if (drafted.id === id) return drafted.fillIn()
    }
  }
  return undefined
}

/** Returns whether a server for the addresses in the texts is missing. */
function needsMore(needs: readonly Need[], { contentUrl, sinkUrl }: RunTokens): boolean {
  return (needs.includes('content') && contentUrl === undefined) || (needs.includes('sink') && sinkUrl === undefined)
}

function takesOthers({ seeds }: Strategy): boolean {
  return seeds === 'other_languages'
}

/** Returns the number of messages of the attack: a strategy makes several of the last one. */
function turnsOf({ turns }: Seed, strategies: readonly Strategy[]): number {
  return turns.length + strategies.reduce((sum, { steps }) => sum + steps - 1, 0)
}

function unitsOf({ turns, history }: Attack): number {
  return [...turns, ...history.map(({ content }) => content)].reduce((sum, text) => sum + text.length, 0)
}
