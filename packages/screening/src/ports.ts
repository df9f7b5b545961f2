import type { Quota } from '@gatehouse/contracts/guard'
import type { Action, GuardrailResult } from '@gatehouse/contracts/verdicts'
import type { RunContext, StageVerdict, Subject } from '@gatehouse/guards'
import type { TenantSnapshot } from './policies.ts'

/** An entry of the audit log. */
export interface AuditEntryInput {
  readonly tenant_id: string
  /** The caller, e.g. `tenant:acme`. */
  readonly actor: string
  readonly action: string
  readonly guardrail?: string | null
  readonly verdict?: string | null
  readonly request_id?: string | null
  /** JSON; without secrets and without content. */
  readonly details?: Readonly<Record<string, unknown>>
}

/** Writes audit entries. */
export interface AuditPort {
  /** Resolves when the entry is durable. */
  append(entry: AuditEntryInput): Promise<unknown>
}

/** Reads the configuration of tenants. */
export interface TenantPort {
  /**
   * Returns the current configuration; synchronously if it is cached.
   * @throws {Failure} `not_found` if the tenant does not exist or is deleted
   */
  snapshot(tenantId: string): TenantSnapshot | Promise<TenantSnapshot>
}

/** Counts requests and tokens of tenants, and rejects requests above a quota. */
export interface UsagePort {
  /**
   * Admits and counts a request; synchronously if the tenant has no quota.
   * @param tokens of the texts to screen
   * @throws {Failure} `quota_exceeded` with the name of the quota and the retry delay
   */
  admit(tenantId: string, quota: Quota | undefined, tokens: number): Promise<void> | undefined
  /**
   * Admits a request without a verdict, such as a tool list or a handshake. It does not count against the request quota.
   * @throws {Failure} `quota_exceeded` if the daily quota is used up, or there are too many of these requests
   */
  admitAside(tenantId: string, quota: Quota | undefined): Promise<void> | undefined
  /**
   * Corrects the tokens of an admitted request.
   * @param tokens difference, negative if the request used fewer
   */
  spend(tenantId: string, tokens: number): void
  /** Counts a blocking verdict. */
  blocked(tenantId: string): void
}

/** Records calls of agents that are not registered. */
export interface UnregisteredPort {
  note(tenantId: string, agentId: string, endpoint: string, role: string | undefined): void
}

/** Stores contents of requests for tenants with retention. */
export interface KeeperPort {
  /** Returns whether the tenant has enabled retention. */
  keeps(tenant: TenantSnapshot): boolean
  note(tenant: TenantSnapshot, subject: Subject, run: RunContext, verdict: StageVerdict, requestId: string): void
}

/** Counts verdicts for metrics. */
export interface MeterPort {
  count(stage: string, verdict: { readonly action: Action; readonly results: readonly GuardrailResult[] }): void
}
