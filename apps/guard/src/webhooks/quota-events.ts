import type { Cache } from '@gatehouse/cache'
import { Failure } from '@gatehouse/kernel'
import type { Usage } from '../usage/usage.ts'
import type { Webhooks } from './webhooks.ts'

/** Own limit: an exhausted quota rejects every request; its tenant is notified at this interval. */
const TOLD_EVERY_MS = 15 * 60 * 1_000

/** Wraps the usage: sends an event for rejections, at an interval per quota, across all instances, and without waiting for it. */
export function notifyingUsage(
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
        // The request is rejected either way; a failed notification has no effect.
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
