import type { Cache } from '@gatehouse/cache'
import { Failure } from '@gatehouse/kernel'
import type { Usage } from '../usage/usage.ts'
import type { Webhooks } from './webhooks.ts'

/** Ours: a quota that is used up refuses every request; its tenant is told once in a while. */
const TOLD_EVERY_MS = 15 * 60 * 1_000

/** Usage whose refusals tenants are told of: once in a while for each quota, over all instances, and not waited for. */
export function tellingUsage(
  usage: Usage,
  webhooks: Pick<Webhooks, 'notify'>,
  cache: Pick<Cache, 'putIfAbsent'>,
): Usage {
  async function tell(tenantId: string, { quota, retry_after }: Readonly<Record<string, unknown>>): Promise<void> {
    if (await cache.putIfAbsent(`${tenantId}:webhook:quota:${String(quota)}`, TOLD_EVERY_MS)) {
      await webhooks.notify(tenantId, 'quota_exceeded', { quota, retry_after })
    }
  }

  const telling = (tenantId: string, admitted: Promise<void> | undefined): Promise<void> | undefined =>
    admitted?.catch((thrown: unknown) => {
      if (thrown instanceof Failure && thrown.code === 'quota_exceeded') {
        // The request is refused either way; that nobody could be told of it changes nothing.
        void tell(tenantId, thrown.extra).catch(() => undefined)
      }
      throw thrown
    })

  return {
    admit: (tenantId, quota, tokens) => telling(tenantId, usage.admit(tenantId, quota, tokens)),
    admitAside: (tenantId, quota) => telling(tenantId, usage.admitAside(tenantId, quota)),
    spend: (tenantId, tokens) => usage.spend(tenantId, tokens),
    blocked: (tenantId) => usage.blocked(tenantId),
    read: (tenantId) => usage.read(tenantId),
    close: () => usage.close(),
  }
}
