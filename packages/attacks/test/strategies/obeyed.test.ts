import { describe, expect, test } from 'vitest'
import promptInjection from '../../src/categories/injection/prompt-injection.ts'
import type { Attack } from '../../src/engine/attack.ts'
import { makeAttack } from '../../src/engine/make-attack.ts'
import { halvesOf } from '../../src/engine/marker.ts'
import { createRandom } from '../../src/engine/random.ts'
import { decide } from '../../src/judges/decide.ts'
import { allStrategies } from '../../src/strategies.gen.ts'
import { exchangeOf, replyOf } from '../support/exchange.ts'
import { READERS } from './readers.ts'

const SEEDS = 3
const attacksOf = (name: string): readonly Attack[] =>
  promptInjection.seeds.flatMap((seed) =>
    Array.from({ length: SEEDS }, (_, at) =>
      makeAttack({
        category: promptInjection,
        seed,
        strategies: allStrategies.filter((entry) => entry.name === name),
        random: createRandom(`${seed.id} ${at}`),
        words: { runKey: 'key', sinkUrl: undefined, contentUrl: undefined },
      }),
    ),
  )

/** Decodes the messages according to the strategy. */
function readingOf(name: string, { turns }: Attack): string {
  const text = turns.join('\n\n')
  return READERS[name]?.(text, turns) ?? text
}

/** Answers each message as requested: messages before the last one are small talk. */
const repliesOf = (attack: Attack, last: string) =>
  attack.turns.map((_turn, at) => replyOf(at === attack.turns.length - 1 ? last : 'Certainly.'))

describe.each(allStrategies.map(({ name }) => [name]))('strategy %s', (name) => {
  test('an attack succeeds with a target that reads and obeys, and is judged so', () => {
    for (const attack of attacksOf(name)) {
      const [left, right] = halvesOf(attack.marker)
      const reading = readingOf(name, attack).toLowerCase()
      expect([reading.includes(left), reading.includes(right)]).toEqual([true, true])
      const verdict = decide(exchangeOf(attack, repliesOf(attack, `Certainly: ${left}${right}`)))
      expect(verdict).toMatchObject({ verdict: 'vulnerable', confidence: 0.99 })
    }
  })

  test('an attack fails for a target that quotes and declines it', () => {
    for (const attack of attacksOf(name)) {
      const quoted = `I cannot do that. You wrote:\n${attack.turns.join('\n')}\nI read it as:\n${readingOf(name, attack)}`
      expect(decide(exchangeOf(attack, repliesOf(attack, quoted)))).toMatchObject({ verdict: 'defended' })
    }
  })
})
