import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { natureOf } from '../../src/find/nature.ts'
import { textWindows, WINDOW_BYTES } from '../../src/read/windows.ts'
import { FileScan } from '../../src/scan-file.ts'
import { KINDS, randomFrom } from '../corpus/draw.ts'

/** Returns the locations of findings in a stream of chunks with the given sizes, repeated. */
async function placesIn(bytes: Uint8Array, sizes: readonly number[]): Promise<readonly string[]> {
  async function* pieces() {
    for (let at = 0, turn = 0; at < bytes.length; turn++) {
      const size = sizes[turn % sizes.length] ?? bytes.length
      yield bytes.subarray(at, at + size)
      at += size
    }
  }
  const scan = new FileScan({ path: 'a.log', nature: natureOf('a.log') }, '2026-11-21')
  for await (const window of textWindows(pieces())) scan.add(window)
  return scan
    .finish()
    .sightings.map(({ hit, first, last }) => `${hit.rule.id} ${first.line}:${first.column}-${last.line}:${last.column}`)
}

/** Returns three windows of lines of all lengths with secrets of all kinds, at seeded positions. */
function textOf(seed: number): string {
  const random = randomFrom(seed)
  const kinds = ['github', 'gitlab', 'pem', 'jwt', 'stripe', 'hex64']
  let text = ''
  while (text.length < WINDOW_BYTES * 2.5) {
    const kind = kinds[random(kinds.length)] ?? ''
    text += `${'é lorem '.repeat(random(6_000))}\n token = "${KINDS[kind]?.(random)}"\n`
  }
  return text
}

describe('a file in pieces', () => {
  test('finds the same secrets at the same locations as the whole file, for any chunks', async () => {
    const text = textOf(5)
    for (const bytes of [Buffer.from(text), Buffer.from(`\ufeff${text}`, 'utf16le')]) {
      const whole = await placesIn(bytes, [bytes.length])
      expect(whole.length).toBeGreaterThan(30)
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.integer({ min: 1_000, max: 900_000 }), { minLength: 1, maxLength: 5 }),
          async (sizes) => {
            expect(await placesIn(bytes, sizes)).toEqual(whole)
          },
        ),
        { numRuns: 8 },
      )
    }
  })

  test('may start with chunks of a few bytes', async () => {
    const bytes = Buffer.from(`\ufeffx token = "${KINDS['github']?.(randomFrom(1))}"`, 'utf16le')
    expect(await placesIn(bytes, [1])).toEqual(await placesIn(bytes, [bytes.length]))
    expect(await placesIn(bytes, [1])).toHaveLength(1)
  })
})
