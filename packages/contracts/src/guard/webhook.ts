import { z } from 'zod'
import { del, get, post, put } from '../endpoint.ts'

/** What a webhook may be told of. The first six: docs/spec/guard.md "Gateways", outbound webhooks. */
export const WEBHOOK_EVENTS = [
  'guardrail_blocked',
  'tool_disabled',
  'tool_enabled',
  'policy_changed',
  'budget_exceeded',
  'approval_requested',
  'approval_decided',
  'breaker_opened',
  'breaker_closed',
  'quota_exceeded',
] as const
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]

const URL_CHARS_MAX = 2_048
const DESCRIPTION_CHARS_MAX = 500
const SECRET_CHARS = { min: 8, max: 256 } as const
/** RFC 2104 section 3: a key shorter than the hash weakens the signature. Below this a secret can be guessed by trying. */
export const SECRET_CHARS_STRONG = 16

const Url = z.url().max(URL_CHARS_MAX)
/** `*` is every event, those of later versions included. */
const Events = z
  .array(z.enum([...WEBHOOK_EVENTS, '*']))
  .min(1)
  .max(WEBHOOK_EVENTS.length + 1)
const Secret = z
  .string()
  .min(SECRET_CHARS.min)
  .max(SECRET_CHARS.max)
  .regex(/^[\x21-\x7e]*$/, 'must be printable ASCII without spaces')
const Description = z.string().max(DESCRIPTION_CHARS_MAX)

export const NewWebhook = z.object({
  url: Url,
  events: Events.default(['*']),
  /** The service makes one where it is absent. */
  secret: Secret.optional(),
  enabled: z.boolean().default(true),
  description: Description.default(''),
})

/** What is absent stays. `***` for the secret, which is what reads show, keeps it too. */
export const WebhookPatch = z.object({
  url: Url.optional(),
  events: Events.optional(),
  secret: z.union([z.literal(['***', '']), Secret]).optional(),
  /** Makes a new secret, shown once. */
  rotate_secret: z.boolean().optional(),
  enabled: z.boolean().optional(),
  description: Description.optional(),
})

/** A webhook as it is read. */
export const Webhook = z.object({
  id: z.string(),
  url: z.string(),
  events: z.array(z.string()),
  /** `***`; in clear once, in the answer to its making. */
  secret: z.string(),
  enabled: z.boolean(),
  description: z.string(),
  /** Since when every attempt has failed. */
  failing_since: z.string().nullable(),
  /** Why the service switched it off itself. */
  disabled_reason: z.string().nullable(),
  /** Events that found no room in the backlog. */
  dropped: z.number().int(),
  created_at: z.string(),
  updated_at: z.string(),
  /** What may keep deliveries from arriving. */
  warning: z.string().optional(),
})
export type Webhook = z.infer<typeof Webhook>

const DELIVERY_STATUSES = ['pending', 'delivered', 'dead'] as const
const LIMIT = { default: 50, max: 200 } as const

const DeliveryAttempt = z.object({
  at: z.string(),
  duration_ms: z.number(),
  /** Status of the answer; null where there was none. */
  status: z.number().int().nullable(),
  error: z.string().nullable(),
  /** The beginning of the answer, credentials masked. */
  snippet: z.string(),
})

/** An event on its way to one receiver, or its history. */
export const Delivery = z.object({
  id: z.string(),
  webhook_id: z.string(),
  event: z.string(),
  status: z.enum(DELIVERY_STATUSES),
  attempts: z.number().int(),
  /** Null once it is delivered or dead. */
  next_attempt_at: z.string().nullable(),
  created_at: z.string(),
  finished_at: z.string().nullable(),
  /** Of the last attempt. */
  response_status: z.number().int().nullable(),
  error: z.string().nullable(),
  log: z.array(DeliveryAttempt),
  /** What is sent. */
  payload: z.record(z.string(), z.unknown()),
})
export type Delivery = z.infer<typeof Delivery>

const DeliveryQuery = z.object({
  status: z.enum(DELIVERY_STATUSES).optional(),
  limit: z.coerce.number().int().min(1).max(LIMIT.max).default(LIMIT.default),
  cursor: z.uuid().optional(),
})
const DeliveryPage = z.object({ deliveries: z.array(Delivery), next_cursor: z.string().nullable() })

const TAGS = ['Webhooks']
const BASE = '/v1/tenant/me/webhooks'

/** Where a tenant wants to be told of events. docs/spec/guard.md "Gateways", outbound webhooks. */
export const webhookEndpoints = {
  listWebhooks: get(BASE, {
    auth: 'config',
    summary: "List the tenant's webhooks",
    tags: TAGS,
    response: z.object({ tenant_id: z.string(), webhooks: z.array(Webhook), events: z.array(z.string()) }),
  }),
  createWebhook: post(BASE, {
    auth: 'config',
    summary: 'Create a webhook',
    description:
      'Deliveries have the headers `X-Shield-Event`, `X-Shield-Delivery`, `X-Shield-Timestamp` and ' +
      '`X-Shield-Signature`: `sha256=` and the hexadecimal HMAC-SHA-256 of `<timestamp>.<body>` with the secret. ' +
      'Deliveries without a 2xx response are retried for a day. A delivery can arrive more than once with the same ID. ' +
      'The secret is returned only in this response.',
    tags: TAGS,
    status: 201,
    body: NewWebhook,
    response: Webhook,
    examples: {
      request: {
        blocks: {
          summary: 'Chat notification about blocked requests',
          value: { url: 'https://hooks.example.com/gatehouse', events: ['guardrail_blocked', 'approval_requested'] },
        },
      },
    },
  }),
  listAllDeliveries: get(`${BASE}/deliveries`, {
    auth: 'config',
    summary: 'List deliveries of all webhooks, newest first; `status=dead` lists failed deliveries',
    tags: TAGS,
    query: DeliveryQuery,
    response: DeliveryPage,
  }),
  readWebhook: get(`${BASE}/{webhook_id}`, {
    auth: 'config',
    summary: 'Get a webhook',
    tags: TAGS,
    response: Webhook,
  }),
  changeWebhook: put(`${BASE}/{webhook_id}`, {
    auth: 'config',
    summary: 'Update a webhook',
    tags: TAGS,
    body: WebhookPatch,
    response: Webhook,
  }),
  deleteWebhook: del(`${BASE}/{webhook_id}`, {
    auth: 'config',
    summary: 'Delete a webhook and its deliveries',
    tags: TAGS,
    response: z.object({ status: z.literal('deleted'), id: z.string() }),
  }),
  testWebhook: post(`${BASE}/{webhook_id}/test`, {
    auth: 'config',
    summary: 'Send a test ping and return the response',
    tags: TAGS,
    response: z.object({ ok: z.boolean(), delivery: Delivery }),
  }),
  listDeliveries: get(`${BASE}/{webhook_id}/deliveries`, {
    auth: 'config',
    summary: 'List the deliveries of a webhook, newest first',
    tags: TAGS,
    query: DeliveryQuery,
    response: DeliveryPage,
  }),
  readDelivery: get(`${BASE}/{webhook_id}/deliveries/{delivery_id}`, {
    auth: 'config',
    summary: 'Get a delivery with its attempts',
    tags: TAGS,
    response: Delivery,
  }),
  retryDelivery: post(`${BASE}/{webhook_id}/deliveries/{delivery_id}/retry`, {
    auth: 'config',
    summary: 'Retry a delivery',
    tags: TAGS,
    response: Delivery,
  }),
  retryDeliveryAlso: post(`${BASE}/deliveries/{delivery_id}/retry`, {
    auth: 'config',
    summary: 'Retry a delivery of any webhook',
    tags: TAGS,
    response: Delivery,
  }),
} as const
