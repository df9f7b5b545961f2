import { z } from 'zod'
import { del, get, post } from '../endpoint.ts'
import { line } from './text.ts'

const common = { auth: 'member', tags: ['Integrations'] } as const
const NAME_CHARS_MAX = 100
const CHANNEL_CHARS_MAX = 100
const URL_CHARS_MAX = 2_048
/** Own limit of a page of deliveries. */
const PAGE_MAX = 200

export const INTEGRATION_KINDS = ['CHAT', 'TICKETING', 'SIEM', 'DAST', 'CODE_SIGNING'] as const
export type IntegrationKind = (typeof INTEGRATION_KINDS)[number]

/** Events that create a delivery, the most important first. A scan creates at most one delivery per integration. */
export const INTEGRATION_EVENTS = ['critical_finding', 'gate_failed', 'new_advisory', 'scan_complete'] as const
export type IntegrationEvent = (typeof INTEGRATION_EVENTS)[number]

/** Message formats of chat services. */
export const CHAT_FORMATS = ['slack', 'teams', 'mattermost', 'discord', 'generic'] as const
export type ChatFormat = (typeof CHAT_FORMATS)[number]

const ALIASES: Readonly<Record<string, IntegrationKind>> = { SLACK: 'CHAT', JIRA: 'TICKETING' }
const Kind = z.preprocess((word) => {
  const upper = typeof word === 'string' ? word.toUpperCase() : word
  return typeof upper === 'string' && Object.hasOwn(ALIASES, upper) ? ALIASES[upper] : upper
}, z.enum(INTEGRATION_KINDS))

export const IntegrationConfig = z.looseObject({
  webhookUrl: z
    .string()
    .max(URL_CHARS_MAX)
    .optional()
    .describe('CHAT. Secret: returned as `***`; `***` or blank keeps the stored URL.'),
  channel: line(CHANNEL_CHARS_MAX).optional().describe('CHAT. Overrides the channel where the service permits it.'),
  format: z.enum(CHAT_FORMATS).optional().describe('CHAT. Default: according to the host name, else `generic`.'),
  notifyOn: z.array(z.enum(INTEGRATION_EVENTS)).optional().describe('CHAT. Default: all events.'),
})
export type IntegrationConfig = z.infer<typeof IntegrationConfig>

const NewIntegration = {
  kind: Kind.describe('`SLACK` means CHAT, `JIRA` means TICKETING.'),
  name: line(NAME_CHARS_MAX),
  config: IntegrationConfig,
}

export const Integration = z.object({
  id: z.string(),
  kind: z.enum(INTEGRATION_KINDS),
  name: z.string(),
  enabled: z.boolean(),
  config: z.record(z.string(), z.unknown()).describe('Secrets are returned as `***`.'),
  failingSince: z.string().nullable(),
  disabledReason: z.string().nullable().describe('Set if the service disabled the integration after failures.'),
  dropped: z.int().describe('Events above the limit of 10,000 waiting deliveries.'),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type Integration = z.infer<typeof Integration>

const DELIVERY_STATUSES = ['PENDING', 'DELIVERED', 'DEAD'] as const

export const IntegrationDelivery = z.object({
  id: z.string(),
  integrationId: z.string(),
  event: z.string(),
  status: z.enum(DELIVERY_STATUSES),
  attempts: z.int(),
  nextAttemptAt: z.string().nullable(),
  createdAt: z.string(),
  finishedAt: z.string().nullable(),
  responseStatus: z.int().nullable(),
  error: z.string().nullable(),
  payload: z.record(z.string(), z.unknown()),
  log: z.array(
    z.object({
      at: z.string(),
      durationMs: z.int(),
      status: z.int().nullable(),
      error: z.string().nullable(),
      snippet: z.string(),
    }),
  ),
})
export type IntegrationDelivery = z.infer<typeof IntegrationDelivery>

/** Chat, tickets, security events: docs/spec/appsec.md §4. */
export const integrationEndpoints = {
  listIntegrations: get('/api/integrations', {
    ...common,
    summary: 'List the integrations of the organization',
    response: z.object({ integrations: z.array(Integration) }),
  }),
  saveIntegration: post('/api/integrations', {
    ...common,
    role: 'SECURITY',
    alsoRefuses: [501],
    summary: 'Create or update an integration',
    description:
      'Updates the integration with this `id`, or else with this kind and name. Supports CHAT; other kinds return 501.',
    body: z.object({ id: z.string().optional(), ...NewIntegration, enabled: z.boolean().default(true) }),
    response: Integration,
  }),
  testIntegration: post('/api/integrations/test', {
    ...common,
    role: 'SECURITY',
    alsoRefuses: [501],
    summary: 'Deliver a test event without saving the integration',
    description: 'With `id`, masked secrets are taken from the stored integration.',
    body: z.object({ id: z.string().optional(), ...NewIntegration, name: NewIntegration.name.optional() }),
    response: z.object({ ok: z.boolean(), status: z.int().nullable(), detail: z.string() }),
  }),
  deleteIntegration: del('/api/integrations/{id}', {
    ...common,
    role: 'SECURITY',
    summary: 'Delete an integration with its deliveries',
    status: 204,
  }),
  listDeliveries: get('/api/integrations/{id}/deliveries', {
    ...common,
    summary: 'List deliveries of an integration, newest first',
    query: z.object({
      status: z
        .preprocess((word) => (typeof word === 'string' ? word.toUpperCase() : word), z.enum(DELIVERY_STATUSES))
        .optional(),
      limit: z.coerce.number().int().min(1).max(PAGE_MAX).default(50),
      cursor: z.uuid().optional(),
    }),
    response: z.object({ deliveries: z.array(IntegrationDelivery), nextCursor: z.string().nullable() }),
  }),
  retryIntegrationDelivery: post('/api/integrations/{id}/deliveries/{deliveryId}/retry', {
    ...common,
    role: 'SECURITY',
    summary: 'Queue a delivery again',
    response: IntegrationDelivery,
  }),
}
