import type { ChatModel } from '@gatehouse/models'
import type { SlidingWindow } from '../../engine/ports.ts'
import type { TextWorker } from '../../threads/text-tasks.ts'
import type { MemoryLedger } from '../memory/ledger.ts'

/**
 * Fast state shared by all instances; `cache` implements it in memory and on Redis. Keys start with the tenant. Every method throws
 * `Failure('unavailable')` without a response from the server. The caller must then treat a resource as spent.
 */
export interface SharedState {
  get(key: string): Promise<unknown>
  set(key: string, value: unknown, ttl_ms: number): Promise<void>
  /** Returns true for exactly one of several concurrent callers. */
  putIfAbsent(key: string, ttl_ms: number, value?: unknown): Promise<boolean>
  /** Returns the value to exactly one of several concurrent callers, and undefined to the others. */
  take(key: string): Promise<unknown>
  delete(key: string): Promise<void>
  /** Adds to a counter that lives `ttl_ms` from its first increment on; 0 reads it. */
  increment(key: string, by: number, ttl_ms: number): Promise<number>
  appendList(key: string, value: unknown, max: number, ttl_ms: number): Promise<number>
  readList(key: string): Promise<readonly unknown[]>
}

/** An approval request for a call. */
export interface ApprovalRequest {
  readonly agentKey: string | undefined
  readonly userRole: string | undefined
  readonly sessionId: string | undefined
  readonly tool: string
  /** SHA-256 of the arguments in canonical form, hexadecimal. */
  readonly argumentsHash: string
  /** Shown to the approver; bounded and masked by the service. */
  readonly args: Readonly<Record<string, unknown>>
  /** Reason for the request: the rule as a sentence. */
  readonly reason: string
  readonly minApprovals: number
  readonly ttl_s: number
  /** The originating request, for the audit log. */
  readonly askedIn?: string
}

/** Approvals and their grants; the service stores them in the database. */
export interface Approvals {
  /**
   * Creates a request, or returns the pending request of the same call.
   * @throws {Failure} `limit_reached` for too many pending requests of the tenant
   */
  request(
    tenantId: string,
    request: ApprovalRequest,
  ): Promise<{ readonly requestId: string; readonly expiresAt: Date; readonly requiredApprovals: number }>
  /**
   * Spends a grant that matches tenant, agent, tool and arguments: exactly one of several concurrent callers gets `spent`.
   * @param grant id of a grant, or id of the approved request
   */
  spend(
    tenantId: string,
    grant: { readonly grantId: string } | { readonly requestId: string },
    call: Pick<ApprovalRequest, 'agentKey' | 'tool' | 'argumentsHash' | 'askedIn'>,
  ): Promise<'spent' | 'unknown' | 'mismatch' | 'expired' | 'consumed' | 'pending' | 'denied'>
}

/** Issues capability tokens; the service stores the keys. */
export interface CapabilityIssuer {
  issue(
    tenantId: string,
    claims: {
      readonly agent: string | undefined
      readonly role: string | undefined
      readonly tool: string
      readonly argsHash: string
      readonly tenantSince: number | undefined
      /** Present after the call has passed every step. */
      readonly checked?: 'call'
      readonly ttl_s: number
    },
  ): Promise<{ readonly cap_token: string; readonly expires_in: number }>
}

/** External dependencies of agentic guards. */
export interface AgenticPorts {
  readonly windows: SlidingWindow
  readonly state: SharedState
  /** Absent in local runs. A call that requires an approval is then denied. */
  readonly approvals?: Approvals
  /** Absent in local runs. No token is then issued, and the result contains a note. */
  readonly capabilities?: CapabilityIssuer
  /** If absent, memory owners are unknown, and the result contains a note. */
  readonly memory?: MemoryLedger
  /** If absent, no model is configured. */
  readonly model?: ChatModel
  /** Works on large texts; default: all texts are read in the calling thread. */
  readonly worker?: TextWorker
}
