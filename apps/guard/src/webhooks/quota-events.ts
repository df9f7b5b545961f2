import type { Cache } from '@gatehouse/cache'
import { Failure } from '@gatehouse/kernel'
import type { Usage } from '../usage/usage.ts'
import type { Webhooks } from './webhooks.ts'

/** Own limit: interval of notifications about an exhausted quota. */
const TOLD_EVERY_MS = 15 * 60 * 1_000

/** Wraps the usage and sends an event for rejections, at an interval per quota across all instances. Does not wait for the event. */
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
        // The request is rejected even if the notification fails.
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
