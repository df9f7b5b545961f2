import type { RunRequest } from '@gatehouse/contracts/redteam'
import type { Category } from '../engine/category.ts'
import { countTexts } from '../engine/grammar.ts'
import { missingNeeds } from '../engine/plan.ts'
import type { CreatedTarget } from '../targets/create-target.ts'

/** Returns the maximum number of attacks of a run. @param ownAttacks number of custom attacks and rows of datasets */
export function estimatedAttacks(
  categories: readonly Category[],
  can: CreatedTarget['can'],
  request: RunRequest,
  ownAttacks: number,
): number {
  const { attackConfig: config } = request
  const planned = categories
    .filter((category) => missingNeeds(category, can).length === 0)
    .reduce((sum, category) => sum + mostOf(category, can, request), 0)
  const total = (planned + ownAttacks) * config.repeats
  return Math.min(total, config.budget?.maxRequests ?? Number.POSITIVE_INFINITY)
}

/** Returns the maximum number of attacks of a category: the number of its texts when only plain attacks are sent. */
function mostOf({ seeds }: Category, can: CreatedTarget['can'], { attackConfig }: RunRequest): number {
  const { adaptiveRounds, maxAttacksPerCategory: most } = attackConfig
  if (adaptiveRounds > 0) return most
  const usable = seeds.filter(({ needs = [] }) => needs.every((need) => can.has(need)))
  const texts = usable.reduce((sum, { turns }) => sum + turns.reduce((product, one) => product * countTexts(one), 1), 0)
  return Math.min(most, texts)
}
