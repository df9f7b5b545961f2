import { describe, expect, test } from 'vitest'
import { allCategories } from '../../src/categories.gen.ts'
import { layerProblem } from '../../src/engine/layer.ts'
import { type PlanOutcome, planRound, type PlanSetup } from '../../src/engine/plan.ts'
import { createRandom } from '../../src/engine/random.ts'
import { resolveStrategies } from '../../src/engine/ways.ts'
import { allStrategies } from '../../src/strategies.gen.ts'

const of = (name: string) => allStrategies.find((entry) => entry.name === name)!
const setup = (seed: string, more: Partial<PlanSetup> = {}): PlanSetup => ({
  categories: allCategories.filter(({ name }) => name === 'prompt_injection'),
  strategies: allStrategies.filter(({ isDefault }) => isDefault),
  random: createRandom(seed),
  words: { runKey: 'key', sinkUrl: undefined, contentUrl: undefined },
  can: new Set(),
  adaptiveRounds: 4,
  maxAttacksPerCategory: 100,
  strategiesPerRound: 8,
  maxMultiTurnSteps: 8,
  ...more,
})
function rounds(plan: PlanSetup, turn = (all: PlanOutcome[]) => all): readonly (readonly string[])[] {
  let outcomes: PlanOutcome[] = []
  return Array.from({ length: plan.adaptiveRounds + 1 }, (_, round) => {
    const attacks = planRound(round, turn(outcomes), plan)
    const seen = attacks.map((attack): PlanOutcome => ({ attack, verdict: 'defended', observation: 'refused' }))
    outcomes = [...outcomes, ...seen]
    return [...new Set(attacks.map(({ strategy }) => strategy))]
  })
}

describe('layers in adaptive rounds', () => {
  test('are a quarter of the strategies from the second round on, each a sensible pair', () => {
    const [plain, first, ...later] = rounds(setup('seed'))
    expect(plain).toEqual(['base'])
    expect(first!.filter((name) => name.includes('+'))).toEqual([])
    for (const names of later) {
      const pairs = names.filter((name) => name.includes('+'))
      expect(pairs).toHaveLength(2)
      expect(names.filter((name) => name !== 'base')).toHaveLength(8)
      for (const pair of pairs) expect(layerProblem(pair.split('+').map(of), 8)).toBeUndefined()
    }
  })

  test('are the same for the same seed, regardless of the result order', () => {
    const all = rounds(setup('seed'))
    expect(rounds(setup('seed'), (outcomes) => outcomes.toReversed())).toEqual(all)
    expect(rounds(setup('other'))).not.toEqual(all)
  })

  test('stay within the message limit', () => {
    const plan = setup('seed', { maxMultiTurnSteps: 3 })
    for (const names of rounds(plan)) {
      for (const name of names.filter((item) => item !== 'base')) {
        expect(layerProblem(name.split('+').map(of), 3)).toBeUndefined()
      }
    }
  })

  test('use only requested strategies, and are absent if no pair is compatible', () => {
    const few = (names: string) =>
      rounds(setup('seed', { strategies: names.split(' ').map(of) }))
        .flat()
        .filter((name) => name.includes('+'))
    expect(new Set(few('role_play base64 hex'))).toEqual(new Set(['role_play+base64', 'role_play+hex']))
    expect(few('base64 hex rot13')).toEqual([])
    expect(few('base64')).toEqual([])
  })

  test('include requested layers from the first round on', () => {
    const layers = [[of('urgency'), of('role_play'), of('hex')]]
    const [, first] = rounds(setup('seed', { strategies: [], layers }))
    expect(new Set(first)).toEqual(new Set(['base', 'urgency+role_play+hex']))
  })
})

describe('a list of strategies', () => {
  test('contains single strategies and layers in any spelling and order', () => {
    const ways = resolveStrategies(['base64', 'Role-Play+base64', 'urgency + hex'], allStrategies, 8)
    expect(ways.strategies.map(({ name }) => name)).toEqual(['base64'])
    expect(ways.layers.map((way) => way.map(({ name }) => name))).toEqual([
      ['role_play', 'base64'],
      ['urgency', 'hex'],
    ])
    expect([ways.unknown, ways.problems]).toEqual([[], []])
    expect(
      resolveStrategies(['urgency+hex', 'role_play+base64', 'role_play+base64', 'base64'], allStrategies, 8),
    ).toEqual(ways)
  })

  test('is rejected with a sentence for each invalid layer', () => {
    const { unknown, problems, layers } = resolveStrategies(
      ['base64+role_play', 'nonsense', 'role_play+nonsense', '+', 'crescendo+foot_in_the_door', 'role_play+role_play'],
      allStrategies,
      7,
    )
    expect(layers).toEqual([])
    expect(unknown).toEqual(['nonsense', 'role_play+nonsense', '+'])
    expect(problems).toEqual([
      'base64+role_play: nothing can be applied to what base64 makes: it has to come last',
      'crescendo+foot_in_the_door: crescendo and foot_in_the_door need 8 messages, and 7 are allowed',
      'role_play+role_play: role_play can be applied only once',
    ])
  })
})
