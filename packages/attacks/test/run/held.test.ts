import { expect, test } from 'vitest'
import type { AttemptRecord } from '../../src/run/attempt.ts'
import { createHolder } from '../../src/run/held.ts'
import { attackOf, exchangeOf, replyOf } from '../support/exchange.ts'

const SECRET = 'secret-5d1e8f'
const mask = (text: string): string => text.replaceAll(SECRET, '***')

function recordOf(
  replies: readonly ReturnType<typeof replyOf>[],
  kind: AttemptRecord['attempt']['kind'] = 'attack',
): AttemptRecord {
  const attack = attackOf([{ kind: 'marker' }], { turns: replies.map(() => 'Do it.') })
  return {
    attempt: { key: `0/${kind}/x/0`, kind, round: 0, repeat: 0, attack },
    exchange: exchangeOf(attack, replies),
    judgement: { verdict: 'defended', kind: 'rule', confidence: 1, evidence: [] },
    observation: 'answered_otherwise',
    maySeeTwice: false,
  }
}

const unitsOf = ({ exchange }: AttemptRecord): number => JSON.stringify(exchange.turns).length

test('small records and benign controls are unchanged', () => {
  const hold = createHolder(mask)
  const small = recordOf([replyOf('No.'), replyOf('No!')])
  expect(hold(small)).toBe(small)
  const record = recordOf([replyOf('x'.repeat(500_000))], 'benign')
  expect(hold(record)).toBe(record)
})

test('long replies are truncated without splitting a secret', () => {
  const hold = createHolder(mask)
  const text = 'ab '.repeat(10) + SECRET.repeat(20_000)
  const [held, many] = [
    hold(recordOf([replyOf(text)])),
    hold(recordOf(Array.from({ length: 40 }, () => replyOf(text)))),
  ]
  expect(unitsOf(held)).toBeLessThan(40_000)
  expect(unitsOf(many)).toBeLessThan(100_000)
  for (const { exchange } of [held, many]) expect(JSON.stringify(exchange)).not.toMatch(/secret/)
})

test('calls of tools without end, and their arguments, are bounded too', () => {
  const call = {
    name: 'send',
    arguments: { body: 'x'.repeat(100_000) },
    wasExecuted: true,
    result: 'y'.repeat(100_000),
  }
  const held = createHolder(mask)(recordOf([replyOf('Done.', { toolCalls: Array.from({ length: 500 }, () => call) })]))
  const { toolCalls } = held.exchange.turns[0]!.reply
  expect([toolCalls.length, toolCalls[0]!.name, toolCalls[0]!.wasExecuted]).toEqual([100, 'send', true])
  expect(JSON.stringify(toolCalls).length).toBeLessThan(100 * 20_000)
})

test('a run over its memory budget truncates later records more', () => {
  const hold = createHolder(mask)
  const long = recordOf([replyOf('x'.repeat(200_000))])
  let units = 0
  // Most of the limit, so that the test needs less memory: each record is released at once.
  for (let count = 0; count < 5_000; count += 1) units = unitsOf(hold(long))
  expect(units).toBeLessThan(2_000)
  expect(hold(long).judgement).toEqual(long.judgement)
})
