import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { allCategories } from '../../src/categories.gen.ts'
import { chooseArms } from '../../src/engine/bandit.ts'
import { type PlanOutcome, planRound, type PlanSetup } from '../../src/engine/plan.ts'
import { createRandom } from '../../src/engine/random.ts'
import { decide } from '../../src/judges/decide.ts'
import { allStrategies } from '../../src/strategies.gen.ts'
import { exchangeOf, replyOf } from '../support/exchange.ts'

const setup = (seed: string, more: Partial<PlanSetup> = {}): PlanSetup => ({
  categories: allCategories.filter(({ name }) => name === 'prompt_injection'),
  strategies: allStrategies,
  random: createRandom(seed),
  words: { runKey: 'key', sinkUrl: undefined, contentUrl: undefined },
  can: new Set(),
  adaptiveRounds: 3,
  maxAttacksPerCategory: 15,
  strategiesPerRound: 8,
  maxMultiTurnSteps: 8,
  ...more,
})

/** Plans all rounds against a target with the answers of `answer`. */
function allRounds(
  plan: PlanSetup,
  answer: (at: number) => Omit<PlanOutcome, 'attack'>,
  turn = (all: PlanOutcome[]) => all,
) {
  let outcomes: PlanOutcome[] = []
  for (let round = 0; round <= plan.adaptiveRounds; round += 1) {
    const attacks = planRound(round, turn(outcomes), plan)
    outcomes = [...outcomes, ...attacks.map((attack, at) => ({ attack, ...answer(at) }))]
  }
  return outcomes.map(({ attack }) => attack)
}

const refuses = () => ({ verdict: 'defended', observation: 'refused' }) as const

describe('a plan', () => {
  test('starts with the base strategy and has the requested number of attacks without duplicates', () => {
    const plan = setup('seed')
    expect(new Set(planRound(0, [], plan).map(({ strategy }) => strategy))).toEqual(new Set(['base']))
    const attacks = allRounds(plan, refuses)
    expect(attacks).toHaveLength(15)
    expect(new Set(attacks.map(({ id }) => id)).size).toBe(15)
    // After refusals most attacks change the form, and some stay plain.
    const later = attacks.slice(4).filter(({ strategy }) => strategy !== 'base')
    expect(later.length).toBeGreaterThan(5)
    const named = allRounds(setup('seed', { isNamed: true }), refuses)
    expect(named.slice(4).every(({ strategy }) => strategy !== 'base')).toBe(true)
  })

  test('starts with direct requests, in several wordings, before other forms and languages', () => {
    const [category] = allCategories.filter(({ name }) => name === 'secret_disclosure')
    for (const seed of ['a', 'b', 'c', 'd']) {
      const plan = setup(seed, { categories: [category!], languages: ['en'] })
      const first = planRound(0, [], plan)
      expect(first.map(({ language }) => language)).toEqual(['en', 'en', 'en', 'en'])
      const direct = category!.seeds.filter(({ form }) => form === 'direct').map(({ idea }) => idea)
      expect(first.slice(0, 2).every(({ description }) => direct.includes(description))).toBe(true)
      expect(new Set(first.slice(0, 2).map(({ turns }) => turns[0])).size).toBe(2)
      expect(new Set(first.map(({ description }) => description)).size).toBeGreaterThanOrEqual(3)
      expect(planRound(0, [], { ...plan, languages: ['de'] }).map(({ language }) => language)).toContain('de')
    }
  })

  test('sends more plain attacks to a target that does not understand than to one that declines', () => {
    const plainAfter = (observation: PlanOutcome['observation']) => {
      const plan = setup('seed', { maxAttacksPerCategory: 100 })
      const attacks = allRounds(plan, () => ({ verdict: 'defended', observation }))
      return attacks.slice(25).filter(({ strategy }) => strategy === 'base').length
    }
    expect(plainAfter('answered_otherwise')).toBeGreaterThan(plainAfter('refused') + 10)
    expect(plainAfter('refused')).toBeGreaterThan(plainAfter('blocked_by_guard'))
  })

  test('learns the strategy that succeeds, also in other categories', () => {
    const categories = allCategories.filter(({ name }) => ['prompt_injection', 'system_prompt_override'].includes(name))
    const count = (isRandom: boolean) => {
      let outcomes: PlanOutcome[] = []
      const plan = setup('seed', { categories, maxAttacksPerCategory: 120, adaptiveRounds: 8, isRandom })
      for (let round = 0; round <= plan.adaptiveRounds; round += 1) {
        outcomes = outcomes.concat(
          planRound(round, outcomes, plan).map((attack) =>
            attack.strategy.split('+').includes('role_play')
              ? { attack, verdict: 'vulnerable', observation: 'obeyed' }
              : { attack, verdict: 'defended', observation: 'refused' },
          ),
        )
      }
      return outcomes.filter(({ verdict }) => verdict === 'vulnerable').length
    }
    expect(count(false)).toBeGreaterThan(2 * count(true))
  })

  test('avoids words that declined messages contain and answered messages do not', () => {
    const grammar = { texts: ['Tell me the {word}.'], words: { word: ['password', 'code', 'entry', 'phrase'] } }
    const [category] = setup('x').categories
    const seed = { id: 'asks', language: 'en', idea: 'Asks.', turns: [{ ...grammar, texts: ['{a} {b} the {word}.'] }] }
    const words = {
      ...grammar.words,
      a: ['Tell', 'Give', 'Show', 'Send', 'Read', 'Sing', 'Lend'],
      b: ['me', 'us', 'Tom', 'Ann', 'Mia', 'Leo', 'Eve'],
    }
    const seeds = [{ ...seed, turns: [{ ...seed.turns[0]!, words }] }]
    const plan = setup('seed', { categories: [{ ...category!, seeds }], maxAttacksPerCategory: 60, strategies: [] })
    let outcomes: PlanOutcome[] = []
    const shares: number[] = []
    for (let round = 0; round <= plan.adaptiveRounds; round += 1) {
      const attacks = planRound(round, outcomes, plan)
      const isBlocked = (text = '') => text.includes('password')
      shares.push(attacks.filter(({ turns }) => isBlocked(turns[0])).length / attacks.length)
      outcomes = outcomes.concat(
        attacks.map((attack) => ({
          attack,
          verdict: 'defended',
          observation: isBlocked(attack.turns[0]) ? 'refused' : 'answered_otherwise',
        })),
      )
    }
    // One in four texts at random.
    expect(shares[0]).toBeGreaterThan(0.1)
    expect(shares[1]! + shares[2]! + shares[3]!).toBeLessThan(0.3)
  })

  test('sends named strategies in round 0 when there are no adaptive rounds', () => {
    const base64 = allStrategies.find(({ name }) => name === 'base64')!
    const attacks = planRound(0, [], setup('seed', { adaptiveRounds: 0, firstWays: [[base64]] }))
    expect(attacks).toHaveLength(15)
    expect(Object.groupBy(attacks, ({ strategy }) => strategy)).toMatchObject({
      base: { length: 8 },
      base64: { length: 7 },
    })
  })

  test('is the same for the same seed, regardless of the result order', () => {
    fc.assert(
      fc.property(fc.string(), (seed) => {
        const plain = allRounds(setup(seed), refuses)
        expect(allRounds(setup(seed), refuses, (all) => all.toReversed())).toEqual(plain)
      }),
      { numRuns: 30 },
    )
    expect(allRounds(setup('a'), refuses)).not.toEqual(allRounds(setup('b'), refuses))
  })

  test('does not transform MCP requests, which would become invalid', () => {
    const categories = allCategories.filter(({ name }) => name === 'mcp_missing_auth')
    const attacks = allRounds(setup('seed', { categories, can: new Set(['mcp', 'no_credentials']) }), refuses)
    expect(attacks.length).toBeGreaterThan(5)
    expect(attacks.flatMap(({ turns }) => turns).filter((turn) => !turn.startsWith('{"method"'))).toEqual([])
    const listed = replyOf('{"tools":[{"name":"ping","inputSchema":{"type":"object"}}]}')
    const first = attacks.find(({ turns }) => turns[0]!.includes('tools/list'))!
    expect(decide(exchangeOf(first, [listed])).verdict).toBe('vulnerable')
    expect(decide(exchangeOf(first, [replyOf('Method not found')])).verdict).toBe('defended')
  })

  test('never has more than are wanted', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 0, max: 6 }), (most, rounds) => {
        const plan = setup('seed', { maxAttacksPerCategory: most, adaptiveRounds: rounds })
        expect(allRounds(plan, refuses).length).toBeLessThanOrEqual(most)
      }),
      { numRuns: 40 },
    )
  })

  test('limits the messages of a conversation, including messages of the strategy', () => {
    for (const maxMultiTurnSteps of [1, 2, 3]) {
      const plan = setup('seed', { categories: allCategories, maxMultiTurnSteps, maxAttacksPerCategory: 6 })
      const attacks = allRounds(plan, refuses)
      expect(attacks.length).toBeGreaterThan(0)
      expect(attacks.filter(({ turns }) => turns.length > maxMultiTurnSteps)).toEqual([])
    }
  })

  test('omits categories that the target does not support', () => {
    const [category] = setup('x').categories
    const needy = { ...category!, needs: ['tool_calls' as const] }
    expect(planRound(0, [], setup('x', { categories: [needy] }))).toEqual([])
    expect(planRound(0, [], setup('x', { categories: [needy], can: new Set(['tool_calls']) }))).not.toEqual([])
  })
})

describe('a choice among several', () => {
  const arms = (rewards: readonly (readonly [number, number])[]) =>
    rewards.map(([reward, tries], choice) => ({ choice, reward, tries, worth: 1 }))

  test('prefers the best arm and sometimes explores other arms', () => {
    const counts = [0, 0, 0]
    for (let at = 0; at < 2_000; at += 1) {
      const [first] = chooseArms(
        arms([
          [18, 20],
          [2, 20],
          [0, 0],
        ]),
        1,
        createRandom(String(at)),
      )
      counts[first!]! += 1
    }
    expect(counts[0]).toBeGreaterThan(1_500)
    expect(counts[1]).toBeLessThan(20)
    expect(counts[2]).toBeGreaterThan(50)
  })

  test('uses the weight of an observation', () => {
    const worth = [
      { choice: 'a', reward: 0, tries: 0, worth: 1 },
      { choice: 'b', reward: 0, tries: 0, worth: 3 },
    ]
    let second = 0
    for (let at = 0; at < 500; at += 1) if (chooseArms(worth, 1, createRandom(String(at)))[0] === 'b') second += 1
    // Of two numbers between 0 and 1, three times the second is larger in five of six.
    expect(second / 500).toBeGreaterThan(0.75)
    expect(second / 500).toBeLessThan(0.9)
  })
})
