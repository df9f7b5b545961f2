import { randomUUID } from 'node:crypto'

import type { CallOptions } from '../connection.ts'
import type { Fields, JsonRpcRequest, JsonRpcResponse } from '../messages.ts'
import { errorResponse, isFields, resultResponse, RPC } from '../server/rpc.ts'
import type { Member } from './member.ts'
import { fullName } from './names.ts'
import { ItemLocations } from './places.ts'

/** Items of each list, and the required server capability. */
export const LISTS: Readonly<
  Record<string, { readonly key: string; readonly feature: string; readonly by: 'name' | 'uri' | 'uriTemplate' }>
> = {
  'tools/list': { key: 'tools', feature: 'tools', by: 'name' },
  'prompts/list': { key: 'prompts', feature: 'prompts', by: 'name' },
  'resources/list': { key: 'resources', feature: 'resources', by: 'uri' },
  'resources/templates/list': { key: 'resourceTemplates', feature: 'resources', by: 'uriTemplate' },
}

/** Page size. Many clients read one page only, so it is large. */
const PAGE_ITEMS = 1_000
/** Maximum number of items per list of one server. */
const ITEMS_MAX = 10_000
/** Maximum number of lists with further pages. */
const LISTS_KEPT = 8
/** Field with the unavailable servers of a merged list. */
const UNAVAILABLE = 'gatehouse/unavailable'
const REFUSED = 'gatehouse/shadowed'

interface Gathered {
  readonly items: readonly Fields[]
  readonly meta: Fields
}

/** Merged lists of several servers, with the origin of each item. */
export class Lists {
  readonly #members: readonly Member[]
  readonly #pagesMax: number
  readonly #isStateless: boolean
  readonly places = new ItemLocations()
  readonly #kept = new Map<string, Gathered>()

  constructor(members: readonly Member[], pagesMax: number, isStateless: boolean) {
    this.#members = members
    this.#pagesMax = pagesMax
    this.#isStateless = isStateless
  }

  /** Answers a list request, or a request for the next page. */
  async answer(request: JsonRpcRequest, options: CallOptions): Promise<JsonRpcResponse> {
    const { key } = LISTS[request.method]!
    const cursor = request.params?.['cursor']
    let token = ''
    let from = 0
    let gathered: Gathered | undefined
    if (cursor === undefined) gathered = await this.gather(request, options)
    else if (typeof cursor === 'string') {
      const [known = '', offset = ''] = cursor.split('.')
      token = known
      from = Number(offset)
      gathered = Number.isSafeInteger(from) && from >= 0 ? this.#kept.get(`${request.method} ${token}`) : undefined
    }
    if (gathered === undefined)
      return errorResponse(request.id, RPC.invalidParams, 'The cursor does not belong to a stored list.')
    const to = from + PAGE_ITEMS
    const hasMore = to < gathered.items.length
    if (hasMore && token === '') token = this.#keep(request.method, gathered)
    return resultResponse(request.id, {
      ...(this.#isStateless ? { resultType: 'complete', ttlMs: 0, cacheScope: 'private' } : {}),
      [key]: gathered.items.slice(from, to),
      ...(hasMore ? { nextCursor: `${token}.${to}` } : {}),
      ...(Object.keys(gathered.meta).length === 0 ? {} : { _meta: gathered.meta }),
    })
  }

  #keep(method: string, gathered: Gathered): string {
    const token = randomUUID()
    this.#kept.set(`${method} ${token}`, gathered)
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > LISTS_KEPT && oldest !== undefined) this.#kept.delete(oldest)
    return token
  }

  /** Reads all pages of a list from all available servers. @throws {Failure} if none is available */
  async gather(request: JsonRpcRequest, options: CallOptions): Promise<Gathered> {
    const { feature } = LISTS[request.method]!
    const members = this.#members.filter((member) => member.offers(feature))
    const read = await Promise.allSettled(members.map((member) => this.#readAll(member, request, options)))
    options.signal.throwIfAborted()
    const lists: { member: string; items: readonly Fields[] }[] = []
    const unavailable: string[] = []
    read.forEach((outcome, index) => {
      const member = members[index]!.name
      if (outcome.status === 'fulfilled') lists.push({ member, items: outcome.value })
      else unavailable.push(member)
    })
    const [failed] = read.filter((outcome) => outcome.status === 'rejected')
    if (lists.length === 0 && failed !== undefined) throw failed.reason
    return this.#merge(request.method, lists, unavailable)
  }

  async #readAll(member: Member, { method, params }: JsonRpcRequest, options: CallOptions): Promise<readonly Fields[]> {
    const connection = await member.connection()
    const { key, feature } = LISTS[method]!
    if (!member.offers(feature)) return []
    const items: Fields[] = []
    const { cursor: _, ...rest } = params ?? {}
    let cursor: unknown
    for (let page = 0; page < this.#pagesMax; page += 1) {
      const own = { ...rest, ...(cursor === undefined ? {} : { cursor }) }
      const asking: JsonRpcRequest = {
        jsonrpc: '2.0',
        id: 'list',
        method,
        ...(Object.keys(own).length === 0 ? {} : { params: own }),
      }
      const response = await connection.request(asking, { ...options, onMessage: () => undefined })
      if ('error' in response) {
        // Not every server with resources supports templates.
        if (response.error.code === RPC.methodNotFound) return items
        throw new Error(`the list of ${member.name} cannot be read`)
      }
      const list = response.result[key]
      if (Array.isArray(list)) items.push(...list.slice(0, ITEMS_MAX - items.length).filter(isFields))
      cursor = response.result['nextCursor']
      if (typeof cursor !== 'string' || items.length >= ITEMS_MAX) break
    }
    return items
  }

  #merge(
    method: string,
    lists: readonly { member: string; items: readonly Fields[] }[],
    unavailable: readonly string[],
  ): Gathered {
    const { by } = LISTS[method]!
    const items = new Map<string, Fields>()
    const refused = new Set<string>()
    const places: { full: string; member: string; own: string }[] = []
    for (const list of lists) {
      for (const item of list.items) {
        const own = item[by]
        if (typeof own !== 'string' || own === '') continue
        const full = by === 'name' ? fullName(list.member, own) : own
        // Duplicate names are ambiguous for callers, so that both are omitted.
        if (items.has(full)) refused.add(full)
        items.set(full, by === 'name' ? { ...item, name: full } : item)
        places.push({ full, member: list.member, own })
      }
    }
    for (const full of refused) items.delete(full)
    this.places.learn(
      method,
      places.filter(({ full }) => !refused.has(full)),
      refused,
    )
    const meta = {
      ...(unavailable.length === 0 ? {} : { [UNAVAILABLE]: unavailable }),
      ...(refused.size === 0 ? {} : { [REFUSED]: [...refused].slice(0, 100) }),
    }
    return { items: [...items.values()], meta }
  }
}
