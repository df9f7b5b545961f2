import type { ChainGuard } from '../engine/guard.ts'
import capabilityIssuance from '../guards/capability-issuance.ts'
import type { ToolCall } from '../tool-call.ts'
import { toolChain } from '../tool-chain.ts'

/** What a call passes before a token for it is made on request: the steps of a check but for the one that makes tokens. */
export const mintChain: readonly ChainGuard<ToolCall>[] = toolChain.filter(
  ({ name }) => name !== capabilityIssuance.name,
)
