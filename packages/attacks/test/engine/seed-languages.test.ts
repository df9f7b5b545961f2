import { expect, test } from 'vitest'
import { allCategories } from '../../src/categories.gen.ts'
import { NEEDS, type Seed } from '../../src/engine/category.ts'
import { planRound, type PlanSetup } from '../../src/engine/plan.ts'
import { createRandom } from '../../src/engine/random.ts'
import { seedsByLanguage } from '../../src/engine/seed-languages.ts'
import { allStrategies } from '../../src/strategies.gen.ts'

const seedIn = (language: string, id = language): Seed => ({ id, language, idea: 'one', turns: [] })
const idsOf = (seeds: readonly Seed[]) => seeds.map(({ id }) => id)

test('seeds in the languages of the run come first, and English fills in', () => {
  const seeds = [seedIn('en'), seedIn('de'), seedIn('fr')]
  expect(idsOf(seedsByLanguage(seeds, ['en']).own)).toEqual(['en'])
  expect(idsOf(seedsByLanguage(seeds, ['en']).others)).toEqual(['de', 'fr'])
  expect(idsOf(seedsByLanguage(seeds, ['de']).own)).toEqual(['de', 'de', 'en'])
  expect(idsOf(seedsByLanguage(seeds, ['tr']).own)).toEqual(['en'])
  expect(idsOf(seedsByLanguage([seedIn('fr')], ['de']).own)).toEqual(['fr'])
  expect(seedsByLanguage(seeds, undefined).own).toBe(seeds)
})

test('other languages are sent by their strategy alone', () => {
  const setup: PlanSetup = {
    categories: allCategories.filter(({ isDefault }) => isDefault),
    strategies: [],
    firstWays: [allStrategies.filter(({ name }) => name === 'other_language')],
    languages: ['en'],
    random: createRandom('seven'),
    words: { runKey: 'key', sinkUrl: 'http://127.0.0.1:20001/s', contentUrl: 'http://127.0.0.1:20001/c' },
    can: new Set(NEEDS),
    adaptiveRounds: 0,
    maxAttacksPerCategory: 10,
    strategiesPerRound: 4,
    maxMultiTurnSteps: 8,
  }
  const attacks = planRound(0, [], setup)
  const foreign = attacks.filter(({ language }) => language !== 'en')
  expect(foreign.length).toBeGreaterThan(20)
  for (const { strategy } of foreign) expect(strategy).toBe('other_language')
  expect(planRound(0, [], { ...setup, firstWays: [] }).every(({ language }) => language === 'en')).toBe(true)
  const german = planRound(0, [], { ...setup, firstWays: [], languages: ['de'] })
  expect(new Set(german.map(({ language }) => language))).toEqual(new Set(['de', 'en']))
})
