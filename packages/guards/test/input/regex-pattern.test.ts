import { Failure } from '@gatehouse/kernel'
import { describe, expect, test } from 'vitest'
import { startEffort } from '@gatehouse/testkit'
import { createGuard } from '../../src/create-guard.ts'

const guardOf = (...patterns: string[]) =>
  createGuard({
    input: {
      regex_pattern: {
        action: 'block',
        settings: { patterns: patterns.map((pattern, i) => ({ name: `p${i}`, pattern })) },
      },
    },
  })

async function outcome(pattern: string, text: string) {
  const verdict = await guardOf(pattern).checkInput(text)
  return verdict.guardrail_results.find(({ guardrail }) => guardrail === 'regex_pattern')!
}

describe('patterns that stall a backtracking engine', () => {
  test.each(['(a|aa)+$', '(a*)*b', '(.*a){20}', '(x+x+)+y', '([a-z]+)*!', '^(([a-z])+.)+[A-Z]([a-z])+$'])(
    '%s answers on 100 KB of its worst text',
    async (pattern) => {
      const effort_ms = startEffort()
      const result = await outcome(pattern, 'a'.repeat(100_000))
      expect(result.details.error).toBeUndefined()
      // A backtracking engine takes longer than the age of the universe; a slow machine takes a second or two.
      expect(effort_ms()).toBeLessThan(30_000)
    },
  )

  test('a pattern with thousands of steps per character fails the guard instead of passing', async () => {
    // Letters in no order, so that the automaton of the pattern grows with each of them.
    let state = 1
    const text = Array.from(
      { length: 100_000 },
      () => 'abcdefxy'[((state = (state * 1_103_515_245 + 12_345) & 0x7fffffff) >> 16) & 7],
    )
    const result = await outcome('[a-e].{900}[0-9]q', text.join(''))
    expect(result).toMatchObject({ passed: false, action: 'block' })
    expect(result.details.error).toMatch(/steps/)
  })
})

describe('patterns unsupported by the linear engine, rejected at creation', () => {
  test.each([
    ['look-ahead', 'a(?=b)', /look/i],
    ['look-behind', '(?<=a)b', /look/i],
    ['back-reference', '(a)\\1', /back/i],
    ['an open group', '(a', /0|group|\(/],
  ])('%s', (_title, pattern, reason) => {
    const failure = refusalOf(() => guardOf('fine', pattern))
    expect(failure.code).toBe('invalid_request')
    expect(failure.violations[0]?.path).toEqual(['input', 'regex_pattern', 'settings', 'patterns', 1, 'pattern'])
    expect(failure.message).toMatch(/"p1"/)
    expect(failure.message).toMatch(reason)
  })
})

test('matches over the limit are replaced to the end of the text', async () => {
  const guard = createGuard({
    input: { regex_pattern: { action: 'redact', settings: { patterns: [{ name: 'digit', pattern: '\\d' }] } } },
  })
  const { sanitized_output: clean } = await guard.checkInput('7 '.repeat(5_000))
  expect(clean).not.toMatch(/7/)
})

function refusalOf(act: () => unknown): Failure {
  try {
    act()
  } catch (thrown) {
    if (thrown instanceof Failure) return thrown
  }
  throw new Error('was not refused')
}
