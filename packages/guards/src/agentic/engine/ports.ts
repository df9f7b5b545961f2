import type { ChatModel } from '@gatehouse/models'
import type { SlidingWindow } from '../../engine/ports.ts'
import type { TextWorker } from '../../threads/text-tasks.ts'
import type { MemoryLedger } from '../memory/ledger.ts'

/**
 * Fast state that all instances share; `cache` implements it in memory and on Redis. Keys name the tenant first. Every
 * method throws `Failure('unavailable')` when the server does not answer; a caller that cannot tell whether something
 * was spent must treat it as spent.
 */
export interface SharedState {
  get(key: string): Promise<unknown>
  set(key: string, value: unknown, ttl_ms: number): Promise<void>
  /** True for exactly one of any number of callers at once. */
  putIfAbsent(key: string, ttl_ms: number, value?: unknown): Promise<boolean>
  /** Exactly one of any number of callers at once gets the value, the others undefined. */
  take(key: string): Promise<unknown>
  delete(key: string): Promise<void>
  /** Adds to a counter that lives `ttl_ms` from its first increment on; 0 reads it. */
  increment(key: string, by: number, ttl_ms: number): Promise<number>
  appendList(key: string, value: unknown, max: number, ttl_ms: number): Promise<number>
  readList(key: string): Promise<readonly unknown[]>
}

/** What is asked of people before a call may run. */
export interface ApprovalRequest {
  readonly agentKey: string | undefined
  readonly userRole: string | undefined
  readonly sessionId: string | undefined
  readonly tool: string
  /** SHA-256 of the arguments in canonical form, hexadecimal. */
  readonly argumentsHash: string
  /** Shown to who decides; bounded and masked by the service. */
  readonly args: Readonly<Record<string, unknown>>
  /** Why it is asked: the rule in a sentence. */
  readonly reason: string
  readonly minApprovals: number
  readonly ttl_s: number
  /** The request in which it is asked, for the audit log. */
  readonly askedIn?: string
}

/** Approvals and the grants that they give; the service keeps them in the database. */
export interface Approvals {
  /**
   * Files a request; the same call asked twice while pending gets the same request.
   * @throws {Failure} `limit_reached` when too many requests of the tenant wait
   */
  request(
    tenantId: string,
    request: ApprovalRequest,
  ): Promise<{ readonly requestId: string; readonly expiresAt: Date; readonly requiredApprovals: number }>
  /**
   * Spends a grant that fits tenant, agent, tool and arguments: exactly one of any number of callers at once gets `spent`.
   * @param grant  a grant's id, or the id of the request that was approved
   */
  spend(
    tenantId: string,
    grant: { readonly grantId: string } | { readonly requestId: string },
    call: Pick<ApprovalRequest, 'agentKey' | 'tool' | 'argumentsHash' | 'askedIn'>,
  ): Promise<'spent' | 'unknown' | 'mismatch' | 'expired' | 'consumed' | 'pending' | 'denied'>
}

/** Issues capability tokens; the service holds the keys. */
export interface CapabilityIssuer {
  issue(
    tenantId: string,
    claims: {
      readonly agent: string | undefined
      readonly role: string | undefined
      readonly tool: string
      readonly argsHash: string
      readonly tenantSince: number | undefined
      /** Present where the call has passed every step. */
      readonly checked?: 'call'
      readonly ttl_s: number
    },
  ): Promise<{ readonly cap_token: string; readonly expires_in: number }>
}

/** What agentic guards need from outside. */
export interface AgenticPorts {
  readonly windows: SlidingWindow
  readonly state: SharedState
  /** Absent in local runs: what needs an approval is then refused with a sentence. */
  readonly approvals?: Approvals
  /** Absent in local runs: no token is issued, and the result says so. */
  readonly capabilities?: CapabilityIssuer
  /** Absent: whose memory is whose is not known, and the result says so. */
  readonly memory?: MemoryLedger
  /** Absent: no model is configured. */
  readonly model?: ChatModel
  /** Works on large texts; absent: all texts are read in the calling thread. */
  readonly worker?: TextWorker
}
