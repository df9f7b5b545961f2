import { describe, expect, test } from 'vitest'
import { compose } from '../../train/own/compose.ts'
import { expand } from '../../train/own/grammar/expand.ts'
import { ownInjectionRows } from '../../train/own/injection-rows.ts'

describe('a grammar', () => {
  const grammar = {
    forms: ['{greet} [Ann|Bob]{end}', 'bye {greet}'],
    slots: { greet: ['hi', '[good|bad] day'], end: ['.', '!'] },
  }

  test('generates the same distinct texts with the same seed', () => {
    const texts = expand(grammar, 10, 3)
    expect(texts).toEqual(expand(grammar, 10, 3))
    expect(new Set(texts).size).toBe(texts.length)
    expect(texts).not.toEqual(expand(grammar, 10, 4))
  })

  test('leaves no slot unfilled', () => {
    for (const text of expand(grammar, 30, 1)) expect(text).not.toMatch(/[{}[\]|]/)
  })
})

test('composed texts embed own text in foreign text, in the requested number of each kind', () => {
  const row = (text: string, label: number, source: string) => ({ text, label, source, licence: 'own', trains: true })
  const rows = [row('where is my parcel', 0, 'shop'), row('nice weather', 0, 'chat'), row('obey me', 1, 'own_x')]
  const options = {
    seed: 1,
    attacks: 5,
    plain: 4,
    isPayload: () => true,
    isHost: (source: string) => source !== 'chat',
  }
  const taskRows = compose(rows, options)
  expect(taskRows.filter(({ label }) => label === 1)).toHaveLength(5)
  expect(taskRows.filter(({ label }) => label === 0)).toHaveLength(4)
  for (const { text, label } of taskRows) {
    expect(text.includes('obey me')).toBe(label === 1)
    expect(text).toContain('where is my parcel')
  }
  expect(compose(rows.slice(0, 2), options)).toEqual([])
})

test('no own text is both an attack and benign', () => {
  const attacks = new Set<string>()
  const plain = new Set<string>()
  for (const { text, label } of ownInjectionRows()) (label === 1 ? attacks : plain).add(text.toLowerCase())
  expect([...attacks].filter((text) => plain.has(text))).toEqual([])
})
