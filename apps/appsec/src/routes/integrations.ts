import type { Handlers } from '@gatehouse/contracts'
import type { Integration, integrationEndpoints, IntegrationDelivery } from '@gatehouse/contracts/appsec'
import { memberOf, type RequestContext } from '@gatehouse/http'
import { Failure, isoTime, MASK, uuidv7 } from '@gatehouse/kernel'
import type { DeliveryRow } from '@gatehouse/store/deliveries'
import {
  deleteIntegration,
  findIntegration,
  integrationQueue,
  type IntegrationRow,
  listIntegrations,
  saveIntegration,
  type ScanNotice,
} from '@gatehouse/store/integrations'
import { isUuid, owned } from '@gatehouse/store/organizations'
import { memberEntry } from '../audited.ts'
import { chatFields, checkConfig, isKept, mustSendUrl, secretsOf } from '../integrations/config.ts'
import { sendChat } from '../integrations/send-chat.ts'
import type { AppsecPorts } from './handler.ts'

const ZERO = { CRITICAL: 0, HIGH: 0, MEDIUM: 0, LOW: 0, INFO: 0 } as const

/** Handlers of outbound integrations and their deliveries. */
export function integrationHandlers(ports: AppsecPorts): Handlers<typeof integrationEndpoints, RequestContext> {
  const { store, egress, keys, clock } = ports

  return {
    async listIntegrations({ context }) {
      return { integrations: (await listIntegrations(store, memberOf(context).organizationId)).map(shown) }
    },
    async saveIntegration({ body, context }) {
      const { organizationId } = memberOf(context)
      const { id, kind, name, enabled, config } = body
      if (id !== undefined) await own(id, ports, context)
      await checkConfig(kind, config, egress)
      const saved = await saveIntegration(store, organizationId, { id, kind, name }, (rowId, stored) =>
        chatFields({ name, enabled, config }, { organizationId, id: rowId }, stored, keys),
      )
      await note('saved', saved.id, { kind, name, enabled }, ports, context)
      return shown(saved)
    },
    async testIntegration({ body: { id, kind, name, config }, context }) {
      const stored = id === undefined ? undefined : await own(id, ports, context)
      await checkConfig(kind, config, egress)
      if (isKept(config.webhookUrl) && stored === undefined) throw mustSendUrl()
      const webhookUrl = isKept(config.webhookUrl) ? secretsOf(stored!, keys).webhookUrl : config.webhookUrl!
      const notice = testNotice(name ?? stored?.name ?? kind, isoTime(clock.now()))
      const call = { webhookUrl, config, notice, deliveryId: uuidv7(), consoleUrl: ports.consoleUrl() }
      const { ok, status, error } = await sendChat(call, ports)
      await note('tested', stored?.id ?? kind, { kind, ok }, ports, context)
      return { ok, status, detail: ok ? 'The receiver accepted the test message.' : `Test failed: ${error}.` }
    },
    async deleteIntegration({ params, context }) {
      const { id, organizationId, kind, name } = await own(params.id, ports, context)
      if (!(await deleteIntegration(store, organizationId, id)))
        throw new Failure('not_found', 'Integration not found.')
      await note('deleted', id, { kind, name }, ports, context)
    },
    ...deliveryHandlers(ports),
  }
}

/** Handlers of the delivery log. */
function deliveryHandlers(
  ports: AppsecPorts,
): Pick<Handlers<typeof integrationEndpoints, RequestContext>, 'listDeliveries' | 'retryIntegrationDelivery'> {
  const { store, clock, deliveries } = ports
  return {
    async listDeliveries({ params, query: { status, limit, cursor }, context }) {
      const { id, organizationId } = await own(params.id, ports, context)
      const lower = status?.toLowerCase() as DeliveryRow['status'] | undefined
      const which = { receiverId: id, status: lower, before: cursor, limit: limit + 1 }
      const rows = await integrationQueue.list(store, organizationId, which)
      const page = rows.slice(0, limit)
      return {
        deliveries: page.map(shownDelivery),
        nextCursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
      }
    },
    async retryIntegrationDelivery({ params: { id, deliveryId }, context }) {
      const { id: receiverId, organizationId, enabled } = await own(id, ports, context)
      const found = isUuid(deliveryId)
        ? await integrationQueue.read(store, organizationId, { id: deliveryId, receiverId })
        : undefined
      if (found === undefined) throw new Failure('not_found', 'Delivery not found.')
      if (found.status === 'pending') throw new Failure('conflict', 'The delivery is already queued.')
      if (!enabled) throw new Failure('conflict', 'The integration is disabled. Enable it first.')
      const queued = await integrationQueue.requeue(store, found, new Date(clock.now()))
      if (queued === undefined) throw new Failure('not_found', 'Delivery not found.')
      deliveries.kick()
      await note('redelivered', receiverId, { deliveryId }, ports, context)
      return shownDelivery(queued)
    },
  }
}

async function own(id: string, { store }: AppsecPorts, context: RequestContext): Promise<IntegrationRow> {
  return owned(await findIntegration(store, id), memberOf(context).organizationId, 'integration')
}

async function note(
  action: 'saved' | 'tested' | 'deleted' | 'redelivered',
  resourceId: string,
  details: Readonly<Record<string, unknown>>,
  { audit }: AppsecPorts,
  context: RequestContext,
): Promise<void> {
  const event = { action: `integration.${action}`, resource: 'integration', resourceId, details } as const
  await audit.append(memberEntry(event, context))
}

function shown({ organizationId: _of, secrets, events: _events, config, ...row }: IntegrationRow): Integration {
  return {
    ...row,
    config: { ...(secrets === null ? {} : { webhookUrl: MASK }), ...config },
    failingSince: row.failingSince?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

export function shownDelivery(row: DeliveryRow): IntegrationDelivery {
  const last = row.log.at(-1)
  return {
    id: row.id,
    integrationId: row.receiverId,
    event: row.event,
    status: row.status.toUpperCase() as IntegrationDelivery['status'],
    attempts: row.log.length,
    nextAttemptAt: row.status === 'pending' ? row.nextAttemptAt.toISOString() : null,
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
    responseStatus: last?.status ?? null,
    error: last?.error ?? null,
    // The service itself wrote this object.
    payload: JSON.parse(row.body) as Record<string, unknown>,
    log: row.log.map(({ duration_ms: durationMs, ...attempt }) => ({ ...attempt, durationMs })),
  }
}

function testNotice(name: string, createdAt: string): ScanNotice {
  return {
    event: 'test',
    scanId: '',
    projectId: '',
    project: name,
    branch: null,
    commitSha: null,
    status: '',
    gateResult: '',
    gateReasons: [],
    counts: ZERO,
    newCounts: ZERO,
    createdAt,
  }
}
