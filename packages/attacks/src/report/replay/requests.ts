import type { RunTarget } from '@gatehouse/contracts/redteam'
import type { Message } from '../../engine/attack.ts'
import type { SlotValues } from '../../targets/slots.ts'
import { dialectBody } from '../../targets/dialect-body.ts'
import { sendsHistory } from '../../targets/http-session.ts'
import { JSON_TYPE } from '../../targets/json.ts'
import { prepare, type Prepared } from '../../targets/prepare.ts'
import { writtenInto } from '../../targets/reply.ts'
import { targetSecrets } from '../../targets/shown.ts'

/** Text that may contain a secret: secrets are read from the environment at replay. */
export type ReplayPiece = string | { readonly env: string; readonly as: 'json' | 'url' | 'plain' }

export interface ReplayRequest {
  readonly method: string
  readonly url: readonly ReplayPiece[]
  readonly headers: readonly (readonly [name: string, value: readonly ReplayPiece[]])[]
  /** Undefined: no body. */
  readonly body: readonly ReplayPiece[] | undefined
  /** Sent in the session of another user, with separate cookies and a separate session name. */
  readonly isOther?: true
}

/** Conversation to replay. */
export interface ReplayConversation {
  /** Turns of another user first, in a separate session. */
  readonly before?: readonly ReplayTurn[]
  /** Fabricated history. */
  readonly history: readonly Message[]
  readonly turns: readonly ReplayTurn[]
}

export interface ReplayTurn {
  /** Text of the attack, without the history. */
  readonly sent: string
  readonly reply: string
}

/** Headers that never contain a secret. */
const OPEN_HEADERS = new Set(['content-type', 'accept', 'accept-language', 'user-agent'])
/** Of a conversation that is replayed: the same each time, so that the script is. */
const SESSION_ID = 'gatehouse-replay'
const OTHER_SESSION_ID = 'gatehouse-replay-other'
/** Escaping of environment variables by the encoding of the body. */
const PIECES = { json: 'json', form: 'url', multipart: 'plain', xml: 'plain', text: 'plain' } as const
const UUID = '00000000-0000-4000-8000-000000000000'
/** Letters and digits alone: no escaping of JSON or addresses changes it. */
const VARIABLE_MARK = 'gatehouseVariable0'
const VARIABLE_END = '0elbairaVesuohetag'

/**
 * Returns the requests of a conversation with an HTTP target, in order.
 * @returns undefined when plain requests cannot express it: WebSockets, MCP servers, or targets with preceding steps
 */
export function replayRequests(
  target: RunTarget,
  { before = [], history, turns }: ReplayConversation,
): readonly ReplayRequest[] | undefined {
  if (target.type === 'websocket_agent' || target.type === 'mcp' || (target.steps ?? []).length > 0) return undefined
  const prepared = prepare(target)
  const others = sessionOf(prepared, before, [], OTHER_SESSION_ID)
  return [
    ...others.map((other) => ({ ...other, isOther: true as const })),
    ...sessionOf(prepared, turns, history, SESSION_ID),
  ]
}

function sessionOf(
  prepared: Prepared,
  turns: readonly ReplayTurn[],
  history: readonly Message[],
  sessionId: string,
): readonly ReplayRequest[] {
  const messages: Message[] = [...history]
  const takesHistory = sendsHistory(prepared)
  return turns.map(({ sent, reply }, at) => {
    const message = at === 0 && !takesHistory ? writtenInto(sent, history) : sent
    const request = requestOf(prepared, message, [...messages], sessionId)
    messages.push({ role: 'user', content: sent }, { role: 'assistant', content: reply })
    return request
  })
}

function requestOf(prepared: Prepared, message: string, history: readonly Message[], sessionId: string): ReplayRequest {
  const { config, base, address, body } = prepared
  const names = Object.keys(config.variables ?? {})
  const values: SlotValues = {
    message,
    history,
    sessionId,
    uuid: UUID,
    variables: Object.fromEntries(names.map((name) => [name, `${VARIABLE_MARK}${name}${VARIABLE_END}`])),
  }
  const url = piecesOf(base.origin + address.render(values, encodeURIComponent), 'url')
  const own = prepared.headers.map(([name, value]) => {
    const isOpen = OPEN_HEADERS.has(name) || [...value.slots].some((slot) => !slot.startsWith('var:'))
    const pieces: readonly ReplayPiece[] = isOpen
      ? piecesOf(
          value.render(values, (one) => one),
          'plain',
        )
      : [{ env: envName(`TARGET_HEADER_${name}`), as: 'plain' }]
    return [name, pieces] as const
  })
  const written = config.method === 'GET' ? undefined : (body?.render(values) ?? dialectBody(prepared, values))
  const json = own.some(([name]) => name === 'content-type')
    ? []
    : [['content-type', [body?.contentType ?? JSON_TYPE]] as const satisfies ReplayRequest['headers'][number]]
  const hide = hiding(targetSecrets(config))
  return {
    method: config.method,
    url: hide(withKey(url, config)),
    headers: [...(written === undefined ? [] : json), ...own, ...authOf(config)],
    body:
      written === undefined ? undefined : hide(piecesOf(written, body === undefined ? 'json' : PIECES[body.encoding])),
  }
}

/**
 * Replaces secrets by environment variables. Keys occur in addresses and bodies too: values that are secret by name or location are
 * replaced everywhere, in the same encoding.
 * @param secrets longest first
 */
function hiding(secrets: readonly string[]): (pieces: readonly ReplayPiece[]) => readonly ReplayPiece[] {
  return (pieces) =>
    secrets.reduce<readonly ReplayPiece[]>((left, secret, at) => {
      const piece: ReplayPiece = { env: `TARGET_SECRET_${at + 1}`, as: 'plain' }
      return left.flatMap((item) => {
        if (typeof item !== 'string' || !item.includes(secret)) return [item]
        const parts = item.split(secret).flatMap((part, index) => (index === 0 ? [part] : [piece, part]))
        return parts.filter((part) => part !== '')
      })
    }, pieces)
}

function authOf({ auth }: RunTarget): ReplayRequest['headers'] {
  switch (auth?.type) {
    case 'bearer':
    case 'oauth2_client_credentials':
      return [['authorization', ['Bearer ', { env: 'TARGET_TOKEN', as: 'plain' }]]]
    case 'basic':
      return [['authorization', ['Basic ', { env: 'TARGET_BASIC', as: 'plain' }]]]
    case 'api_key':
      return auth.in === 'header' ? [[auth.name.toLowerCase(), [{ env: 'TARGET_API_KEY', as: 'plain' }]]] : []
    case undefined:
      return []
    default:
      return auth satisfies never
  }
}

function withKey(url: readonly ReplayPiece[], { auth }: RunTarget): readonly ReplayPiece[] {
  if (auth?.type !== 'api_key' || auth.in !== 'query') return url
  const hasQuery = url.some((item) => typeof item === 'string' && item.includes('?'))
  return [...url, `${hasQuery ? '&' : '?'}${encodeURIComponent(auth.name)}=`, { env: 'TARGET_API_KEY', as: 'url' }]
}

/** Splits a text at its variables. */
function piecesOf(text: string, as: 'json' | 'url' | 'plain'): readonly ReplayPiece[] {
  const [first = '', ...rest] = text.split(VARIABLE_MARK)
  const pieces: ReplayPiece[] = [first]
  for (const item of rest) {
    const end = item.indexOf(VARIABLE_END)
    const name = item.slice(0, Math.max(0, end))
    // Foreign text that only looks like a variable.
    if (end < 0 || !/^[a-z][a-z0-9_]*$/i.test(name)) pieces.push(VARIABLE_MARK + item)
    else pieces.push({ env: envName(`TARGET_VAR_${name}`), as }, item.slice(end + VARIABLE_END.length))
  }
  return pieces.filter((piece) => piece !== '')
}

function envName(text: string): string {
  return text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')
}
