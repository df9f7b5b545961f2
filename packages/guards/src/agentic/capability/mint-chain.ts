import type { ChainGuard } from '../engine/guard.ts'
import capabilityIssuance from '../guards/capability-issuance.ts'
import type { ToolCall } from '../tool-call.ts'
import { toolChain } from '../tool-chain.ts'

/** Guards of a call before a token is created on request: the steps of a check without the one that creates tokens. */
export const mintChain: readonly ChainGuard<ToolCall>[] = toolChain.filter(
  ({ name }) => name !== capabilityIssuance.name,
)
