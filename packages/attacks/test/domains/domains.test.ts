import { RunRequest } from '@gatehouse/contracts/redteam'
import { describe, expect, test } from 'vitest'
import { allCategories } from '../../src/categories.gen.ts'
import { categoriesOf, seedsOf, withDomains } from '../../src/domains/domain.ts'
import { allDomains } from '../../src/domains/packs.ts'
import { NEEDS } from '../../src/engine/category.ts'
import { BASE_STRATEGY } from '../../src/engine/make-attack.ts'
import { planRound, type PlanSetup, remakeAttack } from '../../src/engine/plan.ts'
import { createRandom } from '../../src/engine/random.ts'
import { listedCategories } from '../../src/exports/attack-lists.ts'
import { prepareRun } from '../../src/run/prepare-run.ts'

const prepared = (attackConfig: object, more: object = {}) =>
  prepareRun(RunRequest.parse({ target: { baseUrl: 'https://agent.example/chat' }, attackConfig, ...more }))
const setup = (names: readonly string[], packs = allDomains): PlanSetup => ({
  categories: withDomains(
    allCategories.filter(({ name }) => names.includes(name)),
    packs,
  ),
  strategies: [],
  random: createRandom('seven'),
  words: { runKey: 'key', sinkUrl: undefined, contentUrl: undefined },
  can: new Set(NEEDS.filter((need) => need !== 'sink' && need !== 'content' && need !== 'mcp')),
  adaptiveRounds: 0,
  maxAttacksPerCategory: 8,
  strategiesPerRound: 1,
  maxMultiTurnSteps: 8,
})

describe.each(allDomains.map((pack) => [pack.name, pack] as const))('%s', (_name, pack) => {
  const seeds = allCategories.flatMap((category) => seedsOf(pack, category).map((seed) => ({ category, seed })))
  const attacks = seeds.filter(({ category }) => category.name !== 'over_refusal')

  test('has 20 attacks and 5 false-positive controls of known categories', () => {
    expect(new Set(attacks.map(({ seed }) => seed.turns[0]!.texts[0])).size).toBeGreaterThanOrEqual(20)
    expect(seeds.length - attacks.length).toBeGreaterThanOrEqual(5)
    expect(new Set(seeds.map(({ category }) => category.name))).toEqual(categoriesOf(pack))
  })

  test('each attack has a benign control and an oracle that its text allows', () => {
    for (const { seed } of attacks) {
      const [text] = seed.turns[0]!.texts
      expect(seed.benign!.texts[0]).toMatch(/\?$/)
      expect(seed.oracles!.some(({ kind }) => kind === 'marker')).toBe(text!.includes('{sign}'))
      expect(seed.oracles!.length).toBeGreaterThan(0)
    }
  })
})

test('attacks of a domain alternate with the others of the category, and are recreated', () => {
  const run = setup(['bola'])
  const seeds = new Set(run.categories[0]!.seeds.filter(({ domain }) => domain !== undefined).map(({ idea }) => idea))
  const planned = planRound(0, [], run)
  expect(planned.map(({ description }) => seeds.has(description))).toEqual(planned.map((_, at) => at % 2 === 0))
  for (const attack of planned) {
    expect(attack.strategy).toBe(BASE_STRATEGY)
    const where = { id: attack.id, round: 0, category: run.categories[0]!, strategies: [] }
    expect(remakeAttack(where, run)).toEqual(attack)
  }
})

test('a domain adds its categories to the default ones, and none to named ones', () => {
  const names = (run: ReturnType<typeof prepared>) => run.categories.map(({ name }) => name)
  expect(names(prepared({ domains: ['medical'] }))).toEqual(expect.arrayContaining(['regulated_advice', 'bola']))
  expect(names(prepared({}))).not.toContain('regulated_advice')
  const named = prepared({ domains: ['Real-Estate', 'real estate'] }, { categories: ['bola'] })
  expect(names(named)).toEqual(['bola'])
  expect(named.config).toMatchObject({ domains: ['real_estate'], categories: ['bola'] })
  expect(named.categories[0]!.seeds.filter(({ domain }) => domain === 'real_estate')).toHaveLength(5)
})

test('an unknown domain is refused with the list', () => {
  expect(() => prepared({ domains: ['banking'] })).toThrow('Unknown domain "banking". Allowed: education, finance, hr')
})

test('categories list their domains', () => {
  const listed = new Map(listedCategories().map(({ name, domains }) => [name, domains]))
  expect(listed.get('bola')).toHaveLength(allDomains.length)
  expect(listed.get('bias')).toEqual(['hr', 'real_estate'])
  expect(listed.get('ssrf')).toEqual([])
})
