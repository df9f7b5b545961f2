import { chooseArms } from './bandit.ts'
import type { Seed } from './category.ts'
import type { PlanOutcome } from './plan.ts'
import type { Random } from './random.ts'
import { rewarded } from './reply-features.ts'

/** Attacks of one idea in the first round. Own limit. */
const EACH_IDEA_MAX = 3
/** Prior weights of unused seeds, by rank. */
const WORTH = [3, 2, 1, 0.7] as const

/** Returns seeds for the first round: direct requests, well-known forms, other single messages, then conversations. */
export function plainFirst(seeds: readonly Seed[], random: Random): readonly Seed[] {
  return random.shuffled(seeds).toSorted((a, b) => rankOf(a) - rankOf(b))
}

/**
 * Repeats direct requests, whose wordings differ each time, up to half of the first round.
 * @param ordered seeds in the order of the first round
 */
export function withRepeats(ordered: readonly Seed[], quota: number): readonly Seed[] {
  const direct = ordered.slice(0, Math.ceil(quota / 2)).filter((seed) => rankOf(seed) === 0)
  const again = Array.from({ length: EACH_IDEA_MAX - 1 }, () => direct).flat()
  const spare = Math.max(0, Math.ceil(quota / 2) - direct.length)
  return [...direct, ...again.slice(0, spare), ...ordered.filter((seed) => !direct.includes(seed))]
}

/** Alternates attacks of the selected domains with the others, so that a small quota contains both. */
export function domainsInTurn(seeds: readonly Seed[]): readonly Seed[] {
  const own = seeds.filter(({ domain }) => domain !== undefined)
  const others = seeds.filter(({ domain }) => domain === undefined)
  const longest = Math.max(own.length, others.length)
  return Array.from({ length: longest }, (_, at) => [...own.slice(at, at + 1), ...others.slice(at, at + 1)]).flat()
}

/** Returns the seeds of a later round, most promising first, by their results and by what was not sent yet. */
export function rankSeeds(seeds: readonly Seed[], before: readonly PlanOutcome[], random: Random): readonly Seed[] {
  const results = Map.groupBy(rewarded(before), ({ outcome: { attack } }) => keyOf(attack.description, attack.language))
  const arms = seeds.map((seed) => {
    const own = results.get(keyOf(seed.idea, seed.language)) ?? []
    const reward = own.reduce((sum, item) => sum + item.reward, 0) / 100
    return { choice: seed, reward, tries: own.length, worth: WORTH[rankOf(seed)]! }
  })
  return chooseArms(arms, arms.length, random)
}

/** Length up to which a message is plain. Own limit: one or two sentences. */
const PLAIN_UNITS = 90
const ranks = new WeakMap<Seed, number>()

function rankOf(seed: Seed): number {
  const known = ranks.get(seed)
  if (known !== undefined) return known
  const rank = computedRank(seed)
  ranks.set(seed, rank)
  return rank
}

function computedRank({ form, turns }: Seed): number {
  if (form === 'direct') return 0
  if (form === 'known') return 1
  if (turns.length > 1) return 3
  return turns.every(({ texts }) => texts.every((text) => text.length <= PLAIN_UNITS)) ? 1 : 2
}

function keyOf(idea: string, language: string): string {
  return `${language}/${idea}`
}
