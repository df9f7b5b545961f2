import { type Conversation, inHeader } from './conversation.ts'
import { parseJson } from './json.ts'
import { readPath } from './paths.ts'

/** Default location of a client-generated session identifier. */
const SEND_DEFAULT = { in: 'body', name: 'session_id' } as const

/** A request that is being written. */
export interface Draft {
  readonly url: URL
  readonly headers: Record<string, string>
  /** JSON or form-encoded; undefined when the message is in the URL. */
  body: string | undefined
}

/** Adds the session identifier to a request, if there is one. */
export function writeSessionId(conversation: Conversation, draft: Draft): void {
  const { session } = conversation.prepared.config
  if (session === undefined || session.madeBy === 'none' || conversation.id === '') return
  // A slot in the template defines the location.
  if (session.send === undefined && conversation.prepared.slots.has('session_id')) return
  const { in: where, name } = session.send ?? session.receive ?? SEND_DEFAULT
  if (where === 'cookie') conversation.jar.set(name, inHeader(conversation.id), draft.url)
  else if (where === 'header') draft.headers[name.toLowerCase()] = inHeader(conversation.id)
  else if (draft.body === undefined) draft.url.searchParams.set(name, conversation.id)
  else if (conversation.prepared.body?.encoding === 'form') {
    draft.body += `&${new URLSearchParams({ [name]: conversation.id }).toString()}`
  } else {
    const value = parseJson(draft.body)?.value
    // A list or a text has no fields.
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return
    draft.body = JSON.stringify(withValue(value, name.split('.'), conversation.id))
  }
}

/** Stores a server-generated session identifier from a header or a cookie of the first answer. */
export function readSessionId(conversation: Conversation, headers: Readonly<Record<string, string>>): void {
  const { session } = conversation.prepared.config
  if (session?.madeBy !== 'server' || conversation.id !== '' || session.receive === undefined) return
  const { in: where, name } = session.receive
  if (where === 'header') conversation.id = headers[name.toLowerCase()] ?? ''
  else if (where === 'cookie') conversation.id = conversation.jar.value(name) ?? ''
}

/** The same, from a value in a body or in a piece of a stream. */
export function readSessionIdFrom(conversation: Conversation, value: unknown): void {
  const { session } = conversation.prepared.config
  if (session?.madeBy !== 'server' || conversation.id !== '' || session.receive?.in !== 'body') return
  const word = readPath(value, session.receive.name)
  if (typeof word === 'string' || typeof word === 'number') conversation.id = String(word)
}

/** Returns the value with a replacement at a path; missing objects on the path are created. */
function withValue(value: unknown, [name, ...rest]: readonly string[], word: string): unknown {
  if (name === undefined) return word
  const inner = typeof value === 'object' && value !== null ? readPath(value, name) : undefined
  const members = typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
  return { ...members, [name]: withValue(inner, rest, word) }
}
