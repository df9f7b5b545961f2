import type { CallOptions } from '../connection.ts'
import type { Fields, JsonRpcRequest, JsonRpcResponse } from '../messages.ts'
import { fieldsOf, resultResponse } from '../server/rpc.ts'
import { unlessAborted } from '../server/abort.ts'
import { META } from '../stateless/meta.ts'
import type { Member } from './member.ts'

const CHANGES: Readonly<Record<string, string>> = {
  toolsListChanged: 'tools',
  promptsListChanged: 'prompts',
  resourcesListChanged: 'resources',
}

/**
 * Implements `subscriptions/listen` for several servers: one stream with the messages of all. Ends when the client disconnects, or all
 * servers end.
 */
export async function subscribe(
  request: JsonRpcRequest,
  options: CallOptions,
  members: readonly Member[],
  ownerOf: (uri: string) => Promise<string | undefined>,
): Promise<JsonRpcResponse> {
  const fields = fieldsOf(request.params?.['notifications'])
  const uris = Array.isArray(fields['resourceSubscriptions']) ? fields['resourceSubscriptions'] : []
  const owned = new Map<string, string[]>()
  for (const uri of uris) {
    const owner = typeof uri === 'string' ? await ownerOf(uri) : undefined
    if (owner !== undefined) owned.set(owner, [...(owned.get(owner) ?? []), String(uri)])
  }
  const filters = members.map((member) => ({ member, filter: filterFor(member, fields, owned.get(member.name) ?? []) }))
  const requests = filters.filter(({ filter }) => Object.keys(filter).length > 0)
  options.onMessage({
    jsonrpc: '2.0',
    method: 'notifications/subscriptions/acknowledged',
    params: {
      _meta: { [META.subscription]: request.id },
      notifications: granted(requests.map(({ filter }) => filter)),
    },
  })
  const listening = requests.map(async ({ member, filter }) => {
    const onMessage: CallOptions['onMessage'] = (message) => {
      if ('method' in message && message.method === 'notifications/subscriptions/acknowledged') return
      options.onMessage(message)
    }
    const connection = await member.connection()
    await connection.request(
      { ...request, params: { ...request.params, notifications: filter } },
      { ...options, onMessage },
    )
  })
  // A failed subscription does not affect the others.
  await unlessAborted(Promise.allSettled(listening), options.signal)
  options.signal.throwIfAborted()
  return resultResponse(request.id, { resultType: 'complete', _meta: { [META.subscription]: request.id } })
}

function filterFor({ about }: Member, wanted: Fields, uris: readonly string[]): Fields {
  const capabilities = fieldsOf(about['capabilities'])
  const filter: Record<string, unknown> = {}
  for (const [field, feature] of Object.entries(CHANGES)) {
    if (wanted[field] === true && fieldsOf(capabilities[feature])['listChanged'] === true) filter[field] = true
  }
  if (uris.length > 0 && fieldsOf(capabilities['resources'])['subscribe'] === true)
    filter['resourceSubscriptions'] = uris
  return filter
}

function granted(filters: readonly Fields[]): Fields {
  const all: Record<string, unknown> = {}
  for (const filter of filters) {
    for (const [field, value] of Object.entries(filter)) {
      const before = all[field]
      all[field] = Array.isArray(value) && Array.isArray(before) ? [...before, ...value] : value
    }
  }
  return all
}
