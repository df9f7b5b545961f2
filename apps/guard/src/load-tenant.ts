import { CustomPolicyRule } from '@gatehouse/contracts/policies'
import { rememberPolicy } from '@gatehouse/guards'
import { type TextWorker, workAside } from '@gatehouse/guards/data-policy'
import { Failure } from '@gatehouse/kernel'
import type { Store } from '@gatehouse/store'
import { listAgents } from '@gatehouse/store/agents'
import {
  type CustomPolicyRow,
  keepLearned,
  listCustomPolicies,
  listItems,
  loadTenantConfig,
} from '@gatehouse/store/tenants'
import { listWebhooks } from '@gatehouse/store/webhooks'
import { quotaOf } from './administration/tenant-view.ts'
import type { StoredTenant } from './tenants.ts'

/**
 * Loads a tenant with its complete configuration. Reads the configuration first: newer items are reloaded with the next version, but stale
 * items would persist.
 */
export async function loadTenant(
  store: Store,
  id: string,
  worker: TextWorker | undefined,
): Promise<StoredTenant | undefined> {
  const found = await loadTenantConfig(store, id)
  if (found === undefined) return undefined
  const { version, createdAt, config, plan, quota } = found
  const [customPolicies, agents, items, webhooks] = await Promise.all([
    listCustomPolicies(store, id),
    listAgents(store, id),
    listItems(store, id),
    listWebhooks(store, id),
  ])
  await Promise.all(customPolicies.map((policy) => recall(store, id, policy, worker)))
  // Writers store only objects here.
  const own = quota as Readonly<Record<string, unknown>>
  const quotas = quotaOf({ id, plan, quota: own })
  return { version, createdAt, config, quota: quotas, customPolicies, agents, items, webhooks }
}

/** Loads the trained weights of policies before compilation. Trains and stores missing weights. */
async function recall(
  store: Store,
  tenantId: string,
  { id, version, definition, learned }: CustomPolicyRow,
  worker: TextWorker | undefined,
): Promise<void> {
  const rule = CustomPolicyRule.safeParse({ ...definition, policy_id: id })
  if (!rule.success) return
  const { prompt, examples } = rule.data
  const source = { prompt, violating: examples.violating, allowed: examples.allowed }
  if (learned !== null && rememberPolicy(source, learned)) return
  const chars = prompt.length + [...source.violating, ...source.allowed].join('').length
  let fresh: Uint8Array | undefined
  try {
    fresh = await workAside(worker, 'learnPolicy', { source }, { tenantId, chars })
  } catch (thrown) {
    // The compilation trains the policy instead.
    if (!(thrown instanceof Failure)) throw thrown
  }
  if (fresh === undefined) return
  rememberPolicy(source, fresh)
  // If the write fails, the next instance trains again in some milliseconds.
  void keepLearned(store, tenantId, { id, version, learned: fresh }).catch(() => undefined)
}
