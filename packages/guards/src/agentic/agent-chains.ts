import type { ChainGuard } from './engine/guard.ts'
import certIdentity from './guards/cert-identity.ts'
import memoryGuard from './guards/memory-guard.ts'
import type { MemoryCall } from './memory/call.ts'

/** What runs for each kind of check of an agent beside that of a tool; who acts is always judged first. */
export const memoryChain: readonly ChainGuard<MemoryCall>[] = [certIdentity, memoryGuard]
