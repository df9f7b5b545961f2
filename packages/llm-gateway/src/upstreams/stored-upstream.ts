import { ModelUpstream } from '@gatehouse/contracts'
import { z } from 'zod'

/** Kind of the items that hold model upstreams. */
export const UPSTREAM_KIND = 'model_upstream'

/** An upstream as the tenant's items hold it, under its name; nothing in it is a secret but what is sealed. */
export const StoredUpstream = ModelUpstream.omit({ name: true, api_key: true, headers: true }).extend({
  /** Its place in the list, so that it reads back as it was written. */
  position: z.int(),
  has_key: z.boolean(),
  header_names: z.array(z.string()),
  /** {@link UpstreamSecrets} under the master key, in Base64. */
  sealed: z.string(),
})
export type StoredUpstream = z.infer<typeof StoredUpstream>

/** What is sealed. */
export const UpstreamSecrets = z.object({
  api_key: z.string().nullable(),
  headers: z.record(z.string(), z.string()),
})
export type UpstreamSecrets = z.infer<typeof UpstreamSecrets>

const parsed = new WeakMap<object, StoredUpstream>()

/** The upstream of an item, read once for each version of its tenant. */
export function storedUpstream(document: Readonly<Record<string, unknown>>): StoredUpstream {
  let upstream = parsed.get(document)
  if (upstream === undefined) {
    upstream = StoredUpstream.parse(document)
    parsed.set(document, upstream)
  }
  return upstream
}
