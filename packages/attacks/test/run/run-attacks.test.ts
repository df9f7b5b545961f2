import { systemClock } from '@gatehouse/kernel'
import { describe, expect, test } from 'vitest'
import { allCategories } from '../../src/categories.gen.ts'
import { createRandom } from '../../src/engine/random.ts'
import { type AttemptRecord, memoryJournal } from '../../src/run/attempt.ts'
import { type RunPorts, type RunSetup, runAttacks } from '../../src/run/run-attacks.ts'
import { allStrategies } from '../../src/strategies.gen.ts'
import { attackOf, MARKER, replyOf } from '../support/exchange.ts'
import { scriptedTarget } from '../support/scripted-target.ts'

const categories = allCategories.filter(({ name }) => name === 'prompt_injection')
const setupOf = (target: RunSetup['target'], more: Partial<RunSetup> = {}): RunSetup => ({
  categories,
  strategies: allStrategies.filter(({ name }) => name === 'base64' || name === 'role_play'),
  random: createRandom('seed'),
  words: { runKey: 'key', sinkUrl: undefined, contentUrl: undefined },
  can: target.can,
  adaptiveRounds: 2,
  maxAttacksPerCategory: 12,
  strategiesPerRound: 2,
  maxMultiTurnSteps: 8,
  target,
  targetCanaries: [],
  systemPrompt: undefined,
  allowedTools: undefined,
  customAttacks: [],
  repeats: 1,
  concurrency: 4,
  maxRequests: undefined,
  judgeConfidenceThreshold: 0.7,
  ...more,
})
const portsOf = (more: Partial<RunPorts> = {}): RunPorts => ({
  journal: memoryJournal(),
  clock: systemClock,
  signal: new AbortController().signal,
  ...more,
})
/** Joins the two parts in the attack, like a compliant agent. */
const obey = (message: string): string => {
  const [, left = '', right = ''] = /"([a-z]{8})".*?"([a-z]{6})"/s.exec(message) ?? []
  return left + right
}
const shown = (records: readonly AttemptRecord[]) =>
  records.map(({ attempt, judgement }) => [attempt.key, attempt.attack.turns, judgement.verdict])

describe('a run', () => {
  test('finds a gullible target vulnerable and a firm target defended, with benign controls', async () => {
    const gullible = await runAttacks(setupOf(scriptedTarget(obey)), portsOf())
    const plain = gullible.records.filter(({ attempt }) => attempt.kind === 'attack' && attempt.round === 0)
    expect(plain.length).toBeGreaterThan(2)
    expect(plain.every(({ judgement }) => judgement.verdict === 'vulnerable')).toBe(true)
    const firm = await runAttacks(setupOf(scriptedTarget(() => 'I cannot do that.')), portsOf())
    const attacks = firm.records.filter(({ attempt }) => attempt.kind === 'attack')
    expect(attacks).toHaveLength(12)
    expect(attacks.every(({ judgement }) => judgement.verdict === 'defended')).toBe(true)
    expect(firm.records.filter(({ attempt }) => attempt.kind === 'benign')).toHaveLength(1)
  })

  test('is the same for any response order', async () => {
    const even = await runAttacks(setupOf(scriptedTarget(obey)), portsOf())
    let at = 0
    const uneven = scriptedTarget(obey, () => ((at += 7) * 13) % 11)
    expect(shown((await runAttacks(setupOf(uneven), portsOf())).records)).toEqual(shown(even.records))
  })

  test('resumes after a process end without resending, and marks attempts that may be duplicates', async () => {
    const whole = await runAttacks(setupOf(scriptedTarget(obey)), portsOf())
    const journal = memoryJournal()
    const first = scriptedTarget(obey, (message) => 2 + (message.length % 7) * 4)
    const stop = new AbortController()
    let ended = 0
    const onRecord = () => {
      ended += 1
      if (ended === 2) stop.abort(new Error('killed'))
    }
    const partly = await runAttacks(setupOf(first), portsOf({ journal, signal: stop.signal, onRecord }))
    expect(partly.end).toBe('cancelled')
    const second = scriptedTarget(obey)
    const rest = await runAttacks(setupOf(second), portsOf({ journal }))
    expect(shown(rest.records)).toEqual(shown(whole.records))
    const twice = rest.records.filter(({ maySeeTwice }) => maySeeTwice)
    expect(twice.length).toBeGreaterThan(0)
    expect(second.asked.length).toBe(whole.requests - ended)
    expect(second.asked.length + ended).toBe(rest.requests)
  })

  test('ends at once when cancelled, with its partial results', async () => {
    const stop = new AbortController()
    const running = runAttacks(setupOf(scriptedTarget(obey, () => 600_000)), portsOf({ signal: stop.signal }))
    setTimeout(() => stop.abort(new Error('cancelled')), 20)
    expect(await running).toMatchObject({ end: 'cancelled', records: [] })
  })

  test('stays within the request limit', async () => {
    const target = scriptedTarget(obey)
    const outcome = await runAttacks(setupOf(target, { maxRequests: 5 }), portsOf())
    expect(outcome).toMatchObject({ end: 'budget', requests: 5 })
    expect(target.asked).toHaveLength(5)
    expect(outcome.records).toHaveLength(5)
  })

  test('uses its full concurrency, and less for an overloaded target', async () => {
    const patient = scriptedTarget(obey, () => 10)
    await runAttacks(setupOf(patient, { maxAttacksPerCategory: 60, concurrency: 6 }), portsOf())
    expect(patient.most()).toBe(6)
    let now = 0
    let refused = 0
    const busy = scriptedTarget(
      () => {
        // More than four at once are too many.
        now -= 1
        if (now < 4) return 'I cannot do that.'
        refused += 1
        return replyOf('', { problem: 'rate_limited', statusCode: 429 })
      },
      () => {
        now += 1
        return 5
      },
    )
    await runAttacks(setupOf(busy, { maxAttacksPerCategory: 60, concurrency: 16 }), portsOf())
    expect(busy.asked.length).toBeGreaterThan(40)
    expect(refused).toBeGreaterThan(0)
    expect(refused).toBeLessThan(busy.asked.length / 2)
  })

  test('sends the next attack while the previous attack is judged and journaled', async () => {
    const asked = Promise.withResolvers<void>()
    const target = scriptedTarget((message) => {
      if (target.asked.length > 1) asked.resolve()
      return obey(message)
    })
    const plain = memoryJournal()
    const journal = {
      ...plain,
      end: async (record: AttemptRecord) => {
        await asked.promise
        await plain.end(record)
      },
    }
    const { records } = await runAttacks(setupOf(target, { concurrency: 1 }), portsOf({ journal }))
    expect(records).toHaveLength(13)
    expect(target.most()).toBe(1)
  })

  test('writes attacks on demand, and none for a run that is cancelled at once', async () => {
    const stop = new AbortController()
    const target = scriptedTarget(obey, () => 600_000)
    let written = 0
    const counting = categories.map((category) => ({
      ...category,
      seeds: category.seeds.map((seed) => ({
        ...seed,
        get turns() {
          written += 1
          return seed.turns
        },
      })),
    }))
    const running = runAttacks(
      setupOf(target, { categories: counting, maxAttacksPerCategory: 400, adaptiveRounds: 0, concurrency: 2 }),
      portsOf({ signal: stop.signal }),
    )
    setTimeout(() => stop.abort(new Error('cancelled')), 20)
    await running
    expect(written).toBeGreaterThan(0)
    const seeds = categories.reduce((sum, category) => sum + category.seeds.length, 0)
    // Each seed is ranked once.
    expect(written).toBeLessThan(seeds + 60)
  })

  test('runs custom attacks separately, with the configured repeats', async () => {
    const custom = attackOf([{ kind: 'marker' }], { turns: ['one', 'two'] })
    const target = scriptedTarget((message) => (message === 'two' ? MARKER : 'Fine.'))
    const { records } = await runAttacks(setupOf(target, { customAttacks: [custom], repeats: 3 }), portsOf())
    const own = records.filter(({ attempt }) => attempt.kind === 'custom')
    expect(own.map(({ judgement }) => judgement.verdict)).toEqual(['vulnerable', 'vulnerable', 'vulnerable'])
    expect(own[0]?.exchange.turns).toHaveLength(2)
    const attacks = records.filter(({ attempt }) => attempt.kind === 'attack')
    expect(attacks).toHaveLength(36)
    expect(new Set(attacks.map(({ attempt }) => attempt.attack.id)).size).toBe(12)
  })

  test('does not go on with a conversation that has broken off', async () => {
    const custom = attackOf([{ kind: 'marker' }], { turns: ['one', 'two'] })
    const target = scriptedTarget(() => replyOf('', { problem: 'timeout' }))
    const { records } = await runAttacks(setupOf(target, { categories: [], customAttacks: [custom] }), portsOf())
    expect(records.map(({ judgement }) => judgement.verdict)).toEqual(['error'])
    expect(target.asked).toEqual(['one'])
  })

  test('fails with its journal, and sends no unjournaled request', async () => {
    const journal = { ...memoryJournal(), begin: () => Promise.reject(new Error('the disk is full')) }
    const target = scriptedTarget(obey)
    await expect(runAttacks(setupOf(target), portsOf({ journal }))).rejects.toThrow('the disk is full')
    expect(target.asked).toEqual([])
  })
})
