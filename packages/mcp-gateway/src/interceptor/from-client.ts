import type { Fields, JsonRpcNotification } from '@gatehouse/mcp'

/** Maximum length of ids and tokens. */
const ID_CHARS_MAX = 256

type Rebuilt = (params: Fields) => Fields | undefined

/** Client notifications with their protocol fields. None contains user text. */
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
 * Returns a client notification for a server; undefined for an unknown one. Servers may execute a request without an id, so that it counts
 * as a notification.
 */
export function announced({ method, params = {} }: JsonRpcNotification): JsonRpcNotification | undefined {
  const rebuilt = Object.hasOwn(ANNOUNCED, method) ? ANNOUNCED[method]!(params) : undefined
  if (rebuilt === undefined) return undefined
  return { jsonrpc: '2.0', method, ...(Object.keys(rebuilt).length === 0 ? {} : { params: rebuilt }) }
}

export function isToken(value: unknown): value is string | number {
  return typeof value === 'number' || (typeof value === 'string' && value.length <= ID_CHARS_MAX)
}
