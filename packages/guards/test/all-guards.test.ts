import { systemClock } from '@gatehouse/kernel'
import { describe, expect, test } from 'vitest'
import { compilePolicy } from '../src/engine/compile.ts'
import type { AnyGuard, GuardExample } from '../src/engine/guard.ts'
import { createRegistry } from '../src/engine/registry.ts'
import { resolveBlock } from '../src/engine/resolve.ts'
import { runPolicy, type StageVerdict } from '../src/engine/run.ts'
import { allGuards } from '../src/guards.gen.ts'
import { localWindows } from '../src/local-windows.ts'

const registry = createRegistry(allGuards)

/** Runs one example through the engine, like a request, with the action `redact` so that its spans are visible. */
async function runExample(guard: AnyGuard, example: GuardExample): Promise<StageVerdict> {
  const stage = guard.stages[0] === 'output' ? 'output' : 'input'
  const block = { [guard.name]: { action: 'redact' as const, settings: { ...example.settings } } }
  const policy = compilePolicy(resolveBlock({ builtin: {}, configured: {} }, block, undefined), {
    stage: example.stage ?? stage,
    mode: 'enforce',
    registry,
    ports: { windows: localWindows(systemClock) },
    path: [],
  })
  const about = { tenantId: 't', stage: example.stage ?? stage, sessionId: undefined, clock: systemClock } as const
  const context = {
    agentKey: undefined,
    userRole: undefined,
    prompt: undefined,
    contextDocs: [],
    ...about,
    ...example.context,
  }
  for (let i = 0; i < (example.earlier ?? 0); i += 1) await runPolicy(policy, { text: example.text }, context)
  return runPolicy(policy, { text: example.text }, context)
}

describe.each(allGuards.map((guard) => [guard.name, guard] as const))('%s', (_name, guard) => {
  test.each(guard.examples.map((example) => [example.says ?? example.text.slice(0, 60), example] as const))(
    '%s',
    async (_title, example) => {
      const verdict = await runExample(guard, example)
      const result = verdict.results[0]
      expect(result?.details.error).toBeUndefined()
      expect(result?.passed).toBe(!example.flags)
      expect(result?.category).toBe(example.category ?? result?.category)
      expect(verdict.sanitized).toBe(example.redacted ?? verdict.sanitized)
    },
  )

  test('has an example that it flags and an example that it passes', () => {
    expect(guard.examples.some(({ flags }) => flags)).toBe(true)
    expect(guard.examples.some(({ flags }) => !flags)).toBe(true)
  })

  test('describes itself and each of its settings', () => {
    expect(guard.description.length).toBeGreaterThan(80)
    const undescribed = Object.entries(guard.settings.shape).filter(
      ([, schema]) => (schema as { description?: string }).description === undefined,
    )
    expect(undescribed.map(([setting]) => setting)).toEqual([])
  })

  test('works without settings, so that enabling it is enough', () => {
    expect(guard.settings.safeParse({}).success).toBe(true)
  })

  test('answers on any text: empty, unpaired surrogates, control characters', async () => {
    for (const text of ['', '\ud800', '\udc00x\ud83d', '\u0000\u0007\u001b', '\u202eabc', 'a\u0301'.repeat(50)]) {
      const { results } = await runExample(guard, { text, flags: false })
      expect(results[0]?.details.error).toBeUndefined()
    }
  })
})

test('no two guards of one stage share a name', () => {
  const names = allGuards.flatMap((guard) => guard.stages.map((stage) => `${stage}/${guard.name}`))
  expect(new Set(names).size).toBe(names.length)
})
