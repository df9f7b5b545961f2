import type { RequestContext } from '@gatehouse/http'
import type { Dialect } from '../chat/dialect.ts'
import type { ChatPorts } from '../chat/ports.ts'
import type { ModelUpstreamService } from '../upstreams/create-model-upstreams.ts'

/** Dependencies of the selection. */
export type ChoosePorts = Pick<ChatPorts, 'tenants'> & { readonly upstreams: Pick<ModelUpstreamService, 'serves'> }

/**
 * Returns the dialect if an upstream of the tenant supports it, otherwise its translation if an upstream supports the other dialect.
 * @param translated the same client dialect, for upstreams with another dialect
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
