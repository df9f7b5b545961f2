import type { Handlers } from '@gatehouse/contracts'
import { type inboundWebhookEndpoints, WEBHOOK_PROVIDERS } from '@gatehouse/contracts/hosts'
import type { RequestContext } from '@gatehouse/http'
import { Failure } from '@gatehouse/kernel'
import { receiveEvent } from '../webhooks/receive.ts'
import type { AppsecPorts } from './handler.ts'

export function inboundWebhookHandlers(ports: AppsecPorts): Handlers<typeof inboundWebhookEndpoints, RequestContext> {
  return {
    async receiveWebhook({ params, headers, body, context }) {
      const provider = WEBHOOK_PROVIDERS.find((name) => name === params.provider)
      if (provider === undefined) {
        throw new Failure('not_found', 'Unknown git host.', { extra: { availableProviders: WEBHOOK_PROVIDERS } })
      }
      const bytes = context.bodyBytes ?? new Uint8Array()
      const answer = await receiveEvent(provider, { headers, bytes, payload: body }, ports, context)
      context.status('scanId' in answer && 'status' in answer ? 202 : 200)
      return answer
    },
  }
}
