import { expect, test } from 'vitest'
import { resealEach } from '../src/reseal-each.ts'

const COUNT = 250

test('every page is resealed, and an item that fails does not block the other items', async () => {
  const left = Array.from({ length: COUNT }, (_, index) => index)
  const pages: number[] = []
  const done: number[] = []
  const failed: [number, unknown][] = []
  const total = await resealEach<number>({
    page: async (after = -1, limit) => {
      const items = left.filter((item) => item > after).slice(0, limit)
      pages.push(items.length)
      return items
    },
    reseal: async (item) => {
      if (item % 100 === 7) throw new Error('its key is not given any more')
      done.push(item)
      // A concurrent writer changed it.
      return item !== 3
    },
    failed: (item, err) => failed.push([item, err]),
  })
  expect(pages).toEqual([100, 100, 50])
  expect(failed.map(([item]) => item)).toEqual([7, 107, 207])
  expect(done).toEqual(left.filter((item) => item % 100 !== 7))
  expect(total).toBe(COUNT - 3 - 1)
})
