import type { Verdict } from '@gatehouse/contracts'
import type { Attack } from './attack.ts'
import type { Category, Need, Seed } from './category.ts'
import { draftAttack, makeAttack, type RunWords } from './make-attack.ts'
import type { Observation } from './observe.ts'
import type { Random } from './random.ts'
import type { Strategy } from './strategy.ts'
import { chooseWays, type Way } from './ways.ts'

/** What is known before a run begins. */
export interface PlanSetup {
  readonly categories: readonly Category[]
  readonly strategies: readonly Strategy[]
  /** Strategies one after the other that somebody asked for, beside those that rounds put together. */
  readonly layers?: readonly Way[]
  /**
   * The ways of round 0 beside the base attacks. Strategies that the caller named would otherwise never be sent in a run without
   * adaptive rounds.
   */
  readonly firstWays?: readonly Way[]
  /** Of the run. */
  readonly random: Random
  readonly words: RunWords
  /** What the target can; seeds that need more are left out. */
  readonly can: ReadonlySet<Need>
  readonly adaptiveRounds: number
  readonly maxAttacksPerCategory: number
  readonly strategiesPerRound: number
  readonly maxMultiTurnSteps: number
  /** Of the attacks of each later round, 0–1: what somebody else writes. */
  readonly writtenShare?: () => number
}

/** What became of an attack of an earlier round. */
export interface PlanOutcome {
  readonly attack: Attack
  readonly verdict: Verdict
  readonly observation: Observation
}

/** Of one attack: more than most models read, and than targets take. Some codes make twenty of one character. */
const ATTACK_UNITS_MAX = 200_000
/** Tries for each attack that is wanted: a small grammar repeats itself. */
const TRIES = 6

/**
 * The attacks of one round, in the order of the categories. From the seed and from the outcomes of the rounds before, as a set:
 * in which order the target has answered changes nothing.
 * @param round  0 says everything plainly; later ones say it in the ways that were worth it
 * @param before  of all rounds before
 */
export function planRound(round: number, before: readonly PlanOutcome[], setup: PlanSetup): readonly Attack[] {
  return Array.from(planAttacks(round, before, setup), ({ attack }) => attack)
}

/** An attack that can be made again: said in the same way, with words and addresses of its own. */
export interface PlannedAttack {
  readonly attack: Attack
  /** @param time  which of several times it is */
  readonly again: (time: string) => Attack
}

/** As {@link planRound}, each when it is asked for: the first attacks need not wait for the last to be written. */
export function* planAttacks(
  round: number,
  before: readonly PlanOutcome[],
  setup: PlanSetup,
): Generator<PlannedAttack, undefined> {
  const outcomes = Map.groupBy(before, ({ attack }) => attack.category)
  // A share may change while the round is on its way, and all of the round goes by one.
  const share = setup.writtenShare?.()
  const fixed = share === undefined ? setup : { ...setup, writtenShare: () => share }
  for (const category of setup.categories) {
    yield* planCategory(round, category, outcomes.get(category.name) ?? [], fixed)
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
 * How many attacks of a category a round has.
 * @param before  that the rounds before had
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

function* planCategory(
  round: number,
  category: Category,
  before: readonly PlanOutcome[],
  setup: PlanSetup,
): Generator<PlannedAttack, undefined> {
  if (missingNeeds(category, setup.can).length > 0) return undefined
  const seeds = category.seeds.filter(({ needs = [] }) => needs.every((need) => setup.can.has(need)))
  const { planned: quota } = quotaOf(round, before.length, setup)
  const random = roundRandom(round, category, setup)
  const ways: readonly Way[] =
    round === 0 ? [[], ...(setup.firstWays ?? [])] : chooseWays(round, before, setup, random.fork('ways'))
  const had = new Set(before.map(({ attack }) => attack.id))
  const order = random.fork('seeds').shuffled(seeds)
  let count = 0
  for (let at = 0; at < quota * TRIES && count < quota && ways.length > 0; at += 1) {
    const seed: Seed = order[at % order.length]!
    const strategies = isOfProtocol(seed) ? [] : ways[at % ways.length]!
    if (turnsOf(seed, strategies) > setup.maxMultiTurnSteps) continue
    const recipe = () => ({ category, seed, strategies, random: tryRandom(random, at), words: setup.words })
    const { id, fillIn } = draftAttack(recipe())
    if (had.has(id)) continue
    const attack = fillIn()
    if (unitsOf(attack) > ATTACK_UNITS_MAX) continue
    had.add(id)
    count += 1
    yield { attack, again: (time) => makeAttack({ ...recipe(), time }) }
  }
  return undefined
}

/** What every attack of a category in a round comes from. */
function roundRandom(round: number, { name }: Category, { random }: Pick<PlanSetup, 'random'>): Random {
  return random.fork(`round/${round}/${name}`)
}

function tryRandom(ofRound: Random, at: number): Random {
  return ofRound.fork(`attack/${at}`)
}

/** Where an attack stood in its run. */
export interface PlannedPlace {
  readonly id: string
  readonly round: number
  readonly category: Category
  /** First to last. */
  readonly strategies: readonly Strategy[]
}

/**
 * Makes an attack of an earlier run again, from the seed of that run: with what it has planted, which no report holds. It does not
 * matter what else the target could.
 * @returns undefined where no attack with this id comes from there, e.g. since the texts are others by now
 */
export function remakeAttack({ id, round, category, strategies }: PlannedPlace, setup: PlanSetup): Attack | undefined {
  const random = roundRandom(round, category, setup)
  const usable = category.seeds.filter((seed) => turnsOf(seed, strategies) <= setup.maxMultiTurnSteps)
  for (let at = 0; at < setup.maxAttacksPerCategory * TRIES; at += 1) {
    for (const seed of usable) {
      if (needsMore([...category.needs, ...(seed.needs ?? [])], setup.words)) continue
      const attack = makeAttack({ category, seed, strategies, random: tryRandom(random, at), words: setup.words })
      if (attack.id === id) return attack
    }
  }
  return undefined
}

/** Texts with addresses cannot be written where there is no server that they are of. */
function needsMore(needs: readonly Need[], { contentUrl, sinkUrl }: RunWords): boolean {
  return (needs.includes('content') && contentUrl === undefined) || (needs.includes('sink') && sinkUrl === undefined)
}

/** Whether it is made of requests to a server of tools: dressed up as something else they are requests no more. */
function isOfProtocol({ turns }: Seed): boolean {
  return turns.some(({ texts }) => texts.every((text) => text.startsWith('{"method"')))
}

/** Messages that the attack will have: a strategy makes several of the last one. */
function turnsOf({ turns }: Seed, strategies: readonly Strategy[]): number {
  return turns.length + strategies.reduce((sum, { steps }) => sum + steps - 1, 0)
}

function unitsOf({ turns, history }: Attack): number {
  return [...turns, ...history.map(({ content }) => content)].reduce((sum, text) => sum + text.length, 0)
}
