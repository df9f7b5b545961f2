import type { Fields } from '@gatehouse/mcp'
import { isSafeAddress } from '../screening/addresses.ts'
import { isFields } from '../screening/envelope.ts'
import { isToken } from './from-client.ts'
import { known } from './known-fields.ts'

/** Content of a notification: protocol fields, and screened texts. */
export interface NotificationContent {
  readonly plain: Fields
  readonly words: Fields
}

/** Log levels. MCP 2025-11-25, "Log Levels". */
const LEVELS = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency']

/** Maximum length of subscribed addresses. */
const URI_CHARS_MAX = 2_048

const SUBSCRIPTION = 'io.modelcontextprotocol/subscriptionId'

const MADE_ANEW: Readonly<Record<string, (params: Fields) => NotificationContent | undefined>> = {
  'notifications/tools/list_changed': () => NOTHING,
  'notifications/prompts/list_changed': () => NOTHING,
  'notifications/resources/list_changed': () => NOTHING,
  'notifications/resources/updated': ({ uri }) => (isUri(uri) ? { plain: { uri }, words: {} } : undefined),
  'notifications/elicitation/complete': ({ elicitationId }) =>
    isName(elicitationId) ? { plain: { elicitationId }, words: {} } : undefined,
  'notifications/subscriptions/acknowledged': ({ notifications }) => ({
    plain: isFields(notifications) ? { notifications: subscribed(notifications) } : {},
    words: {},
  }),
  'notifications/message': ({ level, logger, data }) => ({
    plain: { level: LEVELS.find((name) => name === level) ?? 'info' },
    words: { data: data ?? null, ...(logger === undefined ? {} : { logger }) },
  }),
  'notifications/progress': ({ progressToken, progress, total, message }) =>
    isName(progressToken) && typeof progress === 'number'
      ? {
          plain: { progressToken, progress, ...(typeof total === 'number' ? { total } : {}) },
          words: typeof message === 'string' ? { message } : {},
        }
      : undefined,
  'notifications/cancelled': ({ requestId, reason }) =>
    isName(requestId) ? { plain: { requestId }, words: typeof reason === 'string' ? { reason } : {} } : undefined,
}

const NOTHING: NotificationContent = { plain: {}, words: {} }

/** Rebuilds a server notification from its protocol fields; undefined for an unknown one. */
export function notificationContent(method: string, params: Fields): NotificationContent | undefined {
  const id = isFields(params['_meta']) ? params['_meta'][SUBSCRIPTION] : undefined
  const meta = isToken(id) ? { _meta: { [SUBSCRIPTION]: id } } : {}
  // Notifications of later protocol versions count as text until they are supported.
  const reported = Object.hasOwn(MADE_ANEW, method) ? MADE_ANEW[method]!(params) : laterOn(method, params)
  return reported === undefined ? undefined : { ...reported, plain: { ...reported.plain, ...meta } }
}

function laterOn(method: string, params: Fields): NotificationContent | undefined {
  const names = Object.keys(params).filter((name) => name !== '_meta')
  return LATER.test(method) ? { plain: {}, words: known(params, names) } : undefined
}

/** Name of a notification; too short for sentences. */
const LATER = /^notifications\/[a-z_/]{1,48}$/

function isUri(value: unknown): value is string {
  return typeof value === 'string' && value.length <= URI_CHARS_MAX && !BLANK.test(value) && isSafeAddress(value)
}

/** Returns whether a value is a generated id. With spaces it may be an unscreened sentence. */
function isName(value: unknown): value is string | number {
  return isToken(value) && !BLANK.test(String(value))
}

const BLANK = /\s/

/** Returns the subscriptions that a server accepted. MCP 2026-07-28, "Subscriptions". */
function subscribed(notifications: Fields): Fields {
  const { resourceSubscriptions } = notifications
  const uris = Array.isArray(resourceSubscriptions) ? resourceSubscriptions.filter(isUri) : undefined
  const switches = known(notifications, ['toolsListChanged', 'promptsListChanged', 'resourcesListChanged'])
  return {
    ...Object.fromEntries(Object.entries(switches).filter(([, value]) => typeof value === 'boolean')),
    ...(uris === undefined ? {} : { resourceSubscriptions: uris }),
  }
}
