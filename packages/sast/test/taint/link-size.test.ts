import { expect, test } from 'vitest'
import { loadRules } from '../../src/rules/load.ts'
import { link } from '../../src/taint/index.ts'
import { factsOfText } from './found.ts'

const RULES = `rules:
- id: flow
  languages: [kotlin]
  severity: ERROR
  message: flow
  mode: taint
  pattern-sources: [{pattern: source()}]
  pattern-sinks: [{pattern: sink(...)}]
`

/** Imports that are looked at to join a file with so many imports and calls. */
async function looksFor(count: number): Promise<number> {
  const parts = Array.from({ length: count }, (_, at) => at)
  const code = [
    'package p',
    ...parts.map((at) => `import q.f${at}`),
    'fun go() {',
    ...parts.map((at) => `  f${at}(1)`),
    '  sink(source())',
    '}',
  ].join('\n')
  const { taint } = loadRules([{ path: 'r.yaml', text: RULES }])
  const facts = await factsOfText('a.kt', code, taint)
  let looks = 0
  const imports = new Proxy(facts.imports, {
    get(target, key, receiver) {
      if (typeof key === 'string' && /^\d+$/.test(key)) looks += 1
      return Reflect.get(target, key, receiver) as unknown
    },
  })
  expect(link([{ ...facts, imports }], taint).findings).toHaveLength(1)
  return looks
}

test('imports that are looked at to join a file grow with their number', async () => {
  const [some, twice] = [await looksFor(200), await looksFor(400)]
  expect(some).toBeGreaterThan(0)
  expect(twice).toBeLessThan(3 * some)
})
