import { temporaryDatabase, type TemporaryDatabase } from '@gatehouse/testkit'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hexArray, int8Array, textArray } from '../../src/audit/wire.ts'

describe('arrays in binary form arrive as they were sent', () => {
  let database: TemporaryDatabase
  beforeAll(async () => {
    database = await temporaryDatabase()
  })
  afterAll(() => database.drop())

  /** Returns the elements of the array `$1` as the server decodes them, in order, as JSON. */
  async function echoed(type: string, array: Buffer): Promise<unknown> {
    return database.store.withConnection(async (client) => {
      const { rows } = await client.query<{ elements: unknown }>(`SELECT to_json($1::${type}[]) AS elements`, [array])
      return rows[0]?.elements
    })
  }

  const character = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 4 }),
    fc.constantFrom('"', '\\', '{', '}', ',', 'NULL'),
  )
  const text = fc.array(character).map((parts) => parts.join('').replaceAll('\0', ''))

  test('text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.option(text), { minLength: 1 }), async (values) => {
        expect(await echoed('text', textArray(values))).toEqual(values)
      }),
      { numRuns: 30 },
    )
  })

  test('bigint', async () => {
    const edges = [0, 1, -1, 2 ** 31, 2 ** 32 - 1, 2 ** 32, -(2 ** 32), -(2 ** 31), 2 ** 53 - 1, -(2 ** 53) + 1]
    expect(await echoed('int8', int8Array(edges))).toEqual(edges)
    await fc.assert(
      fc.asyncProperty(fc.array(fc.maxSafeInteger(), { minLength: 1 }), async (values) => {
        expect(await echoed('int8', int8Array(values))).toEqual(values.map((value) => (value === 0 ? 0 : value)))
      }),
      { numRuns: 20 },
    )
  })

  test('bytea', async () => {
    const values = ['00'.repeat(32), 'ff'.repeat(32), '0123456789abcdef'.repeat(4)]
    expect(await echoed('bytea', hexArray(values))).toEqual(values.map((value) => `\\x${value}`))
  })
})
