import { describe, expect, test } from 'vitest'
import { allCategories } from '../../src/categories.gen.ts'
import { resolveNames } from '../../src/engine/names.ts'
import { allStrategies } from '../../src/strategies.gen.ts'

const units = [
  { name: 'prompt_injection', aliases: ['hijacking'] },
  { name: 'tool_misuse', aliases: ['excessive-agency:tools'] },
]

describe('names', () => {
  test('resolve exact names and aliases in the order of the units', () => {
    const { found, unknown } = resolveNames(['Excessive Agency: tools', 'hijacking'], units)
    expect(unknown).toEqual([])
    expect(found).toEqual([
      { unit: units[0], alias: 'hijacking' },
      { unit: units[1], alias: 'Excessive Agency: tools' },
    ])
  })

  test('report unknown entries, and merge duplicates under the canonical name', () => {
    const { found, unknown } = resolveNames(['hijacking', 'prompt_injection', 'nonsense', '__proto__'], units)
    expect(found).toEqual([{ unit: units[0], alias: undefined }])
    expect(unknown).toEqual(['nonsense', '__proto__'])
  })

  test.each([
    ['categories', allCategories],
    ['strategies', allStrategies],
  ])('of all %s are unique', (_what, all: readonly { name: string; aliases: readonly string[] }[]) => {
    const keys = all.flatMap(({ name, aliases }) =>
      [name, ...aliases].map((item) => item.toLowerCase().replaceAll(/[-:\s]+/g, '_')),
    )
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([])
  })
})
