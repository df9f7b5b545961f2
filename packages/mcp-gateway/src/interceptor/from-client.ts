import type { Fields, JsonRpcNotification } from '@gatehouse/mcp'

/** Ids and tokens are short; what is longer is no id. */
const ID_CHARS_MAX = 256

type Rebuilt = (params: Fields) => Fields | undefined

/** What clients announce, each with what the protocol says of it; nothing that a person wrote is among it. */
const ANNOUNCED: Readonly<Record<string, Rebuilt>> = {
  'notifications/initialized': () => ({}),
  'notifications/roots/list_changed': () => ({}),
  'notifications/cancelled': ({ requestId }) => (isToken(requestId) ? { requestId } : undefined),
  'notifications/progress': ({ progressToken, progress, total }) =>
    isToken(progressToken) && typeof progress === 'number'
      ? { progressToken, progress, ...(typeof total === 'number' ? { total } : {}) }
      : undefined,
}

/**
 * A notification of a client as a server may have it; undefined for all that the protocol does not know. A request without an
 * id is one as well, and servers that do not look for the id do what it says, which nobody has decided about.
 */
export function announced({ method, params = {} }: JsonRpcNotification): JsonRpcNotification | undefined {
  const rebuilt = Object.hasOwn(ANNOUNCED, method) ? ANNOUNCED[method]!(params) : undefined
  if (rebuilt === undefined) return undefined
  return { jsonrpc: '2.0', method, ...(Object.keys(rebuilt).length === 0 ? {} : { params: rebuilt }) }
}

export function isToken(value: unknown): value is string | number {
  return typeof value === 'number' || (typeof value === 'string' && value.length <= ID_CHARS_MAX)
}
