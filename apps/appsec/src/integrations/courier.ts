import type { Logger } from '@gatehouse/http'
import type { Clock } from '@gatehouse/kernel'
import type { Egress } from '@gatehouse/kernel/egress'
import type { KeyRing } from '@gatehouse/kernel/sealing'
import type { CourierParts } from '@gatehouse/platform'
import type { Store } from '@gatehouse/store'
import type { AuditLog } from '@gatehouse/store/audit'
import {
  disableIntegration,
  integrationQueue,
  type IntegrationReceiver,
  type ScanNotice,
} from '@gatehouse/store/integrations'
import { chainOf } from '../audited.ts'
import { secretsOf } from './config.ts'
import { sendChat } from './send-chat.ts'

interface Parts {
  readonly store: Store
  readonly keys: KeyRing
  readonly egress: Egress
  readonly clock: Clock
  readonly audit: Pick<AuditLog, 'append'>
  readonly log: Logger
  readonly consoleUrl: () => string
}

/** Returns how queued events are sent to integrations. */
export function integrationCourier(parts: Parts): CourierParts<IntegrationReceiver> {
  const { store, keys, clock, audit, log, consoleUrl } = parts
  return {
    store,
    queue: integrationQueue,
    clock,
    log,
    random: Math.random,
    refusal: ({ receiver: { enabled } }) => (enabled ? undefined : 'the integration is disabled'),
    send({ id, tenantId, receiverId, body, receiver }, signal) {
      const { webhookUrl } = secretsOf({ organizationId: tenantId, id: receiverId, secrets: receiver.secrets }, keys)
      // The service itself wrote this object.
      const notice = JSON.parse(body) as ScanNotice
      const call = { webhookUrl, config: receiver.config, notice, deliveryId: id, consoleUrl: consoleUrl() }
      return sendChat(call, parts, signal)
    },
    async switchOff({ tenantId, receiverId }, reason) {
      if (!(await disableIntegration(store, tenantId, receiverId, reason))) return
      log.warn({ organization_id: tenantId, integration_id: receiverId, reason }, 'disabled an integration')
      await audit.append({
        tenant_id: chainOf(tenantId),
        actor: 'system',
        action: 'integration.disabled',
        request_id: null,
        details: { resource: 'integration', resourceId: receiverId, email: 'system', details: { reason } },
      })
    },
  }
}
