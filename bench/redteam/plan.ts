import { allCategories, type Attack, createRandom, planRound, type PlanSetup } from '@gatehouse/attacks'

/** The seed and the run key of every benchmark: runs, scripted targets and peers have the same attacks. */
const SEED = 'bench'
const RUN_KEY = 'bench-key'

/** All of a run but its target: plain attacks, as many of each category. */
export function planOf(categories: PlanSetup['categories'], attacksEach: number): PlanSetup {
  return {
    categories,
    strategies: [],
    random: createRandom(SEED),
    words: { runKey: RUN_KEY, sinkUrl: undefined, contentUrl: undefined },
    can: new Set(),
    adaptiveRounds: 0,
    maxAttacksPerCategory: attacksEach,
    strategiesPerRound: 8,
    maxMultiTurnSteps: 1,
  }
}

/** Attacks with one message whose success is a word in the reply: a script knows their ground truth. */
export function spokenPlan(attacksEach: number): { readonly plan: PlanSetup; readonly attacks: readonly Attack[] } {
  const categories = allCategories.flatMap((category) => {
    const seeds = category.seeds.filter(
      ({ turns, needs = [], oracles = category.oracles, plants = [] }) =>
        turns.length === 1 && needs.length + plants.length === 0 && oracles.every(({ kind }) => kind === 'marker'),
    )
    return seeds.length === 0 || category.needs.length > 0 ? [] : [{ ...category, seeds }]
  })
  const plan = planOf(categories, attacksEach)
  return { plan, attacks: planRound(0, [], plan) }
}
