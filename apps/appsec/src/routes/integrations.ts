import type { Handlers } from '@gatehouse/contracts'
import type { integrationEndpoints } from '@gatehouse/contracts/appsec'
import type { RequestContext } from '@gatehouse/http'
import { Failure } from '@gatehouse/kernel'

/** Permission is checked first. */
export function integrationHandlers(): Handlers<typeof integrationEndpoints, RequestContext> {
  return {
    listIntegrations: refuse,
    saveIntegration: refuse,
    testIntegration: refuse,
    deleteIntegration: refuse,
    listDeliveries: refuse,
  }
}

function refuse(): never {
  throw new Failure('not_implemented', 'This version does not support chat, ticketing and SIEM integrations.')
}
