import { describe, expect, test } from 'vitest'
import { createKeyUse, KEY_USE_MS } from '../src/key-use.ts'

describe('the use of keys', () => {
  test('is written a single time for many uses, and again after a minute', async () => {
    const written: string[][] = []
    let now_ms = 1_000_000
    const use = createKeyUse((ids) => Promise.resolve(void written.push([...ids])), { now: () => now_ms })
    for (let n = 0; n < 1_000; n += 1) use.note(n % 2 === 0 ? 'one' : 'two')
    await use.close()
    expect(written).toEqual([['one', 'two']])
    now_ms += KEY_USE_MS - 1
    use.note('one')
    await use.close()
    expect(written).toHaveLength(1)
    now_ms += 1
    use.note('one')
    await use.close()
    expect(written).toEqual([['one', 'two'], ['one']])
  })

  test('does not fail requests if the write fails', async () => {
    const use = createKeyUse(() => Promise.reject(new Error('away')), { now: () => 0 })
    use.note('one')
    await expect(use.close()).resolves.toBeUndefined()
    use.note('two')
    await expect(use.close()).resolves.toBeUndefined()
  })
})
