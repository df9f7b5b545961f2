import { expect, test } from 'vitest'
import { jsonLines } from '../../src/analyses/lines.ts'

test('lines are generated on demand and stop after an abort', async () => {
  let made = 0
  function* values() {
    for (;;) {
      made += 1
      yield { made }
    }
  }
  const stop = new AbortController()
  const lines = jsonLines(values(), stop.signal)
  expect((await lines.next()).value).toBe('{"made":1}\n')
  expect((await lines.next()).value).toBe('{"made":2}\n')
  expect(made).toBe(2)
  stop.abort()
  expect((await lines.next()).done).toBe(true)
  expect(made).toBeLessThanOrEqual(3)
})
