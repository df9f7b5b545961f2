import { type Endpoint, guardEndpoints, type Handlers } from '@gatehouse/contracts'
import type { RequestContext } from '@gatehouse/http'
import type { Tenants } from '../tenants.ts'

type Table = typeof guardEndpoints
type AnyHandler = (request: {
  readonly params: Readonly<Record<string, unknown>>
  readonly context: RequestContext
}) => unknown

/**
 * Wraps handlers so that this instance checks for changes after their writes before the next decision: a caller that writes a policy sees
 * its effect at once. Other instances follow within a second. docs/spec/guard.md "Policies and tenants".
 */
export function readYourWrites(
  handlers: Handlers<Table, RequestContext>,
  tenants: Pick<Tenants, 'expire'>,
): Handlers<Table, RequestContext> {
  const wrapped = Object.entries<Endpoint>(guardEndpoints).map(([name, row]) => {
    // The table's type has joined each handler to its row; here all rows are treated alike.
    const handler = handlers[name as keyof Table] as AnyHandler
    return [name, writes(row) ? thenExpire(handler, row, tenants) : handler]
  })
  return Object.fromEntries(wrapped) as Handlers<Table, RequestContext>
}

function writes({ method, auth }: Endpoint): boolean {
  return method !== 'GET' && (auth === 'config' || auth === 'platform')
}

function thenExpire(handler: AnyHandler, { auth }: Endpoint, tenants: Pick<Tenants, 'expire'>): AnyHandler {
  return async (request) => {
    try {
      return await handler(request)
    } finally {
      const tenantId = auth === 'config' ? request.context.tenantId : request.params['tenant_id']
      // A failed write may still have been executed.
      if (typeof tenantId === 'string') tenants.expire(tenantId)
    }
  }
}
