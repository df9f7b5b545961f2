import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Arbitrary, array, assert, asyncProperty, constantFrom, nat, oneof, record, string } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { startEffort } from '@gatehouse/testkit'
import { readInventory } from '../../src/inventory/read.ts'
import { parserOf } from '../../src/inventory/select.ts'
import { MANIFESTS } from '../../src/manifests/all.ts'
import { memoryTree } from '@gatehouse/testkit/memory-tree'
import { type Sample, SAMPLES } from './samples.ts'

const FOLDER = join(import.meta.dirname, '../../src/manifests/files')

test('every file of the folder is listed under its own name, and has a sample', () => {
  const files = readdirSync(FOLDER).map((file) => file.replace(/\.ts$/, ''))
  expect(MANIFESTS.map(({ name }) => name).toSorted()).toEqual(files.toSorted())
  expect(Object.keys(SAMPLES).toSorted()).toEqual(files.toSorted())
})

describe.each(Object.entries(SAMPLES))('%s', (name, { files, finds, edges = [] }: Sample) => {
  test('reads its sample', async () => {
    expect(parserOf(Object.keys(files)[0] ?? '')?.name).toBe(name)
    const { components, dependencies } = await readInventory(memoryTree(files))
    const found = components.map(({ purl, scope, direct }) => `${purl} ${scope} ${direct}`)
    expect(found).toEqual(expect.arrayContaining([...finds]))
    const isWhole = !['npm-lock', 'yarn-lock', 'bun-lock'].includes(name)
    expect(found.length).toBe(isWhole ? finds.length : found.length)
    for (const [from, to] of edges) expect(dependencies.get(from)).toContain(to)
  })

  test('treats any damage as a coverage gap or as less data, and never throws', async () => {
    const [[path, text] = ['', '']] = Object.entries(files)
    await assert(
      asyncProperty(damages(), async (damage) => {
        const effort_ms = startEffort()
        await readInventory(memoryTree({ ...files, [path]: damaged(text, damage) }))
        expect(effort_ms()).toBeLessThan(3 * TIME_MS_MAX)
      }),
      { numRuns: 60 },
    )
  })
})

/** Far above the time of any sample on a busy machine, far below that of a hang. */
const TIME_MS_MAX = 3_000

interface Damage {
  readonly at: number
  readonly length: number
  readonly insert: string
  readonly times: number
}

function damages(): Arbitrary<Damage[]> {
  const insert = oneof(
    constantFrom(
      '{',
      '[',
      '"',
      '\\',
      '\n',
      ':',
      '<',
      '<a>',
      '&',
      '__proto__',
      '"__proto__":',
      '}',
      ']',
      '- ',
      '  ',
      '@',
      '/',
    ),
    string({ maxLength: 8, unit: 'binary' }),
  )
  const times = constantFrom(1, 1, 1, 2, 300, 5_000)
  return array(record({ at: nat(4_000), length: nat(40), insert, times }), { minLength: 1, maxLength: 4 })
}

function damaged(text: string, damage: readonly Damage[]): string {
  return damage.reduce((here, { at, length, insert, times }) => {
    const from = at % (here.length + 1)
    return here.slice(0, from) + insert.repeat(times) + here.slice(from + length)
  }, text)
}
