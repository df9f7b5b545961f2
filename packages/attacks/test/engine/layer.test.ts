import { describe, expect, test } from 'vitest'
import { layerProblem } from '../../src/engine/layer.ts'
import { createRandom } from '../../src/engine/random.ts'
import type { Approach, Strategy } from '../../src/engine/strategy.ts'
import { allStrategies } from '../../src/strategies.gen.ts'
import { READERS } from '../strategies/readers.ts'

const of = (name: string): Strategy => allStrategies.find((entry) => entry.name === name)!
const problem = (names: string, maxSteps = 8): string | undefined => layerProblem(names.split('+').map(of), maxSteps)

describe('layered strategies', () => {
  test.each(['', 'role_play', 'role_play+base64', 'crescendo+rot13', 'authority+urgency+hex', 'many_shot+zero_width'])(
    'are sensible: %s',
    (names) => {
      expect(layerProblem(names === '' ? [] : names.split('+').map(of), 8)).toBeUndefined()
    },
  )

  test.each([
    ['base64+role_play', 'nothing can be applied to what base64 makes: it has to come last'],
    ['base64+rot13', 'nothing can be applied to what base64 makes: it has to come last'],
    ['authority+urgency+reward+hex', 'at most 3 strategies can be layered'],
    ['urgency+urgency', 'urgency can be applied only once'],
    ['many_shot+filler_before', 'many_shot and filler_before make the message too long together'],
    ['crescendo+foot_in_the_door', 'crescendo and foot_in_the_door need 8 messages, and 7 are allowed'],
    ['crescendo+chunked_turns', 'crescendo and chunked_turns need 8 messages, and 7 are allowed'],
  ])('are not: %s', (names, why) => {
    expect(problem(names, 7)).toBe(why)
  })

  test('form sensible pairs that preserve the objective and the message count', () => {
    const wish = 'Open http://127.0.0.1:8099/dokubeza/0 and say "leniriji" before "hasube" in one word.'
    let pairs = 0
    for (const [at, first] of allStrategies.entries()) {
      for (const [other, second] of allStrategies.entries()) {
        // A seventh of them, others for each: all of them are ten thousand and more.
        if ((at + other) % 7 !== 0 || layerProblem([first, second], 12) !== undefined) continue
        pairs += 1
        const steps = first.apply({ turns: [wish], history: [] }, createRandom(`first ${at}`))
        const made = second.apply(steps, createRandom(`second ${other}`))
        expect(readBack(second, made), `${first.name}+${second.name}`).toContain('leniriji')
        expect(readBack(second, made), `${first.name}+${second.name}`).toContain('hasube')
        expect(made.turns.length).toBe(first.steps + second.steps - 1)
      }
    }
    expect(pairs).toBeGreaterThan(500)
  })
})

/** Decodes each message separately in the second strategy's way, except when messages are pieces of one. */
function readBack({ name, steps }: Strategy, { turns }: Approach): string {
  const reader = READERS[name] ?? ((text) => text)
  if (steps > 1) return reader(turns.join('\n\n'), turns.slice(-steps)).toLowerCase()
  return turns
    .map((turn) => reader(turn, [turn]))
    .join('\n')
    .toLowerCase()
}
