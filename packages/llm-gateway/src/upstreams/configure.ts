import { type ModelUpstream, type ModelUpstreamWrite, UPSTREAMS_MAX } from '@gatehouse/contracts/content'
import { Failure, MASK } from '@gatehouse/kernel'
import type { UpstreamSealer } from './sealer.ts'
import { type StoredUpstream, storedUpstream, type UpstreamSecrets } from './stored-upstream.ts'

/** An upstream of a tenant as the app stores it. */
export interface UpstreamItem {
  readonly name: string
  readonly document: Readonly<Record<string, unknown>>
}

type Documents = ReadonlyMap<string, StoredUpstream>

/**
 * Returns the documents of a new list.
 * @throws {Failure} `invalid_request` if a secret to keep does not exist, or belongs to another address
 */
export function documentsOf(
  tenantId: string,
  upstreams: readonly ModelUpstreamWrite[],
  before: readonly UpstreamItem[],
  sealer: UpstreamSealer,
): Documents {
  const stored = storedByName(before)
  return new Map(
    upstreams.map((upstream, position) => {
      const wanted = { tenantId, upstream, position, place: ['body', 'upstreams', position] }
      return [upstream.name, documentOf(wanted, stored.get(upstream.name), sealer)]
    }),
  )
}

/**
 * Returns all documents with one created or replaced. A new document is appended.
 * @throws {Failure} like {@link documentsOf}; `limit_reached` above the limit
 */
export function documentsWith(
  tenantId: string,
  upstream: ModelUpstreamWrite,
  before: readonly UpstreamItem[],
  sealer: UpstreamSealer,
): Documents {
  const stored = storedByName(before)
  const old = stored.get(upstream.name)
  const position = old?.position ?? Math.max(-1, ...[...stored.values()].map((item) => item.position)) + 1
  const after = new Map(stored).set(
    upstream.name,
    documentOf({ tenantId, upstream, position, place: ['body'] }, old, sealer),
  )
  if (after.size > UPSTREAMS_MAX) {
    throw new Failure('limit_reached', `A tenant can have at most ${UPSTREAMS_MAX} model providers.`)
  }
  return after
}

/**
 * Returns all documents except one.
 * @throws {Failure} `not_found`
 */
export function documentsWithout(name: string, before: readonly UpstreamItem[]): Documents {
  const after = new Map(storedByName(before))
  if (!after.delete(name))
    throw new Failure('not_found', `Model provider "${name.slice(0, 128)}" not found in this tenant.`)
  return after
}

const storedByName = (items: readonly UpstreamItem[]): Documents =>
  new Map(items.map((item) => [item.name, storedUpstream(item.document)]))

interface Wanted {
  readonly tenantId: string
  readonly upstream: ModelUpstreamWrite
  readonly position: number
  /** Path in the request. */
  readonly place: readonly (string | number)[]
}

function documentOf(wanted: Wanted, stored: StoredUpstream | undefined, sealer: UpstreamSealer): StoredUpstream {
  const { tenantId, position, upstream } = wanted
  const { name, api_key, headers, ...rest } = upstream
  const entry = retainedSecrets(wanted, stored, sealer)
  const secrets: UpstreamSecrets = {
    api_key: api_key === MASK ? entry.api_key : api_key || null,
    headers: Object.fromEntries(
      Object.entries(headers).map(([key, value]) => [
        key.toLowerCase(),
        value === MASK ? entry.headers[key.toLowerCase()]! : value,
      ]),
    ),
  }
  return {
    ...rest,
    position,
    has_key: secrets.api_key !== null,
    header_names: Object.keys(secrets.headers),
    sealed: sealer.seal({ tenantId, name, base_url: rest.base_url }, secrets),
  }
}

function retainedSecrets(
  { tenantId, upstream: { name, base_url, api_key, headers }, place }: Wanted,
  stored: StoredUpstream | undefined,
  sealer: UpstreamSealer,
): UpstreamSecrets {
  const keptHeaders = Object.entries(headers).filter(([, value]) => value === MASK)
  const first =
    api_key === MASK ? [...place, 'api_key'] : [...place, 'headers', ...keptHeaders.slice(0, 1).map(([key]) => key)]
  if (api_key !== MASK && keptHeaders.length === 0) return { api_key: null, headers: {} }
  if (stored === undefined)
    throw refused(first, `"***" keeps the stored secret, but no secret is stored for "${name}".`)
  // Otherwise users who can write but not read a key could have it sent to another address.
  if (stored.base_url !== base_url) {
    throw refused(first, `The URL of "${name}" changed. Send its secrets again.`)
  }
  if (api_key === MASK && !stored.has_key)
    throw refused(first, `"***" keeps the stored key, but "${name}" has no stored key.`)
  const secrets = sealer.open({ tenantId, name, base_url }, stored.sealed)
  for (const [key] of keptHeaders) {
    if (!Object.hasOwn(secrets.headers, key.toLowerCase())) {
      throw refused(
        [...place, 'headers', key],
        `"***" keeps the stored value, but "${name}" has no stored header "${key}".`,
      )
    }
  }
  return secrets
}

/** Returns upstreams for a response, in their stored order. */
export function upstreamViews(items: readonly UpstreamItem[]): ModelUpstream[] {
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
