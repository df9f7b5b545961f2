import { redteam } from '../../../api/clients.ts'
import type { RunTarget } from './types.ts'

export type Trial = Awaited<ReturnType<typeof redteam.testTarget>>

/** Of a target what a test says something of. */
export function testedPart(target: RunTarget): RunTarget {
  const { canaries: _secrets, systemPrompt: _instructions, allowedTools: _tools, ...rest } = target
  return rest
}

/**
 * Speaks to a target once, as a run would.
 * @throws what the service refuses, e.g. an address that it may not reach
 */
export function tryTarget(target: RunTarget, signal: AbortSignal): Promise<Trial> {
  const { type, systemPrompt } = target
  const isTold = type === 'openai' && systemPrompt !== undefined
  // What stands in the answer of a model depends on its instructions; nothing else of what judges know does.
  return redteam.testTarget(
    { body: { target: { ...testedPart(target), ...(isTold ? { systemPrompt } : {}) } } },
    { signal },
  )
}
