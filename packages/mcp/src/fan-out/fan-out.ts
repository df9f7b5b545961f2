import type { Clock } from '@gatehouse/kernel'

import type { CallOptions, OnServerMessage, UpstreamConnection } from '../connection.ts'
import type { Era } from '../eras.ts'
import { SESSION_VERSIONS, STATELESS_VERSIONS } from '../eras.ts'
import type { Fields, JsonRpcNotification, JsonRpcRequest, JsonRpcResponse } from '../messages.ts'
import { GATEWAY_LIMITS } from '../server/limits.ts'
import { errorResponse, fieldsOf, isFields, resultResponse, RPC, withId } from '../server/rpc.ts'
import { asSessions } from '../translate/as-sessions.ts'
import { asStateless } from '../translate/as-stateless.ts'
import type { ClientAbout } from '../upstream/client.ts'
import { UPSTREAM_LIMITS, type UpstreamLimits } from '../upstream/limits.ts'
import { mergedAbout } from './about.ts'
import { RequestIds } from './asked-ids.ts'
import { LISTS, Lists } from './lists.ts'
import { type FanOutMember, Member } from './member.ts'
import { checkMemberNames, FULL_NAME_CHARS_MAX } from './names.ts'
import { subscribe } from './subscribe.ts'

export interface FanOutOptions {
  readonly clock: Clock
  /** Client whose protocol version the combined connection uses, regardless of the servers' versions. */
  readonly client: ClientAbout
  readonly limits?: UpstreamLimits
}

/**
 * Combines several servers. Names of tools and prompts have their server as prefix (`search__find`). Resources keep their URIs. An
 * unavailable server is missing from lists, which name it, and is retried by requests to it.
 * @throws {Failure} `invalid_request` for ambiguous names; `unavailable` if no server is reachable
 */
export async function fanOut(members: readonly FanOutMember[], options: FanOutOptions): Promise<UpstreamConnection> {
  checkMemberNames(members.map(({ name }) => name))
  const all = members.map(
    ({ name, connect }) =>
      new Member({ name, connect: async () => inEra(await connect(), options.client) }, options.clock),
  )
  const connected = await Promise.allSettled(all.map((member) => member.connection()))
  const failed = connected.filter((outcome) => outcome.status === 'rejected')
  if (failed.length === all.length) throw failed[0]?.reason
  return new FanOut(all, options)
}

/** Connects each server in the client's protocol version, so that all messages have the same form. */
function inEra(connection: UpstreamConnection, client: ClientAbout): UpstreamConnection {
  if (connection.era === client.era) return connection
  const parts = { limits: GATEWAY_LIMITS, onDefect: () => undefined }
  return client.era === 'sessions' ? asSessions(connection, client, parts) : asStateless(connection, parts)
}

class FanOut implements UpstreamConnection {
  readonly era: Era
  readonly version: string
  readonly about: Fields
  readonly closed: Promise<string>
  readonly #members: readonly Member[]
  readonly #lists: Lists
  readonly #asked = new RequestIds()
  #lose: (why: string) => void = () => undefined

  constructor(members: readonly Member[], { client, limits = UPSTREAM_LIMITS }: FanOutOptions) {
    this.#members = members
    this.era = client.era
    this.version = client.era === 'sessions' ? SESSION_VERSIONS[0] : STATELESS_VERSIONS[0]
    this.about = mergedAbout(members, client.era)
    this.#lists = new Lists(members, limits.listPages, client.era === 'stateless')
    this.closed = new Promise((resolve) => {
      this.#lose = resolve
    })
  }

  async request(request: JsonRpcRequest, options: CallOptions): Promise<JsonRpcResponse> {
    const { id, method, params } = request
    if (LISTS[method] !== undefined) return this.#lists.answer(request, options)
    switch (method) {
      case 'ping':
        return resultResponse(id, {})
      case 'server/discover':
        return resultResponse(id, this.about)
      case 'logging/setLevel':
        return this.#setLevel(request, options)
      case 'subscriptions/listen':
        return subscribe(request, options, this.#members, (uri) => this.#ownerOf(uri, options))
      case 'tools/call':
      case 'prompts/get':
        return this.#named(request, params?.['name'], (name) => ({ ...params, name }), options)
      case 'resources/read':
      case 'resources/subscribe':
      case 'resources/unsubscribe':
        return this.#resource(request, params?.['uri'], options)
      case 'completion/complete':
        return this.#complete(request, options)
      default:
        return errorResponse(
          id,
          RPC.methodNotFound,
          `Routes with several servers do not support "${method.slice(0, 100)}".`,
        )
    }
  }

  /** Forwards a request about a tool or prompt under its original name. */
  async #named(
    request: JsonRpcRequest,
    full: unknown,
    paramsFor: (name: string) => Fields,
    options: CallOptions,
  ): Promise<JsonRpcResponse> {
    const list = request.method === 'tools/call' ? 'tools/list' : 'prompts/list'
    const { places } = this.#lists
    if (typeof full !== 'string') return errorResponse(request.id, RPC.invalidParams, '"name" is missing.')
    // Only the list contains the original of a shortened name.
    if (full.length >= FULL_NAME_CHARS_MAX && !places.knows(list))
      await this.#lists.gather(listing(request, list), options)
    const place = places.named(list, full)
    const member = this.#members.find(({ name }) => name === place?.member)
    if (place === undefined || member === undefined) {
      const why = places.isRefused(list, full)
        ? 'More than one server has an item with this name.'
        : 'No server has an item with this name.'
      return errorResponse(request.id, RPC.invalidParams, why)
    }
    return this.#ask(member, { ...request, params: paramsFor(place.own) }, options)
  }

  async #resource(request: JsonRpcRequest, uri: unknown, options: CallOptions): Promise<JsonRpcResponse> {
    const owner = typeof uri === 'string' ? await this.#ownerOf(uri, options) : undefined
    const member = this.#members.find(({ name }) => name === owner)
    if (member === undefined)
      return errorResponse(request.id, RPC.invalidParams, 'No server, or more than one, has this resource.')
    return this.#ask(member, request, options)
  }

  async #ownerOf(uri: string, options: CallOptions): Promise<string | undefined> {
    const { places } = this.#lists
    const capable = this.#members.filter((member) => member.offers('resources'))
    if (capable.length === 1) return capable[0]?.name
    // Only the lists of all servers show whether another server has it too.
    if (!places.knows('resources/list') || !places.knows('resources/templates/list')) {
      const any: JsonRpcRequest = { jsonrpc: '2.0', id: 'list', method: 'resources/list' }
      await Promise.all(
        ['resources/list', 'resources/templates/list'].map((list) => this.#lists.gather(listing(any, list), options)),
      )
    }
    return places.resource(uri)
  }

  async #complete(request: JsonRpcRequest, options: CallOptions): Promise<JsonRpcResponse> {
    const ref = fieldsOf(request.params?.['ref'])
    if (ref['type'] === 'ref/resource') return this.#resource(request, ref['uri'], options)
    return this.#named(request, ref['name'], (name) => ({ ...request.params, ref: { ...ref, name } }), options)
  }

  async #setLevel(request: JsonRpcRequest, options: CallOptions): Promise<JsonRpcResponse> {
    const asking = this.#members.filter((member) => member.open !== undefined && member.offers('logging'))
    const answers = await Promise.allSettled(asking.map((member) => this.#ask(member, request, options)))
    options.signal.throwIfAborted()
    const refused = answers.find((answer) => answer.status === 'fulfilled' && 'error' in answer.value)
    return refused?.status === 'fulfilled' ? refused.value : resultResponse(request.id, {})
  }

  async #ask(member: Member, request: JsonRpcRequest, options: CallOptions): Promise<JsonRpcResponse> {
    const connection = await member.connection()
    const onMessage: OnServerMessage = (message) => options.onMessage(this.#asked.outward(member.name, message))
    return withId(await connection.request(request, { ...options, onMessage }), request.id)
  }

  async notify(message: JsonRpcNotification | JsonRpcResponse): Promise<void> {
    if ('method' in message) {
      await Promise.allSettled(this.#members.map(async (member) => member.open?.notify(message)))
      return
    }
    const answered = this.#asked.answered(message)
    const member = this.#members.find(({ name }) => name === answered?.member)
    if (answered !== undefined) await member?.open?.notify(answered.response)
  }

  listen(onMessage: OnServerMessage): () => void {
    for (const member of this.#members) {
      member.listen((message) => onMessage(this.#asked.outward(member.name, message)))
    }
    return () => {
      for (const member of this.#members) member.listen(undefined)
    }
  }

  async close(): Promise<void> {
    this.#lose('closed')
    await Promise.allSettled(this.#members.map((member) => member.close()))
  }
}

/** Creates a list request as part of another request, with its client information. */
function listing({ params }: JsonRpcRequest, method: string): JsonRpcRequest {
  const meta = params?.['_meta']
  if (!isFields(meta)) return { jsonrpc: '2.0', id: 'list', method }
  const { progressToken: _, ...rest } = meta
  return { jsonrpc: '2.0', id: 'list', method, params: { _meta: rest } }
}
