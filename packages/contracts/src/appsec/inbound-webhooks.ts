import { z } from 'zod'
import { post } from '../endpoint.ts'

/** Last path segments for events of git hosts: docs/spec/appsec.md "Webhooks in". */
export const WEBHOOK_PROVIDERS = ['github', 'gitlab', 'bitbucket', 'azure-devops'] as const

/** docs/spec/appsec.md §4. */
export const inboundWebhookEndpoints = {
  receiveWebhook: post('/api/webhooks/{provider}', {
    auth: 'none',
    summary: 'Receive a webhook event from a git host',
    description: `Providers: ${WEBHOOK_PROVIDERS.join(', ')}.`,
    alsoRefuses: [501],
    tags: ['Webhooks'],
    response: z.looseObject({}),
    status: 202,
  }),
}
