import type { Handlers } from '@gatehouse/contracts'
import { type inboundWebhookEndpoints, WEBHOOK_PROVIDERS } from '@gatehouse/contracts/appsec'
import type { RequestContext } from '@gatehouse/http'
import { Failure } from '@gatehouse/kernel'

export function inboundWebhookHandlers(): Handlers<typeof inboundWebhookEndpoints, RequestContext> {
  return {
    receiveWebhook({ params: { provider } }) {
      if (WEBHOOK_PROVIDERS.some((item) => item === provider)) {
        throw new Failure('not_implemented', 'This service does not support webhooks from git hosts yet.')
      }
      throw new Failure('not_found', 'Unknown git host.', {
        extra: { availableProviders: WEBHOOK_PROVIDERS },
      })
    },
  }
}
