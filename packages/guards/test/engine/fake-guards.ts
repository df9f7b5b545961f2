import type { Tier, Mode } from '@gatehouse/contracts/verdicts'
import { z } from 'zod'
import { type AnyGuard, clear, defineGuard, flag, type Outcome } from '../../src/engine/guard.ts'
import { type CompiledPolicy, compilePolicy } from '../../src/engine/compile.ts'
import { createRegistry } from '../../src/engine/registry.ts'
import { resolveBlock } from '../../src/engine/resolve.ts'
import type { RunContext } from '../../src/engine/run.ts'
import type { GuardBlock } from '@gatehouse/contracts/policies'

/** A guard for tests of the engine; `act` decides. */
export function fakeGuard(
  name: string,
  act: () => Outcome | Promise<Outcome>,
  { tier = 'fast', ignoresSystemText = false }: { tier?: Tier; ignoresSystemText?: boolean } = {},
): AnyGuard {
  return defineGuard({
    name,
    title: name,
    description: name,
    stages: ['input', 'output'],
    tier,
    backend: 'builtin',
    owasp: [],
    views: ['original'],
    ignoresSystemText,
    settings: z.object({ word: z.string().max(10).optional() }),
    prepare: (settings) => settings,
    check: (text, { word }) => (word === undefined ? act() : wordIn(text.original, word)),
    examples: [],
  })
}

function wordIn(text: string, word: string): Outcome {
  const start = text.indexOf(word)
  return start < 0 ? clear : flag(`contains ${word}`, { spans: [{ start, end: start + word.length, label: 'WORD' }] })
}

export function policyOf(
  guards: readonly AnyGuard[],
  block: GuardBlock,
  { mode = 'enforce' }: { mode?: Mode } = {},
): CompiledPolicy {
  return compilePolicy(resolveBlock({ builtin: {}, configured: {} }, block, undefined), {
    stage: 'input',
    mode,
    registry: createRegistry(guards),
    ports: { windows: { hit: () => ({ allowed: true, used: 1, retryAfter_ms: 0 }) } },
    path: ['body', 'input'],
  })
}

export const context: RunContext = {
  tenantId: 'acme',
  stage: 'input',
  agentKey: undefined,
  userRole: undefined,
  sessionId: undefined,
  prompt: undefined,
  contextDocs: [],
  clock: { now: () => 0 },
}
