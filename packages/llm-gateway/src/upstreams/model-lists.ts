import { cached } from '@gatehouse/kernel'
import type { ListedModel } from '@gatehouse/contracts/content'
import type { Clock } from '@gatehouse/kernel'
import type { Egress } from '@gatehouse/kernel/egress'
import { z } from 'zod'
import { addressOf } from './attempt.ts'
import { exactnessOf } from './candidates.ts'
import { authentication } from './headers.ts'
import type { ModelListing } from './model-upstreams.ts'
import type { Upstream } from './upstream.ts'

export interface ModelLists {
  models(upstreams: readonly Upstream[]): Promise<ModelListing>
  /** @returns undefined if no upstream's list contains it */
  model(upstreams: readonly Upstream[], name: string): Promise<ListedModel | undefined>
}

/** Own limit: cache time of a provider's list, and retry delay after a failed request. */
const LIST_FRESH_MS = 60_000
const LIST_FAILED_MS = 10_000
/** Maximum number of lists in memory. The least recently used is evicted first. */
const LISTS_MAX = 1_000
/** Own limit: the largest resellers list some hundred models, each with a long description. */
const LIST_BYTES_MAX = 4 * 1_024 * 1_024
const LIST_MODELS_MAX = 2_000
const LIST_MS_MAX = 5_000
/** Form of configured model names: no whitespace. */
const MODEL_NAME = /^[^\s\p{C}]{1,256}$/u
/** RFC 3339 cannot represent later times. */
const SECONDS_MAX = 253_402_300_799

/** Used fields of a provider's list, in either dialect. */
const ProviderList = z.object({
  data: z.array(z.object({ id: z.string().min(1), created: z.int().min(0).max(SECONDS_MAX).catch(0) })),
})
type Known = z.infer<typeof ProviderList>['data'][number]

interface CachedList {
  readonly until: number
  /** Undefined if the provider returned no list. */
  readonly list: Promise<readonly Known[] | undefined>
}

/** Caches providers' model lists, requested at most once a minute. */
export function createModelLists({
  stream,
  clock,
}: {
  readonly stream: Egress['stream']
  readonly clock: Clock
}): ModelLists {
  const entries = new Map<string, CachedList>()

  function listOf(upstream: Upstream): CachedList['list'] {
    const known = entries.get(upstream.id)
    if (known !== undefined && clock.now() < known.until) return known.list
    entries.delete(upstream.id)
    const list: CachedList['list'] = fetchModelList(upstream, stream).catch(() => {
      // A failed request is retried soon.
      if (entries.get(upstream.id)?.list === list) {
        entries.set(upstream.id, { list, until: clock.now() + LIST_FAILED_MS })
      }
      return undefined
    })
    return cached(entries, upstream.id, LISTS_MAX, () => ({ list, until: clock.now() + LIST_FRESH_MS })).list
  }

  async function models(upstreams: readonly Upstream[]): Promise<ModelListing> {
    const inOrder = upstreams.toSorted((a, b) => a.order - b.order)
    const lists = await Promise.all(inOrder.map(async (item) => (item.prefixes.length === 0 ? [] : listOf(item))))
    const found = new Map<string, ListedModel>()
    const add = ({ id, created }: Known, owned_by: string): void => {
      if (!found.has(id)) found.set(id, { id, object: 'model', created, owned_by })
    }
    for (const [index, upstream] of inOrder.entries()) {
      for (const id of upstream.exact) add({ id, created: 0 }, upstream.name)
      for (const known of lists[index] ?? []) {
        if (exactnessOf(upstream, known.id) !== undefined) add(known, upstream.name)
      }
    }
    return {
      models: [...found.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1)),
      unanswered: inOrder.filter((_, index) => lists[index] === undefined).map(({ name }) => name),
    }
  }

  return {
    models,
    async model(upstreams, name) {
      const serving = upstreams.filter((upstream) => exactnessOf(upstream, name) !== undefined)
      if (serving.length === 0) return undefined
      const { models: listed, unanswered } = await models(serving)
      const [maybe] = unanswered
      // An upstream without a model list may serve any model.
      const unsaid =
        maybe === undefined ? undefined : { id: name, object: 'model' as const, created: 0, owned_by: maybe }
      return listed.find(({ id }) => id === name) ?? unsaid
    },
  }
}

/** @throws any error that prevents reading the list */
async function fetchModelList(upstream: Upstream, stream: Egress['stream']): Promise<readonly Known[]> {
  const { dialect = 'openai' } = upstream
  const address = new URL(addressOf(upstream.baseUrl, '/models'))
  if (dialect === 'anthropic') address.searchParams.set('limit', '1000')
  const { status, body } = await stream(address.href, {
    headers: { accept: 'application/json', 'user-agent': 'gatehouse', ...authentication(dialect, upstream.secrets()) },
    signal: AbortSignal.timeout(LIST_MS_MAX),
    maxBytes: LIST_BYTES_MAX,
  })
  const pieces: Uint8Array[] = []
  for await (const piece of body) pieces.push(piece)
  if (status !== 200) throw new Error(`the model list request returned status ${status}`)
  const { data } = ProviderList.parse(JSON.parse(Buffer.concat(pieces).toString()))
  return data.slice(0, LIST_MODELS_MAX).filter(({ id }) => MODEL_NAME.test(id))
}
