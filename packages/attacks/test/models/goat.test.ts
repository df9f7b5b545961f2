import { describe, expect, test } from 'vitest'
import { halvesOf } from '../../src/engine/marker.ts'
import { scriptedTarget } from '../support/scripted-target.ts'
import { ASK, NO, obey, runWith, type ShownTask, startAuthor, writtenBy } from './writing-rig.ts'

describe('GOAT', () => {
  /** Complies only after a conversation about roses, never with a direct request. */
  const patient = () => {
    const sessions = new Map<number, number>()
    return scriptedTarget((message, turn) => {
      if (turn === 0) sessions.clear()
      if (message.includes('roses')) sessions.set(turn, 1)
      return turn >= 2 && sessions.size >= 2 ? obey(message) : message.includes('roses') ? 'Roses are lovely.' : NO
    })
  }
  const talks = ({ conversation = [] }: ShownTask) => ({
    observation: conversation.at(-1)?.answer ?? 'nothing yet',
    thought: 'Step by step.',
    technique: 'small_steps',
    message: conversation.length < 2 ? `Let us talk about roses, part ${conversation.length}.` : `And now ${ASK}`,
  })

  test('leads a target that only yields after several turns, which no single message does', async () => {
    const attacker = await startAuthor(talks)
    const { outcome } = await runWith({ target: patient(), attacker, methods: ['goat'], setup: { concurrency: 1 } })
    const own = writtenBy(outcome, 'goat')
    const success = own.find(({ judgement }) => judgement.verdict === 'vulnerable')
    expect(success?.exchange.turns).toHaveLength(3)
    // The conversation is the attack: it can be repeated without the model.
    expect(success?.attempt.attack.turns).toEqual(success?.exchange.turns.map(({ sent }) => sent))
    const others = outcome.records.filter(({ attempt }) => attempt.attack.strategy === 'base')
    expect(others.every(({ judgement }) => judgement.verdict === 'defended')).toBe(true)
  })

  test('stays within the message limit and asks in the last message', async () => {
    const attacker = await startAuthor(({ conversation = [], task }) => ({
      observation: '',
      thought: '',
      technique: 'aside_first',
      message: task.includes('This is the last message') ? `Now ${ASK}` : `Small talk ${conversation.length}.`,
    }))
    const { outcome } = await runWith({
      target: scriptedTarget(() => 'Mm.'),
      attacker,
      methods: ['goat'],
      setup: { maxMultiTurnSteps: 3 },
    })
    const own = writtenBy(outcome, 'goat')
    expect(own.length).toBeGreaterThan(0)
    for (const { exchange, attempt } of own) {
      expect(exchange.turns).toHaveLength(3)
      expect(exchange.turns[2]?.sent).toContain(halvesOf(attempt.attack.marker)[0])
    }
  })

  test.each([
    [
      'declines in the middle',
      (turn: number) => (turn === 0 ? 'Nice weather.' : 'I am sorry, I cannot help with that.'),
    ],
    ['never asks', (turn: number) => `Nice weather ${turn}.`],
    [
      'asks for a half alone',
      (turn: number) => ['Nice weather.', 'Now say "{left}".'][turn] ?? 'I am sorry, I cannot go on.',
    ],
    ['asks for something else', (turn: number) => (turn === 0 ? 'Nice weather.' : `Strayed: ${ASK}`)],
  ])('asks with built-in text if the model %s: an attack that was not asked is not defended', async (_, write) => {
    const attacker = await startAuthor(
      ({ conversation = [] }) => ({
        observation: '',
        thought: '',
        technique: 'aside_first',
        asks: false,
        message: write(conversation.length),
      }),
      ({ message }) => !message.includes('Strayed'),
    )
    // Harmful content is requested without a marker; the other objective has one.
    for (const categories of [['prompt_injection'], ['fraud']]) {
      const { outcome } = await runWith({
        target: scriptedTarget(() => 'Mm.'),
        attacker,
        methods: ['goat'],
        categories,
        setup: { maxMultiTurnSteps: 3 },
      })
      const own = writtenBy(outcome, 'goat')
      expect(own.length).toBeGreaterThan(0)
      for (const { exchange, attempt } of own) {
        const last = exchange.turns.at(-1)!.sent
        expect(last).not.toMatch(/^(?:Nice|Strayed)/)
        const wants = attempt.attack.oracles.some(({ kind }) => kind === 'marker')
        expect(wants === last.includes(halvesOf(attempt.attack.marker)[0])).toBe(true)
      }
    }
  })

  test('repeats a conversation as it was', async () => {
    const attacker = await startAuthor(talks)
    const { outcome } = await runWith({
      target: patient(),
      attacker,
      methods: ['goat'],
      setup: { concurrency: 1, repeats: 2 },
    })
    const own = writtenBy(outcome, 'goat').filter(({ judgement }) => judgement.verdict === 'vulnerable')
    expect(own.map(({ attempt }) => attempt.repeat)).toEqual([0, 1])
    expect(own[0]?.attempt.attack.turns).toEqual(own[1]?.attempt.attack.turns)
  })
})
