import { expect, test } from 'vitest'
import { allCategories } from '../../src/categories.gen.ts'
import { NEEDS } from '../../src/engine/category.ts'
import { BASE_STRATEGY } from '../../src/engine/make-attack.ts'
import { planRound, type PlanSetup, remakeAttack } from '../../src/engine/plan.ts'
import type { Attack } from '../../src/engine/attack.ts'
import { recallAttack } from '../../src/report/replay/recall.ts'
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

test('every attack of a run is recreated from its position, regardless of target capabilities', () => {
  const [run, later] = [setup(), setup({ can: new Set() })]
  const first = planRound(0, [], run)
  const outcomes = first.map((attack) => ({ attack, verdict: 'defended', observation: 'refused' }) as const)
  const all = [[0, first] as const, [1, planRound(1, outcomes, run)] as const]
  for (const [round, attacks] of all) {
    expect(attacks.length).toBeGreaterThan(20)
    for (const attack of attacks) {
      const category = allCategories.find(({ name }) => name === attack.category)!
      const names = attack.strategy.split('+').filter((name) => name !== BASE_STRATEGY)
      const strategies = names.map((name) => allStrategies.find((entry) => entry.name === name)!)
      expect(remakeAttack({ id: attack.id, round, category, strategies }, later)).toEqual(attack)
    }
  }
})

test('an unknown attack id is not recreated', () => {
  const [category] = allCategories
  expect(remakeAttack({ id: 'other', round: 0, category: category!, strategies: [] }, setup())).toBeUndefined()
})

test('an attack that no seed recreates is restored from its record with its oracles', () => {
  const run = setup({ categories: allCategories })
  const recalled = (attack: Attack, turns = attack.turns) => {
    const category = allCategories.find(({ name }) => name === attack.category)!
    return recallAttack({ ...recordOf(attack), turns: [...turns] }, category, run.words, run.random)
  }
  const [planted, said] = [true, false].map((isPlanted) =>
    planRound(0, [], run).filter(({ plants }) => plants.length > 0 === isPlanted),
  )
  expect([planted!.length, said!.length].every((count) => count > 2)).toBe(true)
  for (const attack of said!) expect(recalled(attack)).toEqual({ ...attack, benign: expect.any(String) })
  // Texts with words of another run are not judged by those of this one.
  const marked = said!.find(({ oracles, turns, marker }) => {
    return oracles[0]!.kind === 'marker' && !turns.join('').includes(marker)
  })!
  expect(recalled({ ...marked, id: 'f'.repeat(24) })).toBeUndefined()
  // The record contains no planted pages, and only parts of these texts.
  for (const attack of planted!) expect(recalled(attack)).toBeUndefined()
  for (const turn of ['It begins … [cut]', 'The key is ***.']) expect(recalled(said![0]!, [turn])).toBeUndefined()
})

function recordOf({ id, category, strategy, severity, description, language, turns, before }: Attack) {
  const said = { id, category, strategy, severity, description, language, turns: [...turns] }
  return before === undefined ? said : { ...said, before: [...before] }
}
