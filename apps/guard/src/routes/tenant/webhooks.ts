import type { Handlers } from '@gatehouse/contracts'
import {
  type guardEndpoints,
  SECRET_CHARS_STRONG,
  WEBHOOK_EVENTS,
  type webhookEndpoints,
} from '@gatehouse/contracts/guard'
import type { RequestContext } from '@gatehouse/http'
import { Failure, MASK, Secret, uuidv7 } from '@gatehouse/kernel'
import type { DeliveryRow } from '@gatehouse/store/deliveries'
import {
  changeWebhook as changeRow,
  deleteWebhook as deleteRow,
  insertWebhook,
  listWebhooks as listWebhookRows,
  readWebhook as readWebhookRow,
  webhookQueue,
  type WebhookRow,
  WEBHOOKS_MAX,
} from '@gatehouse/store/webhooks'
import { actorOf, changeEntry } from '../../administration/audited.ts'
import { checkedAddress } from '../../webhooks/address.ts'
import { deliveryView, webhookView } from '../../webhooks/view.ts'
import type { GuardHandler, GuardPorts } from '../handler.ts'

const listWebhooks: GuardHandler<'listWebhooks'> =
  ({ store }) =>
  async ({ context: { tenantId } }) => ({
    tenant_id: tenantId,
    webhooks: (await listWebhookRows(store, tenantId)).map((row) => webhookView(row)),
    events: [...WEBHOOK_EVENTS],
  })

const createWebhook: GuardHandler<'createWebhook'> =
  ({ store, audit, egress, webhooks }) =>
  async ({ body: { secret: given, ...fields }, context }) => {
    const { tenantId } = context
    const warning = joined(await checkedAddress(fields.url, egress), weakness(given))
    const id = uuidv7()
    const secret = given === undefined ? webhooks.secrets.make() : new Secret(given)
    const sealed = webhooks.secrets.seal(tenantId, id, secret)
    const made = await insertWebhook(store, tenantId, { id, ...fields, secret: sealed, by: actorOf(context) })
    if (made === 'full') throw new Failure('limit_reached', `A tenant can have at most ${WEBHOOKS_MAX} webhooks.`)
    webhooks.changed(tenantId)
    await audit.append(changeEntry('webhook.create', tenantId, context, { webhook_id: id, events: fields.events }))
    return webhookView(made, { secret: secret.reveal(), ...(warning === undefined ? {} : { warning }) })
  }

const readWebhook: GuardHandler<'readWebhook'> =
  (ports) =>
  async ({ params: { webhook_id: id }, context: { tenantId } }) =>
    webhookView(await existing(tenantId, id, ports))

const changeWebhook: GuardHandler<'changeWebhook'> =
  ({ store, audit, egress, webhooks }) =>
  async ({ params: { webhook_id: id }, body, context }) => {
    const { tenantId } = context
    if (!UUID.test(id)) throw unknownWebhook(id)
    const { secret: given, rotate_secret: rotates = false, ...patch } = body
    const brought = given === undefined || given === MASK || given === '' ? undefined : new Secret(given)
    const ofAddress = patch.url === undefined ? undefined : await checkedAddress(patch.url, egress)
    const warning = joined(ofAddress, weakness(brought?.reveal()))
    const secret = brought ?? (rotates ? webhooks.secrets.make() : undefined)
    const sealed = secret === undefined ? undefined : webhooks.secrets.seal(tenantId, id, secret)
    const changed = await changeRow(store, tenantId, { id, by: actorOf(context) }, (before) => ({
      url: patch.url ?? before.url,
      events: patch.events ?? before.events,
      description: patch.description ?? before.description,
      enabled: patch.enabled ?? before.enabled,
      secret: sealed ?? before.secret,
    }))
    if (changed === undefined) throw unknownWebhook(id)
    webhooks.changed(tenantId)
    const fields = Object.keys(body)
    await audit.append(changeEntry('webhook.update', tenantId, context, { webhook_id: id, fields }))
    return webhookView(changed, {
      // Only a generated secret is returned, and only once.
      ...(secret === undefined || brought !== undefined ? {} : { secret: secret.reveal() }),
      ...(warning === undefined ? {} : { warning }),
    })
  }

const deleteWebhook: GuardHandler<'deleteWebhook'> =
  ({ store, audit, webhooks }) =>
  async ({ params: { webhook_id: id }, context }) => {
    const done = UUID.test(id) && (await deleteRow(store, context.tenantId, id))
    if (!done) throw unknownWebhook(id)
    webhooks.changed(context.tenantId)
    await audit.append(changeEntry('webhook.delete', context.tenantId, context, { webhook_id: id }))
    return { status: 'deleted', id }
  }

const testWebhook: GuardHandler<'testWebhook'> =
  (ports) =>
  async ({ params: { webhook_id: id }, context }) => {
    const webhook = await existing(context.tenantId, id, ports)
    const delivery = await ports.webhooks.ping(context.tenantId, webhook)
    const ok = delivery.status === 'delivered'
    await ports.audit.append(changeEntry('webhook.test', context.tenantId, context, { webhook_id: id, ok }))
    return { ok, delivery: deliveryView(delivery) }
  }

const listDeliveries: GuardHandler<'listDeliveries'> =
  (ports) =>
  async ({ params: { webhook_id: id }, query, context: { tenantId } }) => {
    await existing(tenantId, id, ports)
    return page(tenantId, { ...query, receiverId: id }, ports)
  }

const listAllDeliveries: GuardHandler<'listAllDeliveries'> =
  (ports) =>
  ({ query, context: { tenantId } }) =>
    page(tenantId, query, ports)

const readDelivery: GuardHandler<'readDelivery'> =
  (ports) =>
  async ({ params: { webhook_id: webhookId, delivery_id: id }, context: { tenantId } }) =>
    deliveryView(await existingDelivery(tenantId, { webhookId, id }, ports))

const retryDelivery: GuardHandler<'retryDelivery'> =
  (ports) =>
  async ({ params: { webhook_id: webhookId, delivery_id: id }, context }) =>
    deliveryView(await retried(await existingDelivery(context.tenantId, { webhookId, id }, ports), context, ports))

const retryDeliveryAlso: GuardHandler<'retryDeliveryAlso'> =
  (ports) =>
  async ({ params: { delivery_id: id }, context }) =>
    deliveryView(await retried(await existingDelivery(context.tenantId, { id }, ports), context, ports))

export function webhookHandlers(ports: GuardPorts): WebhookHandlers {
  return {
    listWebhooks: listWebhooks(ports),
    createWebhook: createWebhook(ports),
    readWebhook: readWebhook(ports),
    changeWebhook: changeWebhook(ports),
    deleteWebhook: deleteWebhook(ports),
    testWebhook: testWebhook(ports),
    listDeliveries: listDeliveries(ports),
    listAllDeliveries: listAllDeliveries(ports),
    readDelivery: readDelivery(ports),
    retryDelivery: retryDelivery(ports),
    retryDeliveryAlso: retryDeliveryAlso(ports),
  }
}

type WebhookHandlers = Pick<Handlers<typeof guardEndpoints, RequestContext>, keyof typeof webhookEndpoints>

function weakness(secret: string | undefined): string | undefined {
  if (secret === undefined || secret.length >= SECRET_CHARS_STRONG) return undefined
  return `A secret with fewer than ${SECRET_CHARS_STRONG} characters can be brute-forced from a captured delivery.`
}

function joined(...warnings: readonly (string | undefined)[]): string | undefined {
  const said = warnings.filter((warning) => warning !== undefined)
  return said.length === 0 ? undefined : said.join(' ')
}

/** Prevents database errors for malformed ids. */
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

async function existing(tenantId: string, id: string, { store }: GuardPorts): Promise<WebhookRow> {
  const row = UUID.test(id) ? await readWebhookRow(store, tenantId, id) : undefined
  if (row === undefined) throw unknownWebhook(id)
  return row
}

async function existingDelivery(
  tenantId: string,
  { id, webhookId }: { readonly id: string; readonly webhookId?: string },
  { store }: GuardPorts,
): Promise<DeliveryRow> {
  const isWellFormed = UUID.test(id) && (webhookId === undefined || UUID.test(webhookId))
  const row = isWellFormed ? await webhookQueue.read(store, tenantId, { id, receiverId: webhookId }) : undefined
  if (row === undefined) throw unknownDelivery(id)
  return row
}

async function page(
  tenantId: string,
  {
    limit,
    cursor,
    ...rest
  }: Omit<Parameters<typeof webhookQueue.list>[2], 'before'> & { readonly cursor?: string | undefined },
  { store }: GuardPorts,
) {
  const rows = await webhookQueue.list(store, tenantId, { ...rest, before: cursor, limit: limit + 1 })
  const shown = rows.slice(0, limit)
  return {
    deliveries: shown.map(deliveryView),
    next_cursor: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
  }
}

/** @throws {Failure} `conflict` for a disabled webhook, which would immediately abandon the delivery */
async function retried(delivery: DeliveryRow, context: RequestContext, ports: GuardPorts): Promise<DeliveryRow> {
  const { enabled } = await existing(delivery.tenantId, delivery.receiverId, ports)
  if (!enabled) throw new Failure('conflict', 'The webhook is disabled. Enable it first.')
  const queued = await ports.webhooks.retry(delivery)
  if (queued === undefined) throw unknownDelivery(delivery.id)
  const details = { webhook_id: delivery.receiverId, delivery_id: delivery.id }
  await ports.audit.append(changeEntry('webhook.retry', context.tenantId, context, details))
  return queued
}

function unknownWebhook(id: string): Failure {
  return new Failure('not_found', `Webhook "${id.slice(0, 64)}" not found.`)
}

function unknownDelivery(id: string): Failure {
  return new Failure('not_found', `Delivery "${id.slice(0, 64)}" not found.`)
}
