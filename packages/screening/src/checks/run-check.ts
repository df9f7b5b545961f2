import type { CheckVerdict, Mode } from '@gatehouse/contracts/verdicts'
import {
  type AgentCall,
  type AgenticPorts,
  type ChainGuard,
  type ChainVerdict,
  runChain,
  toCheckVerdict,
} from '@gatehouse/guards/agentic'
import { effectiveRole } from '@gatehouse/guards/tools'
import type { RequestContext } from '@gatehouse/http'
import { actingAgent } from './acting-agent.ts'
import { countAttempt } from './count-attempt.ts'
import { actorOf, keyIdOf } from '../audit-entry.ts'
import { agenticEntries, type TenantSnapshot } from '../policies.ts'
import type { ScreenPorts } from '../run-context.ts'

/** Dependencies of the check routes besides those of content routes. */
export interface CheckPorts extends Pick<
  ScreenPorts,
  'tenants' | 'audit' | 'clock' | 'meter' | 'usage' | 'unregistered'
> {
  readonly agentic: AgenticPorts
}

/** One kind of check, with the call of a request. */
export interface Check<Call extends AgentCall> {
  /** Name of the audit action (`guard.<name>`) and of the endpoint in the list of unregistered agents. */
  readonly name: string
  readonly path: string
  readonly guards: readonly ChainGuard<Call>[]
  readonly call: Call
  /** Number of tokens to count. */
  readonly tokens: number
  /** Names and numbers for the audit log, never an argument's value. */
  readonly details: Readonly<Record<string, unknown>>
  /** Expensive validation, run after the tenant's quota admits the request; throws for an invalid request. */
  readonly onceAdmitted?: () => void
}

/** A check's verdict with additional fields of its steps. */
export type CheckAnswer = CheckVerdict & { readonly mode: Mode } & Record<string, unknown>

/**
 * Runs a chain for one request: admits it under the tenant's quota, records unregistered agents, decides, audits durably and responds. A
 * denial by a limit has status 429 with the verdict as body. docs/spec/guard.md "Details".
 */
export async function runCheck<Call extends AgentCall>(
  check: Check<Call>,
  context: RequestContext,
  ports: CheckPorts,
): Promise<CheckAnswer> {
  const found = ports.tenants.snapshot(context.tenantId)
  const tenant = found instanceof Promise ? await found : found
  await ports.usage.admit(tenant.tenantId, tenant.quota, check.tokens)
  check.onceAdmitted?.()
  const verdict = await decideCheck(check, tenant, context, ports)
  if (verdict.retryAfter_s !== undefined && verdict.action === 'block') {
    context.status(429)
    context.header('retry-after', String(Math.max(1, Math.ceil(verdict.retryAfter_s))))
  }
  return toCheckVerdict(verdict)
}

/** Runs a chain for an admitted request: records unregistered agents, decides, counts and audits durably. */
export async function decideCheck<Call extends AgentCall>(
  check: Omit<Check<Call>, 'tokens' | 'onceAdmitted'>,
  tenant: TenantSnapshot,
  context: RequestContext,
  ports: CheckPorts,
): Promise<ChainVerdict> {
  const { agentic: config } = tenant
  const entries = agenticEntries(config)
  const { agentKey, userRole } = check.call
  if (agentKey !== undefined && !config.agents.has(agentKey)) {
    ports.unregistered.note(tenant.tenantId, agentKey, check.path, userRole)
  }
  const verdict = await runChain(
    check.guards,
    entries,
    check.call,
    { config, ports: ports.agentic, clock: ports.clock, requestId: context.requestId },
    (guard, thrown) => context.log.error({ guard, err: thrown }, 'a guard failed'),
  )
  ports.meter.count(check.name, verdict)
  if (!verdict.allowed) ports.usage.blocked(tenant.tenantId)
  await Promise.all([
    ports.audit.append(auditEntry(check, verdict, tenant, context)),
    countAttempt(config, check.call, verdict.results, context, ports),
  ])
  return verdict
}

/** Returns the caller: the body's agent and role override the headers', and any agent overrides the key's. */
export function callerOf(
  body: {
    readonly agent_key?: string | undefined
    readonly agent_id?: string | undefined
    readonly user_role?: string | undefined
    readonly session_id?: string | undefined
    readonly user_id?: string | undefined
  },
  context: RequestContext,
): AgentCall {
  return {
    agentKey: actingAgent(body.agent_key ?? body.agent_id, context),
    headerAgentKey: context.agentKey,
    userRole: body.user_role ?? context.userRole,
    sessionId: body.session_id,
    ...(body.user_id === undefined ? {} : { userId: body.user_id }),
  }
}

function auditEntry<Call extends AgentCall>(
  { name, call, details }: Pick<Check<Call>, 'name' | 'call' | 'details'>,
  verdict: ChainVerdict,
  { tenantId, version, agentic }: TenantSnapshot,
  context: RequestContext,
) {
  const decisive = verdict.results.find(({ action }) => action === verdict.action)
  return {
    tenant_id: tenantId,
    actor: actorOf(context),
    action: `guard.${name}`,
    guardrail: verdict.action === 'pass' ? null : (decisive?.guardrail ?? null),
    verdict: verdict.action,
    request_id: context.requestId,
    details: {
      ...details,
      allowed: verdict.allowed,
      mode: verdict.mode,
      policy: { version },
      steps: verdict.results.map(({ guardrail, passed, action, category, severity, would_action, details: own }) =>
        passed ? guardrail : { guardrail, action, category, severity, would_action, error: own['error'] },
      ),
      would_action: verdict.would?.action,
      key_id: keyIdOf(context),
      agent_key: call.agentKey,
      user_role: effectiveRole(agentic, call),
      session_id: call.sessionId,
      latency_ms: Math.round(verdict.latency_ms * 1_000) / 1_000,
      trace_id: context.traceId,
    },
  }
}
