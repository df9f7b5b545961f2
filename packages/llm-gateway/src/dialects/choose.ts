import type { RequestContext } from '@gatehouse/http'
import type { Dialect } from '../chat/dialect.ts'
import type { ChatPorts } from '../chat/ports.ts'
import type { ModelUpstreamService } from '../upstreams/create-model-upstreams.ts'

/** What is looked at to choose. */
export type ChoosePorts = Pick<ChatPorts, 'tenants'> & { readonly upstreams: Pick<ModelUpstreamService, 'serves'> }

/**
 * The interface itself where an upstream of the tenant speaks it, and else its translation where one speaks the other.
 * @param translated the same for clients, in front of upstreams that speak another dialect
 */
export async function chooseDialect(
  own: Dialect,
  translated: Dialect,
  model: string,
  { tenantId }: RequestContext,
  { tenants, upstreams }: ChoosePorts,
): Promise<Dialect> {
  const found = tenants.snapshot(tenantId)
  const tenant = found instanceof Promise ? await found : found
  if (upstreams.serves(tenant, { model, dialect: own.upstream })) return own
  return upstreams.serves(tenant, { model, dialect: translated.upstream }) ? translated : own
}
