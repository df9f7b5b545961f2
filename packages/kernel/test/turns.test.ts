import { setImmediate as loopTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { nextTurn } from '../src/turns.ts'

test('a single task continues per event-loop turn, in round-robin order', async () => {
  const order: string[] = []
  const task = async (name: string): Promise<void> => {
    for (let step = 0; step < 3; step += 1) {
      await nextTurn()
      order.push(`${name}${step}`)
    }
  }
  const tasks = Promise.all([task('a'), task('b'), task('c')])
  const perTurn: number[] = []
  for (let seen = 0; order.length < 9;) {
    await loopTurn()
    perTurn.push(order.length - seen)
    seen = order.length
  }
  await tasks
  expect(order).toEqual(['a0', 'b0', 'c0', 'a1', 'b1', 'c1', 'a2', 'b2', 'c2'])
  expect(Math.max(...perTurn)).toBe(1)
  await nextTurn()
  await task('d')
  expect(order.slice(9)).toEqual(['d0', 'd1', 'd2'])
})
