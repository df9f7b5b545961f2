import { ModelUpstream } from '@gatehouse/contracts/content'
import { z } from 'zod'

/** Kind of model upstream items. */
export const UPSTREAM_KIND = 'model_upstream'

/** An upstream in the tenant's items, by name. Only the sealed part is secret. */
export const StoredUpstream = ModelUpstream.omit({ name: true, api_key: true, headers: true }).extend({
  /** Position in the list, to preserve the order. */
  position: z.int(),
  has_key: z.boolean(),
  header_names: z.array(z.string()),
  /** {@link UpstreamSecrets} sealed with the master key, in Base64. */
  sealed: z.string(),
})
export type StoredUpstream = z.infer<typeof StoredUpstream>

/** Sealed content. */
export const UpstreamSecrets = z.object({
  api_key: z.string().nullable(),
  headers: z.record(z.string(), z.string()),
})
export type UpstreamSecrets = z.infer<typeof UpstreamSecrets>

const parsed = new WeakMap<object, StoredUpstream>()

/** Returns the upstream of an item, cached per version of its tenant. */
export function storedUpstream(document: Readonly<Record<string, unknown>>): StoredUpstream {
  let upstream = parsed.get(document)
  if (upstream === undefined) {
    upstream = StoredUpstream.parse(document)
    parsed.set(document, upstream)
  }
  return upstream
}
