import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { effectiveBlocks } from '../../src/server-config/standing-blocks.ts'
import { storedBlocks, type StoredBlocks } from '../../src/server-config/stored-blocks.ts'

const word = fc.constantFrom('a', 'b', 'c')
const entry = fc.oneof(
  fc.record(
    { enabled: fc.boolean(), action: fc.constantFrom('warn', 'odd'), settings: fc.dictionary(word, fc.nat(9)) },
    { requiredKeys: [] },
  ),
  fc.jsonValue({ maxDepth: 1 }),
)
const block = fc.oneof(fc.dictionary(word, entry), fc.jsonValue({ maxDepth: 1 }))
const violation = fc.record({
  path: fc.array(fc.constantFrom('input', 'output', 'agentic', 'a', 'b', 'c', 'settings', 'enabled', 'action'), {
    maxLength: 5,
  }),
  message: fc.constant('wrong'),
  type: fc.constant('value'),
})

test('stored blocks always reduce to a valid set, whatever the build rejects', () => {
  fc.assert(
    fc.property(
      fc.record({ input: block, agentic: block }),
      fc.array(violation, { minLength: 1 }),
      (document, found) => {
        let rounds = 0
        const { blocks } = effectiveBlocks(storedBlocks(document), () => {
          rounds += 1
          return found
        })
        // All settings are rejected forever, so none remains, after at most as many rounds as there are settings.
        expect(blocks).toEqual({ input: {}, output: {}, agentic: {} })
        expect(rounds).toBeLessThanOrEqual(20)
      },
    ),
    { numRuns: 300 },
  )
})

test('only rejected parts are dropped: a setting, a field, or an entry as a last resort', () => {
  const raw = storedBlocks({
    input: { a: { action: 'block', settings: { x: 1, y: 2 } }, b: { settings: { x: 1 } }, c: { mode: 'monitor' } },
  })
  const refuses = ({ input: { a, b, c } }: StoredBlocks) => [
    ...(a?.settings?.['x'] === undefined ? [] : [['input', 'a', 'settings', 'x']]),
    ...(b === undefined ? [] : [['input', 'b', 'settings', 'missing']]),
    ...(c?.mode === undefined ? [] : [['input', 'c', 'mode']]),
  ]
  const { blocks, problems } = effectiveBlocks(raw, (now) =>
    refuses(now).map((path) => ({ path, message: 'no', type: 'value' })),
  )
  expect(blocks.input).toEqual({ a: { action: 'block', settings: { y: 2 } }, c: {} })
  expect(problems.map(({ name }) => name).toSorted()).toEqual(['a', 'b', 'b', 'c'])
})
