import type { Endpoint, Handlers } from '@gatehouse/contracts'
import { guardEndpoints } from '@gatehouse/contracts/guard'
import type { RequestContext } from '@gatehouse/http'
import type { Tenants } from '../tenants.ts'

type Table = typeof guardEndpoints
type AnyHandler = (request: {
  readonly params: Readonly<Record<string, unknown>>
  readonly context: RequestContext
}) => unknown

/**
 * Wraps handlers so that this instance checks for changes after their writes. Callers see the effect of their writes immediately, and
 * other instances follow within a second. docs/spec/guard.md "Policies and tenants".
 */
export function readYourWrites(
  handlers: Handlers<Table, RequestContext>,
  tenants: Pick<Tenants, 'expire'>,
): Handlers<Table, RequestContext> {
  const wrapped = Object.entries<Endpoint>(guardEndpoints).map(([name, row]) => {
    // The table's type already checks each handler against its row.
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
