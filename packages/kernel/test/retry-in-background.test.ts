import { expect, test } from 'vitest'
import { retryInBackground } from '../src/retry-in-background.ts'

test('work that fails at startup is retried, and each failure logs a single line', async () => {
  let runs = 0
  const reported: (readonly [string, number | undefined])[] = []
  const waited: number[] = []
  let isDone: () => void = () => undefined
  const done = new Promise<void>((resolve) => (isDone = resolve))
  const work = retryInBackground(
    async () => {
      runs += 1
      if (runs < 3) throw new Error('the database does not accept connections yet')
      isDone()
    },
    {
      failed: (reason, retry_ms) => reported.push([reason, retry_ms]),
      delays_ms: [10, 20, 30],
      wait: async (delay_ms) => waited.push(delay_ms),
    },
  )
  await done
  await work.close()
  expect(runs).toBe(3)
  expect(waited).toEqual([10, 20])
  expect(reported).toEqual([
    ['the database does not accept connections yet', 10],
    ['the database does not accept connections yet', 20],
  ])
})

test('retries end after the last delay, with a log line', async () => {
  const reported: (number | undefined)[] = []
  let isOver: () => void = () => undefined
  const over = new Promise<void>((resolve) => (isOver = resolve))
  const work = retryInBackground(() => Promise.reject(new Error('no')), {
    failed: (_, retry_ms) => {
      reported.push(retry_ms)
      if (retry_ms === undefined) isOver()
    },
    delays_ms: [1, 2],
    wait: async () => undefined,
  })
  await over
  await work.close()
  expect(reported).toEqual([1, 2, undefined])
})

test('closing ends the wait, and no attempt follows', async () => {
  let runs = 0
  let isWaiting: () => void = () => undefined
  const waiting = new Promise<void>((resolve) => (isWaiting = resolve))
  const work = retryInBackground(
    () => {
      runs += 1
      return Promise.reject(new Error('no'))
    },
    {
      failed: () => undefined,
      delays_ms: [1],
      wait: (_, signal) => {
        isWaiting()
        return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
      },
    },
  )
  await waiting
  await work.close()
  expect(runs).toBe(1)
})
