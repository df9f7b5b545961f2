import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import {
  array,
  assert,
  asyncProperty,
  constantFrom,
  dictionary,
  property,
  shuffledSubarray,
  string,
  uint8Array,
} from 'fast-check'
import { describe, expect, test } from 'vitest'
import { startEffort } from '@gatehouse/testkit'
import { createAliasSets } from '../../src/advisories/alias-sets.ts'
import { openBlockReader, openBlockWriter } from '../../src/advisories/snapshot/blocks.ts'
import { linesOf } from '../../src/advisories/sources/lines.ts'
import { openTable } from '../../src/advisories/table/open.ts'
import { writeTable } from '../../src/advisories/table/write.ts'
import { temporaryFolder } from './make.ts'

describe('A table', () => {
  test('returns exactly the stored values', () => {
    const folder = temporaryFolder()
    const text = string({ unit: 'grapheme', maxLength: 8 })
    let number = 0
    assert(
      property(dictionary(text, text, { noNullPrototype: true }), array(text), (values, others) => {
        const path = join(folder, String((number += 1)))
        writeTable(path, Object.keys(values), (key) => values[key] ?? '')
        const table = openTable(path)
        const isHeld = Object.keys(values).every((key) => table.get(key) === values[key])
        const absent = others.every((key) => Object.hasOwn(values, key) || table.get(key) === undefined)
        const keys = [...table.keys()]
        table.close()
        return isHeld && absent && table.size === keys.length && keys.every((key) => Object.hasOwn(values, key))
      }),
      { numRuns: 30 },
    )
  })
})

describe('Blocks', () => {
  test('return each text, whether small or larger than a block', () => {
    const path = join(temporaryFolder(), 'blocks')
    const texts = Array.from({ length: 3_000 }, (_, at) => `${at} é `.repeat(at % 100 === 0 ? 20_000 : at % 50))
    const writer = openBlockWriter(path)
    const numbers = texts.map((text) => writer.add(text))
    writer.close()
    const reader = openBlockReader(path)
    // Read out of order, so that blocks are evicted and reloaded.
    for (let at = 0; at < texts.length; at += 1) {
      const item = (at * 997) % texts.length
      expect(reader.read(writer.placeOf(numbers[item] ?? -1))).toBe(texts[item])
    }
    reader.close()
  })

  test('use bounded memory for texts of maximum size', async () => {
    const path = join(temporaryFolder(), 'large')
    const writer = openBlockWriter(path)
    const numbers = Array.from({ length: 12 }, (_, at) => writer.add(`${at} `.repeat(2_000_000)))
    writer.close()
    const reader = openBlockReader(path)
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    collect()
    const before = process.memoryUsage().arrayBuffers
    for (const number of numbers) reader.read(writer.placeOf(number))
    // Releases are counted with a delay while other threads work.
    const stored = (): number => {
      collect()
      return process.memoryUsage().arrayBuffers - before
    }
    await expect.poll(stored).toBeLessThan(32 * 1024 ** 2)
    reader.close()
  })
})

describe('Alias sets', () => {
  const setsOf = (sets: ReturnType<typeof createAliasSets>) =>
    new Map([...sets.heads()].sort().map((head) => [head, sets.namesOf(head)]))
  const name = constantFrom('CVE-1', 'CVE-2', 'GHSA-1', 'GHSA-2', 'PYSEC-1', 'GO-1', 'MAL-1', 'RUSTSEC-1')
  const joins = array(array(name, { minLength: 1, maxLength: 3 }), { maxLength: 8 })

  test('are the same for any order of records', () => {
    assert(
      property(
        joins.chain((all) =>
          shuffledSubarray(all, { minLength: all.length }).map((shuffled) => [all, shuffled] as const),
        ),
        ([all, shuffled]) => {
          const [one, other] = [createAliasSets(), createAliasSets()]
          for (const names of all) one.join(names)
          for (const names of shuffled) other.join(names)
          expect(setsOf(one)).toEqual(setsOf(other))
        },
      ),
    )
  })

  test('go by the name of GitHub, unless the package is an attack', () => {
    const sets = createAliasSets()
    sets.join(['PYSEC-1', 'CVE-1'])
    sets.join(['CVE-1', 'GHSA-9', 'GHSA-1'])
    expect(sets.headOf('PYSEC-1')).toBe('GHSA-1')
    sets.join(['MAL-1', 'GHSA-9'])
    expect(setsOf(sets)).toEqual(new Map([['MAL-1', ['MAL-1', 'GHSA-1', 'GHSA-9', 'CVE-1', 'PYSEC-1']]]))
  })

  test('of a long chain of names are found in a moment', () => {
    const sets = createAliasSets()
    const effort_ms = startEffort()
    for (let at = 50_000; at > 0; at -= 1) sets.join([`CVE-${at}`, `CVE-${at - 1}`])
    expect([...sets.heads()]).toHaveLength(1)
    expect(effort_ms()).toBeLessThan(15_000)
  })
})

describe('Lines', () => {
  test('are the same however the bytes are cut', async () => {
    await assert(
      asyncProperty(
        array(
          string({ unit: 'grapheme', maxLength: 6 }).filter((text) => text.trim() !== '' && !/[\n\r]/.test(text)),
          { maxLength: 6 },
        ),
        uint8Array({ maxLength: 8, min: 1, max: 5 }),
        async (lines, cuts) => {
          const read = await Array.fromAsync(linesOf(pieces(Buffer.from(lines.join('\n')), cuts), 1_000))
          expect(read).toEqual(lines)
        },
      ),
    )
  })

  test('above the length limit cause an error', async () => {
    await expect(
      Array.fromAsync(linesOf(pieces(Buffer.alloc(5_000, 'x'), new Uint8Array([100])), 1_000)),
    ).rejects.toThrow('Line 1 is longer than 1000 bytes')
  })
})

async function* pieces(bytes: Buffer, cuts: Uint8Array): AsyncGenerator<Uint8Array> {
  let at = 0
  for (let cut = 0; at < bytes.length; cut += 1) {
    const length = cuts[cut % cuts.length] ?? bytes.length
    yield bytes.subarray(at, at + length)
    at += length
  }
}
