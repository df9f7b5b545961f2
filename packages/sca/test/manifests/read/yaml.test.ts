import { array, assert, constantFrom, property, tuple } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readPlainYaml } from '../../../src/manifests/read/plain-yaml.ts'
import { Table, type Value } from '../../../src/manifests/read/value.ts'
import { readFullYaml } from '../../../src/manifests/read/yaml.ts'
import { fixture } from '../fixture.ts'

function shown(value: Value | undefined): unknown {
  if (value instanceof Table) return [...value.entries].map(([key, item]) => [key, shown(item), value.lines.get(key)])
  return Array.isArray(value) ? value.map((item: Value) => shown(item)) : value
}

describe('the fast reader of YAML', () => {
  test.each(['pnpm-7.pnpm-lock.yaml', 'pnpm-8.pnpm-lock.yaml', 'pnpm-9.pnpm-lock.yaml', 'berry.yarn.lock'])(
    'reads %s like the full parser',
    (name) => {
      const text = fixture(name)
      const plain = readPlainYaml(text)
      expect(plain).toBeDefined()
      expect(shown(plain)).toEqual(shown(readFullYaml(text)))
    },
  )

  test('returns the same as the full parser for any text that it accepts', () => {
    const key = constantFrom('a', 'b-c', "'d e'", '"f"', '/g@1.0', '/@h/i/2(j)', 'k: l', '-m', "n'o", 'p:q', '')
    const value = constantFrom(
      '',
      'a',
      "'b: c'",
      '"d"',
      '{e: f, g: [h]}',
      '{i: j, "k": l}',
      '[m, n o]',
      '{}',
      '[]',
      "''",
      "'it''s'",
      '1.0',
      'x # y',
      'x#y',
      '>=1',
      '*x',
      '@a',
      "p'q",
      'r, s',
      '{t}',
      '[u',
      'v:w',
      '~',
    )
    const line = tuple(constantFrom(0, 0, 2, 2, 4), constantFrom('', '', '', '- '), key, value).map(
      ([indent, item, name, text]) => `${' '.repeat(indent)}${item}${item === '' ? `${name}: ` : ''}${text}`,
    )
    const piece = line.map((text) => `${text.trimEnd()}\n`)
    let read = 0
    assert(
      property(array(piece, { maxLength: 5 }), (pieces) => {
        const text = pieces.join('')
        const plain = readPlainYaml(text)
        if (!(plain instanceof Table) || plain.entries.size === 0 || /[|>]/.test(text)) return
        read += 1
        let full: Value
        try {
          full = readFullYaml(text)
        } catch {
          // Invalid YAML may be accepted: no tool writes it.
          return
        }
        expect(shown(plain)).toEqual(shown(full))
      }),
      { numRuns: 3_000 },
    )
    expect(read).toBeGreaterThan(30)
  })

  test.each(['a: &x b\nc: *x', 'a: b\n  c', '- a', '? a\n: b', 'a: "\\x41"', 'a: [b, [c]]', 'a: b: c', '\ta: b'])(
    'leaves %j to the full parser',
    (text) => {
      expect(readPlainYaml(text)).toBeUndefined()
    },
  )
})
