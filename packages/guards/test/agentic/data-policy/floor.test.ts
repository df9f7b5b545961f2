import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { stops } from '../../../src/agentic/engine/stops.ts'
import { run } from './run.ts'

/** Words in the rules; no two share a letter pair that a replacement below could restore. */
const WORDS = ['falcon', 'merlin', 'osprey', 'kestrel', 'harrier'] as const
const word = fc.constantFrom(...WORDS)

const rule = fc.record({
  regex: fc.oneof(word, fc.constantFrom('[a-z]+', '\\S+\\s\\S+', 'a.*r', '"[a-z]+":\\s*"[a-z ]+"', '^.+$')),
  replacement: fc.option(fc.oneof(word, fc.constantFrom('', '[GONE]', '"x": "y"')), { nil: undefined }),
  severity: fc.constantFrom('low', 'medium', 'high', 'critical'),
  action: fc.option(fc.constantFrom('detect', 'redact', 'block'), { nil: undefined }),
  enabled: fc.boolean(),
  min_count: fc.integer({ min: 1, max: 3 }),
})
const policy = fc.record({
  enabled: fc.boolean(),
  mode: fc.constantFrom('enforce', 'monitor'),
  sanitization_rules: fc
    .array(rule, { maxLength: 3 })
    .map((rules) => rules.map((item, index) => ({ ...item, pattern_id: `r${index}` }))),
  role_policies: fc.array(
    fc.record({
      role: fc.constantFrom('*', 'guest', 'boss'),
      action: fc.constantFrom('allow', 'redact', 'mask', 'block'),
      output_rules: fc.constantFrom(['e-mail addresses'], ['social security numbers', 'phone numbers']),
      input_rules: fc.constantFrom([], ['passwords']),
    }),
    { maxLength: 2 },
  ),
})
const payload = fc
  .array(fc.tuple(word, fc.oneof(word, fc.constant('ann@example.com'), fc.constant('SSN 566-64-4119'))), {
    maxLength: 5,
  })
  .chain((pairs) =>
    fc.constantFrom(
      JSON.stringify(Object.fromEntries(pairs)),
      JSON.stringify(pairs),
      pairs.map(([left, right]) => `${left} is ${right}.`).join('\n'),
    ),
  )

const VALUES = [...WORDS, 'ann@example.com', '566-64-4119']

describe('the tenant-wide policy', () => {
  test('is a minimum: its redactions and blocks also apply with any policy of the tool', async () => {
    await fc.assert(
      fc.asyncProperty(
        policy,
        policy,
        payload,
        fc.constantFrom('guest', 'boss', undefined),
        fc.constantFrom('input' as const, 'output' as const),
        async (global, ofTool, sent, role, stage) => {
          const about = { stage, ...(role === undefined ? {} : { role }) }
          const alone = await run(sent, undefined, { ...about, global })
          const both = await run(sent, ofTool, { ...about, global })
          const [before, after] = [alone.sanitized ?? sent, both.sanitized ?? sent]
          const left = stops(both.action)
            ? []
            : VALUES.filter((value) => times(after, value) > times(before, value) + brought(ofTool, value))
          expect(left).toEqual([])
          expect(stops(both.action)).toBe(stops(alone.action) || stops(both.action))
        },
      ),
      { numRuns: 150 },
    )
  })
})

function times(text: string, value: string): number {
  return text.split(value).length - 1
}

/** How often the rules of a tool may write a word themselves, as a replacement of something else. */
function brought(
  {
    sanitization_rules: rules,
  }: { readonly sanitization_rules: readonly { readonly replacement?: string | undefined }[] },
  value: string,
): number {
  return rules.some(({ replacement }) => replacement?.includes(value)) ? Number.POSITIVE_INFINITY : 0
}
