import { redteam } from '../../../api/clients.ts'
import { isModelApi } from './draft.ts'
import type { RunTarget } from './types.ts'

export type Trial = Awaited<ReturnType<typeof redteam.testTarget>>

/** Returns the part of a target that a test covers. */
export function testedPart(target: RunTarget): RunTarget {
  const { canaries: _secrets, systemPrompt: _instructions, allowedTools: _tools, ...rest } = target
  return rest
}

/**
 * Sends one message to a target, as in a run.
 * @throws errors of the service, for example for a blocked address
 */
export function tryTarget(target: RunTarget, signal: AbortSignal): Promise<Trial> {
  const { type, systemPrompt } = target
  const isTold = isModelApi(type ?? 'http_agent') && systemPrompt !== undefined
  // Only the part that affects the model's answer is sent.
  return redteam.testTarget(
    { body: { target: { ...testedPart(target), ...(isTold ? { systemPrompt } : {}) } } },
    { signal },
  )
}
