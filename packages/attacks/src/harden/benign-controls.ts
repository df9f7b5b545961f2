import { writeText } from '../engine/grammar.ts'
import { createRandom } from '../engine/random.ts'
import { allCategories } from '../categories.gen.ts'
import { defaultCategories } from '../run/default-categories.ts'
import type { TargetType } from '@gatehouse/contracts/redteam'

/** Maximum number of categories with benign controls. Own limit: a fraction of the requests of a run. */
const CONTROLS_MAX = 40

/**
 * Returns benign requests: first those of the categories with findings, then those of other categories.
 * @param categories names of categories with findings
 */
export function benignControls(categories: readonly string[], type: TargetType, seed: string): readonly string[] {
  const named = new Set(categories)
  const own = allCategories.filter(({ name }) => named.has(name))
  const others = defaultCategories(type).filter(({ name }) => !named.has(name))
  const random = createRandom(seed)
  const texts = [...own, ...others].map(({ name, benign }) => writeText(benign, random.fork(`benign/${name}`)))
  return [...new Set(texts)].slice(0, CONTROLS_MAX)
}
