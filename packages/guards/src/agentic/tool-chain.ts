import type { ChainGuard } from './engine/guard.ts'
import certIdentity from './guards/cert-identity.ts'
import type { ToolCall } from './tool-call.ts'

/**
 * What a call of a tool passes, in this order: who acts, then the nine steps of document 1 §4 rule 5. Every step runs on
 * every call that comes as far; none looks at a field of the request to decide whether it applies.
 */
export const toolChain: readonly ChainGuard<ToolCall>[] = [certIdentity]
