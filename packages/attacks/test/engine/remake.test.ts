import { expect, test } from 'vitest'
import { allCategories } from '../../src/categories.gen.ts'
import { NEEDS } from '../../src/engine/category.ts'
import { BASE_STRATEGY } from '../../src/engine/make-attack.ts'
import { planRound, type PlanSetup, remakeAttack } from '../../src/engine/plan.ts'
import { createRandom } from '../../src/engine/random.ts'
import { allStrategies } from '../../src/strategies.gen.ts'

const setup = (more: Partial<PlanSetup> = {}): PlanSetup => ({
  categories: allCategories.slice(0, 12),
  strategies: allStrategies.filter(({ isDefault }) => isDefault),
  random: createRandom('seven'),
  words: { runKey: 'key', sinkUrl: 'http://127.0.0.1:20001/s', contentUrl: 'http://127.0.0.1:20001/c' },
  can: new Set(NEEDS),
  adaptiveRounds: 2,
  maxAttacksPerCategory: 6,
  strategiesPerRound: 4,
  maxMultiTurnSteps: 8,
  ...more,
})

test('every attack of a run is made again from where it stood, whatever the target can by now', () => {
  const [run, later] = [setup(), setup({ can: new Set() })]
  const first = planRound(0, [], run)
  const outcomes = first.map((attack) => ({ attack, verdict: 'defended', observation: 'refused' }) as const)
  const all = [[0, first] as const, [1, planRound(1, outcomes, run)] as const]
  for (const [round, attacks] of all) {
    expect(attacks.length).toBeGreaterThan(20)
    for (const attack of attacks) {
      const category = allCategories.find(({ name }) => name === attack.category)!
      const names = attack.strategy.split('+').filter((name) => name !== BASE_STRATEGY)
      const strategies = names.map((name) => allStrategies.find((one) => one.name === name)!)
      expect(remakeAttack({ id: attack.id, round, category, strategies }, later)).toEqual(attack)
    }
  }
})

test('what no run has made is not made', () => {
  const [category] = allCategories
  expect(remakeAttack({ id: 'other', round: 0, category: category!, strategies: [] }, setup())).toBeUndefined()
})
