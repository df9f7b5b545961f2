import type { ReplayAnswer, ReplayChange, ReplayedVerdict, ReplayRequest } from '@gatehouse/contracts/guard'
import { CustomPolicyRule, type GuardBlock, type NewCustomPolicy } from '@gatehouse/contracts/policies'
import { type Action, actionRank } from '@gatehouse/contracts/verdicts'
import {
  allGuards,
  type ContentStage,
  createRegistry,
  type GuardPorts as EnginePorts,
  runPolicy,
  withCustomRules,
} from '@gatehouse/guards'
import { type Clock, Failure } from '@gatehouse/kernel'
import type { StoredRequest } from '@gatehouse/store/sealed'
import { setImmediate as turn } from 'node:timers/promises'
import { createPolicies, type Policies, type TenantSnapshot } from '@gatehouse/screening'
import type { TenantKey } from '../vault/tenant-key.ts'
import { findingsOf, StoredContent, replayedRun } from './kept-content.ts'
import { contentBelonging } from './keeper.ts'

/** Dependencies of a replay. */
export interface ReplayParts {
  readonly configured: Readonly<Partial<Record<ContentStage, GuardBlock>>>
  readonly model: EnginePorts['model']
  readonly clock: Clock
}

/** Time limit of one replay; partial results are returned. */
const REPLAY_MS_MAX = 20_000

/** Guards that depend on earlier requests or on a file that was not stored. Their decisions are excluded from the comparison. */
const NOT_REPLAYED: ReadonlySet<string> = new Set(['rate_limiter', 'file_extraction'])

/** Ports without side effects. */
const NO_EFFECTS: EnginePorts = {
  windows: { hit: () => ({ allowed: true, used: 0, retryAfter_ms: 0 }) },
  turns: { add: () => Promise.resolve(), read: () => Promise.resolve([]) },
}

/**
 * Compiles the policies of a draft, separate from those that serve requests: a replay must not use live ports.
 * @throws {Failure} `invalid_request` that names the invalid guard or setting
 */
export function draftPolicies({ configured, model }: ReplayParts, useModel: boolean): Policies {
  const ports = useModel && model !== undefined ? { ...NO_EFFECTS, model } : NO_EFFECTS
  return createPolicies({ registry: createRegistry(allGuards), ports, configured })
}

/** Policies of a tenant before they are merged with defaults. */
export interface OwnPolicies {
  readonly input_guardrails: GuardBlock
  readonly output_guardrails: GuardBlock
  readonly rules: readonly NewCustomPolicy[]
}

/** Returns the tenant with the draft applied: omitted parts stay unchanged. */
export function draftTenant(tenant: TenantSnapshot, own: OwnPolicies, draft: ReplayRequest['policy']): TenantSnapshot {
  const rules = draft.custom_policies ?? own.rules
  const block = (stage: ContentStage): GuardBlock =>
    withCustomRules(
      stage,
      draft[`${stage}_guardrails`] ?? own[`${stage}_guardrails`],
      rules.filter((rule) => rule.stage === stage).map((rule) => CustomPolicyRule.parse(rule)),
    ) ?? {}
  return { ...tenant, mode: draft.mode ?? tenant.mode, blocks: { input: block('input'), output: block('output') } }
}

/** Tenant snapshots to compare. */
export interface Compared {
  readonly draft: TenantSnapshot
  /** Current tenant; default: compare with the recorded verdicts. */
  readonly current?: TenantSnapshot
}

/** Runs stored requests through a draft, one at a time, and yields to other requests in between. */
export async function replay(
  keptRequests: readonly StoredRequest[],
  { draft, current }: Compared,
  policies: Policies,
  { ring }: TenantKey,
  clock: Clock,
): Promise<Omit<ReplayAnswer, 'tenant_id' | 'retention_enabled'>> {
  const started = performance.now()
  const latencies: number[] = []
  const changes: ReplayChange[] = []
  const counts = { newly_refused: 0, no_longer_refused: 0, action: 0, guardrails: 0 }
  let unreadable = 0
  let truncated = false
  for (const item of keptRequests) {
    if (performance.now() - started > REPLAY_MS_MAX) {
      truncated = true
      break
    }
    const content = opened(item, draft.tenantId, ring)
    if (content === undefined) {
      unreadable += 1
      continue
    }
    const before =
      current === undefined
        ? inShort(content.findings)
        : (await replayOne(item, content, current, policies, clock)).verdict
    const { verdict: after, latency_ms } = await replayOne(item, content, draft, policies, clock)
    latencies.push(latency_ms)
    const kind = kindOf(before, after)
    if (kind !== undefined) {
      counts[kind] += 1
      const timestamp = item.createdAt.toISOString()
      changes.push({ request_id: item.requestId, timestamp, stage: item.stage, kind, before, after })
    }
    await turn()
  }
  const times = latencies.toSorted((a, b) => a - b)
  const at = (share: number): number => times[Math.min(times.length - 1, Math.floor(share * times.length))] ?? 0
  const latency_ms = { p50: at(0.5), p95: at(0.95), max: times.at(-1) ?? 0 }
  return { replayed: times.length, changed: changes.length, counts, unreadable, truncated, latency_ms, changes }
}

async function replayOne(
  { stage }: StoredRequest,
  content: StoredContent,
  tenant: TenantSnapshot,
  policies: Policies,
  clock: Clock,
): Promise<{ readonly verdict: ReplayedVerdict; readonly latency_ms: number }> {
  const policy = policies.policyFor(stage, tenant, undefined, [])
  const { text, untrusted_length: untrustedLength } = content
  const subject = { text, ...(untrustedLength === undefined ? {} : { untrustedLength }) }
  const verdict = await runPolicy(policy, subject, replayedRun(tenant.tenantId, stage, content, clock))
  return { verdict: inShort(findingsOf(verdict)), latency_ms: Math.round(verdict.latency_ms * 1_000) / 1_000 }
}

function opened(
  { id, ciphertext }: StoredRequest,
  tenantId: string,
  ring: TenantKey['ring'],
): StoredContent | undefined {
  try {
    const text = ring.open(ciphertext, contentBelonging(tenantId, id)).toString()
    return StoredContent.parse(JSON.parse(text))
  } catch (thrown) {
    // Encrypted with a deleted key, or corrupted: the content is unreadable.
    if (thrown instanceof Failure) return undefined
    throw thrown
  }
}

/** Returns the decision regardless of the mode: the strictest action of the guards. */
function inShort(findings: StoredContent['findings']): ReplayedVerdict {
  const guardrails = findings
    .filter(({ guardrail }) => !NOT_REPLAYED.has(guardrail))
    .toSorted((a, b) => (a.guardrail < b.guardrail ? -1 : 1))
  const action = guardrails.reduce<Action>(
    (most, item) => (actionRank(item.action) > actionRank(most) ? item.action : most),
    'pass',
  )
  return { action, guardrails }
}

function kindOf(before: ReplayedVerdict, after: ReplayedVerdict): ReplayChange['kind'] | undefined {
  if (isRefusal(before.action) !== isRefusal(after.action)) {
    return isRefusal(after.action) ? 'newly_refused' : 'no_longer_refused'
  }
  if (before.action !== after.action) return 'action'
  return JSON.stringify(before.guardrails) === JSON.stringify(after.guardrails) ? undefined : 'guardrails'
}

function isRefusal(action: Action): boolean {
  return action === 'block' || action === 'require_approval'
}
