import { describe, expect, test } from 'vitest'
import { seededRandom } from '../../../src/classify/seeded.ts'
import { createGuard } from '../../../src/create-guard.ts'

const guard = createGuard()
const redacted = async (text: string): Promise<string | undefined> => (await guard.checkOutput(text)).sanitized_output

const hex = (value: number, width = 2): string => value.toString(16).padStart(width, '0')
const bytesOf = (row: readonly number[]): string => row.map((byte) => hex(byte)).join(' ')
const wordsOf = (row: readonly number[], bytes: number): string =>
  bytesOf(row).replaceAll(
    new RegExp(`((?:[0-9a-f]{2} ){${bytes - 1}}[0-9a-f]{2}) ?`, 'g'),
    (word) => `${word.replaceAll(' ', '')} `,
  )

const FORMS: Readonly<Record<string, (offset: number, row: readonly number[]) => string>> = {
  'hexdump -C': (offset, row) => `${hex(offset, 8)}  ${bytesOf(row.slice(0, 8))}  ${bytesOf(row.slice(8))}  |....|`,
  'hexdump with one gap': (offset, row) => `${hex(offset, 8)}  ${bytesOf(row)}`,
  hexdump: (offset, row) => `${hex(offset, 7)} ${wordsOf(row, 2)}`,
  'xxd -g1': (offset, row) => `${hex(offset, 8)}: ${bytesOf(row)}  ....`,
  'xxd -g4': (offset, row) => `${hex(offset, 8)}: ${wordsOf(row, 4)} ....`,
  'od -t x1': (offset, row) => `${offset.toString(8).padStart(7, '0')} ${bytesOf(row)}`,
  'bytes alone': (_, row) => bytesOf(row),
  'upper-case bytes': (_, row) => bytesOf(row).toUpperCase(),
  'the last row of a dump': (offset, row) => `${hex(offset, 8)}  ${bytesOf(row.slice(0, 5))}`,
  'a UUID': (_, row) =>
    bytesOf(row)
      .replaceAll(' ', '')
      .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
  'a checksum': (_, row) => `md5 ${bytesOf(row).replaceAll(' ', '')}  file.bin`,
  'a fingerprint': (_, row) => `Key fingerprint = ${wordsOf(row, 2).toUpperCase()}`,
}

/** Bytes that look like groups of a telephone number more often than random ones. */
function rowsOf(random: () => number): number[][] {
  const byte = (): number => {
    const kind = random()
    if (kind < 0.3) return 0
    return kind < 0.75 ? 16 * Math.floor(10 * random()) + Math.floor(10 * random()) : Math.floor(256 * random())
  }
  return Array.from({ length: 3 }, () => Array.from({ length: 16 }, byte))
}

describe('rows of bytes stay in an answer', () => {
  test.each(Object.entries(FORMS))('%s', async (_, form) => {
    const random = seededRandom(11)
    for (let block = 0; block < 60; block += 1) {
      const text = rowsOf(random)
        .map((row, at) => form(16 * (3 * block + at), row))
        .join('\n')
      // oxlint-disable-next-line no-await-in-loop -- the first wrong text is enough
      expect(await redacted(text)).toBeUndefined()
    }
  })
})

describe('redacted telephone numbers next to short words and numbers', () => {
  test.each([
    'Call 06 12 34 56 78 today',
    'Fax 02 98 76 54 32 ab Montag',
    'call de 06 12 34 56 78 a 9',
    'Phone 01 23 45 67 89 or 06 98 76 54 32',
    'Contact: 0033 612 34 56 78 ab 18 Uhr',
  ])('%s', async (text) => {
    expect(await redacted(text)).toContain('[PHONE_NUMBER]')
  })
})
