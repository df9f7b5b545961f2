import { setWebhookSecret } from '@gatehouse/store/projects'
import { memberEntry } from '../audited.ts'
import { storeWebhookSecret } from '../projects/webhook-secret.ts'
import { ownProject } from '../projects/own-project.ts'
import type { AppsecHandler } from './handler.ts'

export const makeWebhookSecret: AppsecHandler<'makeWebhookSecret'> =
  (ports) =>
  async ({ params, body, context }) => {
    const { id: projectId, organizationId } = await ownProject(params.projectId, ports, context)
    const secret = await storeWebhookSecret({ organizationId, projectId }, body?.secret, ports)
    const event = { action: 'webhook_secret.made', resource: 'project', resourceId: projectId } as const
    await ports.audit.append(memberEntry(event, context))
    return { projectId, secret: secret.reveal() }
  }

export const deleteWebhookSecret: AppsecHandler<'deleteWebhookSecret'> =
  (ports) =>
  async ({ params, context }) => {
    const { id, organizationId, hasWebhookSecret } = await ownProject(params.projectId, ports, context)
    if (!hasWebhookSecret) return
    await setWebhookSecret(ports.store, organizationId, id, null)
    const event = { action: 'webhook_secret.deleted', resource: 'project', resourceId: id } as const
    await ports.audit.append(memberEntry(event, context))
  }
