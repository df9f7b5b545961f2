import type { Handlers } from '@gatehouse/contracts'
import type { guardEndpoints, ReplayRequest, replayEndpoints, Retention } from '@gatehouse/contracts/guard'
import { hasEntries } from '@gatehouse/guards'
import type { RequestContext } from '@gatehouse/http'
import { Failure } from '@gatehouse/kernel'
import {
  changeRetentionDays,
  countStoredRequests,
  dropTenantKey,
  deleteStoredRequests,
  readStoredRequests,
  RETENTION_ITEM,
} from '@gatehouse/store/sealed'
import { deleteItem, listCustomPolicies, putItem, readItem } from '@gatehouse/store/tenants'
import { actorOf, changeEntry } from '../../administration/audited.ts'
import { policyPart } from '../../administration/policy-document.ts'
import { unmaskedBlock } from '../../administration/secret-settings.ts'
import { draftPolicies, draftTenant, type OwnPolicies, replay } from '../../replay/replay.ts'
import { NO_RETENTION, storedRetention } from '../../replay/retention.ts'
import { CONTENT_PURPOSE } from '../../vault/tenant-key.ts'
import type { GuardHandler, GuardPorts } from '../handler.ts'
import { customPolicyView } from './custom-policies.ts'
import { ownRecord } from './own.ts'

/** Maximum number of concurrent replays of one instance: each uses the processor for seconds. */
const REPLAYS_AT_ONCE_MAX = 2
const RETRY_AFTER_S = 10

const readRetention: GuardHandler<'readRetention'> =
  (ports) =>
  ({ context: { tenantId } }) =>
    retentionView(tenantId, ports)

const changeRetention: GuardHandler<'changeRetention'> =
  (ports) =>
  async ({ body, context }) => {
    const { tenantId } = context
    if (!body.enabled) await dropChoice(tenantId, context, ports)
    else await keepChoice(tenantId, body, context, ports)
    return retentionView(tenantId, ports)
  }

const dropRetention: GuardHandler<'dropRetention'> =
  (ports) =>
  async ({ context }) => ({
    status: 'deleted',
    tenant_id: context.tenantId,
    erased: await dropChoice(context.tenantId, context, ports),
  })

export function replayHandlers(
  ports: GuardPorts,
): Pick<Handlers<typeof guardEndpoints, RequestContext>, keyof typeof replayEndpoints> {
  const running = new Set<string>()
  return {
    readRetention: readRetention(ports),
    changeRetention: changeRetention(ports),
    dropRetention: dropRetention(ports),
    async replayPolicies({ body, context }) {
      const { tenantId } = context
      if (running.has(tenantId) || running.size >= REPLAYS_AT_ONCE_MAX) {
        throw new Failure('unavailable', 'Another replay is running.', { retryAfter_s: RETRY_AFTER_S })
      }
      running.add(tenantId)
      try {
        return await replayed(body, context, ports)
      } finally {
        running.delete(tenantId)
      }
    },
  }
}

async function replayed(body: ReplayRequest, context: RequestContext, ports: GuardPorts) {
  const { tenants, store, audit, clock, contentKeyOf } = ports
  const { tenantId } = context
  const { policy, limit, since, use_model: useModel, compare_with: baseline } = body
  const own = await ownPolicies(tenantId, ports)
  const policies = draftPolicies(ports, useModel)
  const tenant = await tenants.snapshot(tenantId)
  const draft = draftTenant(tenant, own, unmasked(policy, own, ports))
  const current = baseline === 'current_policy' ? { current: draftTenant(tenant, own, {}) } : {}
  for (const stage of ['input', 'output'] as const) {
    const block = draft.blocks[stage]
    if (hasEntries(block)) policies.validate(stage, block, ['body', 'policy', `${stage}_guardrails`])
  }
  const keptRequests = await readStoredRequests(store, tenantId, {
    now: new Date(clock.now()),
    limit,
    ...(since === undefined ? {} : { since: new Date(since) }),
  })
  const answer = await replay(keptRequests, { draft, ...current }, policies, await contentKeyOf(tenantId), clock)
  const { replayed: count, changed } = answer
  await audit.append(changeEntry('policy.replay', tenantId, context, { replayed: count, changed, use_model: useModel }))
  return { tenant_id: tenantId, retention_enabled: (await choiceOf(tenantId, ports)).enabled, ...answer }
}

async function ownPolicies(tenantId: string, { store }: GuardPorts): Promise<OwnPolicies> {
  const { config } = await ownRecord(store, tenantId)
  return { ...policyPart(config), rules: (await listCustomPolicies(store, tenantId)).map(customPolicyView) }
}

/** Replaces masks in a draft with the stored values, because clients send back drafts with masks. */
function unmasked(
  { input_guardrails: input, output_guardrails: output, ...rest }: ReplayRequest['policy'],
  own: OwnPolicies,
  { registry }: GuardPorts,
): ReplayRequest['policy'] {
  return {
    ...rest,
    ...(input === undefined ? {} : { input_guardrails: unmaskedBlock('input', input, own.input_guardrails, registry) }),
    ...(output === undefined
      ? {}
      : { output_guardrails: unmaskedBlock('output', output, own.output_guardrails, registry) }),
  }
}

async function keepChoice(
  tenantId: string,
  choice: Retention,
  context: RequestContext,
  { store, audit }: GuardPorts,
): Promise<void> {
  const kept = await putItem(store, tenantId, { ...RETENTION_ITEM, by: actorOf(context) }, () => choice)
  if (kept === 'full') throw new Failure('limit_reached', 'The tenant has reached its document limit.')
  await changeRetentionDays(store, tenantId, choice.days)
  await audit.append(changeEntry('retention.update', tenantId, context, { ...choice }))
}

/** Disables retention before deleting the contents, so that no new content is written. */
async function dropChoice(tenantId: string, context: RequestContext, { store, audit }: GuardPorts): Promise<number> {
  await deleteItem(store, tenantId, RETENTION_ITEM.kind, RETENTION_ITEM.name)
  const erased = await deleteStoredRequests(store, tenantId)
  await dropTenantKey(store, tenantId, CONTENT_PURPOSE)
  await audit.append(changeEntry('retention.delete', tenantId, context, { erased }))
  return erased
}

async function choiceOf(tenantId: string, { store }: GuardPorts): Promise<Retention> {
  const item = await readItem(store, tenantId, RETENTION_ITEM.kind, RETENTION_ITEM.name)
  return item === undefined ? NO_RETENTION : storedRetention(item.document)
}

async function retentionView(tenantId: string, ports: GuardPorts) {
  const { count, oldest } = await countStoredRequests(ports.store, tenantId, new Date(ports.clock.now()))
  return {
    tenant_id: tenantId,
    ...(await choiceOf(tenantId, ports)),
    kept: count,
    oldest: oldest?.toISOString() ?? null,
  }
}
