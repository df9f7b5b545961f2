import { describe, expect, test } from 'vitest'
import type { AnyGuard, GuardExample } from '../../src/engine/guard.ts'
import { runPolicy } from '../../src/engine/run.ts'
import { allGuards } from '../../src/guards.gen.ts'
import { traitsOf } from '../../src/stream/undecided.ts'
import { context, every, policyOf, prose, stream } from './harness.ts'

const OFFSETS = [0, 111, 147, 310, 806]

/** Returns an example of a guard inside a longer text. */
function placed(guard: AnyGuard, example: GuardExample, offset: number) {
  const stage = example.stage ?? (guard.stages.includes('output') ? 'output' : 'input')
  const before = offset === 0 ? '' : `${prose(offset)}.\n`
  const text = `${before}${example.text}\n${prose(700)}`
  const about = { stage, ...example.context } as const
  const policy = (action: 'redact' | 'block') =>
    policyOf(stage, { [guard.name]: { action, settings: { ...example.settings } } })
  return { text, about, policy }
}

describe.each(allGuards.filter((guard) => traitsOf(guard).reads === 'window' && guard.filesOnly !== true))(
  '$name',
  (guard) => {
    test.each(guard.examples.filter(({ flags, earlier }) => flags && earlier === undefined))(
      'has the same findings in a stream as in the text: $text',
      async (example) => {
        for (const offset of OFFSETS) {
          const { text, about, policy } = placed(guard, example, offset)
          const full = await runPolicy(policy('redact'), { text }, { ...context, ...about })
          const redacted = await stream(policy('redact'), text, every(23, text.length), about)
          expect(redacted.blocked).toBe(!full.safe)
          expect(full.safe ? redacted.text : '').toBe(full.safe ? (full.sanitized ?? text) : '')
          if (full.redactions.length === 0) continue
          const blocked = await stream(policy('block'), text, every(23, text.length), about)
          expect(blocked.blocked).toBe(true)
          // Not a single character of the first reported location.
          expect(text.startsWith(blocked.text)).toBe(true)
          expect(blocked.text.length).toBeLessThanOrEqual(full.redactions[0]!.start)
        }
      },
    )
  },
)

describe.each(allGuards.filter((guard) => traitsOf(guard).reads === 'whole' && guard.stages.includes('output')))(
  '$name',
  (guard) => {
    test.each(guard.examples.filter(({ flags }) => flags))(
      'stops a stream that its first 800 characters would stop: $text',
      async (example) => {
        for (const offset of [0, 300, 610]) {
          const { text, about, policy } = placed(guard, example, offset)
          const seen = await runPolicy(policy('block'), { text: text.slice(0, 800) }, { ...context, ...about })
          const { blocked, text: left } = await stream(policy('block'), text, every(23, text.length), about)
          if (seen.safe) continue
          expect(blocked).toBe(true)
          expect(left).toBe('')
        }
      },
    )
  },
)
