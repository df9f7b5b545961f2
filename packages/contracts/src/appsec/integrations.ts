import { z } from 'zod'
import { del, get, post } from '../endpoint.ts'

const common = { auth: 'member', alsoRefuses: [501], tags: ['Integrations'] } as const

/** Chat, tickets, security events: docs/spec/appsec.md §4. */
export const integrationEndpoints = {
  listIntegrations: get('/api/integrations', {
    ...common,
    summary: 'List the integrations of the organization',
    response: z.object({ integrations: z.array(z.unknown()) }),
  }),
  saveIntegration: post('/api/integrations', {
    ...common,
    role: 'SECURITY',
    summary: 'Create or update an integration',
    response: z.looseObject({ id: z.string() }),
  }),
  testIntegration: post('/api/integrations/test', {
    ...common,
    role: 'SECURITY',
    summary: 'Test an integration without saving it',
    response: z.looseObject({ ok: z.boolean() }),
  }),
  deleteIntegration: del('/api/integrations/{id}', {
    ...common,
    role: 'SECURITY',
    summary: 'Delete an integration',
    status: 204,
  }),
  listDeliveries: get('/api/integrations/{id}/deliveries', {
    ...common,
    summary: 'List deliveries of an integration',
    response: z.object({ deliveries: z.array(z.unknown()) }),
  }),
}
