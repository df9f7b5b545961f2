import type { ModelUpstream, ModelUpstreamWrite } from '@gatehouse/contracts'
import { Failure, MASK } from '@gatehouse/kernel'
import type { TenantItem } from '@gatehouse/store'
import type { UpstreamSealer } from './sealer.ts'
import { type StoredUpstream, storedUpstream, type UpstreamSecrets } from './stored-upstream.ts'

/**
 * The documents of a list that replaces another one.
 * @throws {Failure} `invalid_request` where a secret is to be kept that is not there, or was given for another address
 */
export function documentsOf(
  tenantId: string,
  upstreams: readonly ModelUpstreamWrite[],
  before: readonly TenantItem[],
  sealer: UpstreamSealer,
): ReadonlyMap<string, StoredUpstream> {
  const stored = new Map(before.map((item) => [item.name, storedUpstream(item.document)]))
  return new Map(
    upstreams.map((upstream, position) => {
      const { name, api_key, headers, ...rest } = upstream
      const { base_url } = rest
      const kept = keptSecrets({ tenantId, upstream, position }, stored.get(name), sealer)
      const secrets: UpstreamSecrets = {
        api_key: api_key === MASK ? kept.api_key : api_key || null,
        headers: Object.fromEntries(
          Object.entries(headers).map(([key, value]) => [
            key.toLowerCase(),
            value === MASK ? kept.headers[key.toLowerCase()]! : value,
          ]),
        ),
      }
      const document: StoredUpstream = {
        ...rest,
        position,
        has_key: secrets.api_key !== null,
        header_names: Object.keys(secrets.headers),
        sealed: sealer.seal({ tenantId, name, base_url }, secrets),
      }
      return [name, document]
    }),
  )
}

interface Wanted {
  readonly tenantId: string
  readonly upstream: ModelUpstreamWrite
  readonly position: number
}

function keptSecrets(
  { tenantId, upstream: { name, base_url, api_key, headers }, position }: Wanted,
  stored: StoredUpstream | undefined,
  sealer: UpstreamSealer,
): UpstreamSecrets {
  const keptHeaders = Object.entries(headers).filter(([, value]) => value === MASK)
  const place = ['body', 'upstreams', position]
  const first =
    api_key === MASK ? [...place, 'api_key'] : [...place, 'headers', ...keptHeaders.slice(0, 1).map(([key]) => key)]
  if (api_key !== MASK && keptHeaders.length === 0) return { api_key: null, headers: {} }
  if (stored === undefined) throw refused(first, `No secret is stored for "${name}" that *** could keep.`)
  // Who may write but not read a key could have it sent to an address of his own.
  if (stored.base_url !== base_url) {
    throw refused(first, `The address of "${name}" changes, so its secrets must be given anew.`)
  }
  if (api_key === MASK && !stored.has_key) throw refused(first, `"${name}" has no key that *** could keep.`)
  const secrets = sealer.open({ tenantId, name, base_url }, stored.sealed)
  for (const [key] of keptHeaders) {
    if (!Object.hasOwn(secrets.headers, key.toLowerCase())) {
      throw refused([...place, 'headers', key], `"${name}" has no header "${key}" that *** could keep.`)
    }
  }
  return secrets
}

/** Upstreams as they are read, in the order in which they were written. */
export function upstreamViews(items: readonly TenantItem[]): ModelUpstream[] {
  return items
    .map(({ name, document }) => ({ name, stored: storedUpstream(document) }))
    .toSorted((a, b) => a.stored.position - b.stored.position)
    .map(({ name, stored }) => ({
      name,
      base_url: stored.base_url,
      models: stored.models,
      weight: stored.weight,
      order: stored.order,
      dialect: stored.dialect,
      timeout_s: stored.timeout_s,
      idle_timeout_s: stored.idle_timeout_s,
      retries: stored.retries,
      enabled: stored.enabled,
      api_key: stored.has_key ? MASK : null,
      headers: Object.fromEntries(stored.header_names.map((key) => [key, MASK])),
    }))
}

function refused(path: readonly (string | number)[], message: string): Failure {
  return new Failure('invalid_request', message, { violations: [{ path, message, type: 'secret_not_kept' }] })
}
