import { createHash } from 'node:crypto'
import type { WebhookAnswer, WebhookProvider } from '@gatehouse/contracts/hosts'
import { Failure, messageOf } from '@gatehouse/kernel'
import type { RequestContext } from '@gatehouse/http'
import { findWebhookProjects, type WebhookProject } from '@gatehouse/store/projects'
import type { AppsecPorts } from '../routes/handler.ts'
import { openFor } from '../settings/sealed.ts'
import { azureDevops } from './azure-devops.ts'
import { bitbucket } from './bitbucket.ts'
import { github } from './github.ts'
import { gitlab } from './gitlab.ts'
import type { HostDelivery, HostWebhooks } from './host-event.ts'
import { type Outcome, queueEventScan } from './queue-scan.ts'

const HOSTS: Readonly<Record<WebhookProvider, HostWebhooks>> = {
  github,
  gitlab,
  bitbucket,
  'azure-devops': azureDevops,
}

/** Own limit; ids of git hosts are UUIDs. */
const DELIVERY_ID_CHARS_MAX = 200

/**
 * Queues the scans for an event, in every project whose secret verifies it.
 * @throws {Failure} `Unauthorized` if there are projects with the repository, but none whose secret verifies the event; the same for all
 *   reasons
 */
export async function receiveEvent(
  provider: WebhookProvider,
  delivery: HostDelivery,
  ports: AppsecPorts,
  context: RequestContext,
): Promise<WebhookAnswer> {
  const host = HOSTS[provider]
  const addresses = host.addressesOf(delivery.payload)
  if (addresses.length === 0) return { message: 'Event ignored', reason: 'repository_missing' }
  const candidates = await findWebhookProjects(ports.store, addresses)
  if (candidates.length === 0) return { message: 'No matching project found', reason: 'repository_unknown' }
  const projects = candidates.filter((project) => isVerified(project, host, delivery, ports, context))
  if (projects.length === 0) throw unauthorized()
  const event = host.eventOf(delivery)
  if ('ignored' in event) return { message: 'Event ignored', reason: event.ignored }
  const key = `${provider}:${host.deliveryIdOf(delivery)?.slice(0, DELIVERY_ID_CHARS_MAX) ?? digestOf(delivery)}`
  const outcomes: Outcome[] = []
  const failures: unknown[] = []
  for (const project of projects) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- each organization has its own quota
      outcomes.push(await queueEventScan({ provider, project, event, key }, ports, context))
    } catch (error) {
      failures.push(error)
    }
  }
  const scanIds = outcomes.flatMap((outcome) => ('queued' in outcome ? [outcome.queued] : []))
  const [scanId] = scanIds
  // A failed event can be sent again: projects with a scan then ignore it.
  if (scanId === undefined && failures.length > 0) throw failures[0]
  for (const error of failures) context.log.warn({ error: messageOf(error) }, 'a webhook queued no scan')
  if (scanId !== undefined) return { scanId, status: 'QUEUED', trigger: event.trigger, scanIds }
  const [ignored] = outcomes.filter((outcome) => 'reason' in outcome)
  return { message: 'Event ignored', ...ignored! }
}

function isVerified(
  { id, organizationId, webhookSecret }: WebhookProject,
  host: HostWebhooks,
  delivery: HostDelivery,
  { keys }: Pick<AppsecPorts, 'keys'>,
  { log }: Pick<RequestContext, 'log'>,
): boolean {
  if (webhookSecret === null) return false
  try {
    return host.isAuthentic(delivery, openFor('project_webhook_secret', { organizationId, id }, webhookSecret, keys))
  } catch (error) {
    // A secret of a removed master key must not affect other projects.
    log.warn({ error: messageOf(error), project_id: id }, 'a webhook secret cannot be decrypted')
    return false
  }
}

function digestOf({ bytes }: HostDelivery): string {
  return createHash('sha256').update(bytes).digest('hex')
}

function unauthorized(): Failure {
  return new Failure(
    'Unauthorized',
    'The webhook is not authenticated: create a webhook secret for the project, and set the same secret in the git host.',
  )
}
