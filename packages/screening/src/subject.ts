import type { InputCheck, OutputCheck } from '@gatehouse/contracts/content'
import { clipSpans, redact, type Span, type Subject } from '@gatehouse/guards'
import { Failure } from '@gatehouse/kernel'

/** Text of a request to screen, with the mapping of redactions to their messages. */
export interface Screened {
  readonly subject: Subject
  /** Parts without text, by kind. */
  readonly unscreened: Readonly<Record<string, number>>
  /** Returns the messages with redactions applied; absent for a request with a single text. */
  readonly rebuild: ((redactions: readonly Span[]) => Rebuilt) | undefined
}

export interface Rebuilt {
  /** Absent for a text that was not sent as messages. */
  readonly messages?: readonly unknown[]
  /** The `message` field in addition to the messages. */
  readonly message: string | undefined
}

/** Maximum number of part types counted by name, and maximum length of a name; names are untrusted. */
const KINDS_MAX = 20
const KIND_CHARS_MAX = 64
const OTHER_KINDS = 'other'

/** Separator of messages, so that words are not joined. */
const SEPARATOR = '\n\n'

/** Roles of the application's own text, which guards for user attacks ignore. */
const TRUSTED_ROLES = new Set(['system', 'developer'])

type Message = NonNullable<InputCheck['messages']>[number]

interface Piece {
  readonly message: number
  readonly place: Place
  readonly text: string
  readonly start: number
}

/** Location of a text in a message: its whole content, one part, or the arguments of a tool call. */
type Place = { readonly kind: 'content' } | { readonly kind: 'part' | 'tool_call'; readonly index: number }

/**
 * Returns the text of `message` and of all `messages`. Both are screened, so that neither hides the other.
 * @throws {Failure} `invalid_request` without text
 */
export function screenedInput(body: InputCheck): Screened {
  const { message, messages } = body
  if (message === '') throw empty('message', 'message is empty.')
  if (messages === undefined) {
    if (message === undefined) throw missing('message', 'message (or messages) is required.')
    return single(message)
  }
  const screened = joinMessages(messages, message)
  const hasContent = screened.subject.text !== '' || Object.keys(screened.unscreened).length > 0
  if (!hasContent) throw empty('messages', 'messages have no content.')
  return screened
}

/** @throws {Failure} `invalid_request` when there is no output */
export function screenedOutput(body: OutputCheck): Screened {
  const output = body.output ?? body.tool_output
  if (output === undefined) throw missing('output', 'output is required.')
  return single(output)
}

function single(text: string): Screened {
  return { subject: { text }, unscreened: {}, rebuild: undefined }
}

/** Joins messages: user and tool messages first, the application's own last, so that one prefix is the external text. */
function joinMessages(values: readonly Message[], message: string | undefined): Screened {
  const messages = message === undefined ? values : [...values, { role: 'user', content: message }]
  const unscreened = new Map<string, number>()
  const pieces: Piece[] = []
  let text = ''
  const add = (trusted: boolean): void => {
    for (const [index, item] of messages.entries()) {
      if (TRUSTED_ROLES.has(item.role) !== trusted) continue
      for (const { place, text: piece } of textsOf(item, unscreened)) {
        if (text !== '') text += SEPARATOR
        pieces.push({ message: index, place, text: piece, start: text.length })
        text += piece
      }
    }
  }
  add(false)
  const untrustedLength = text.length
  add(true)
  return {
    subject: { text, untrustedLength },
    unscreened: Object.fromEntries(unscreened),
    rebuild(redactions) {
      const rebuilt = rebuildMessages(messages, pieces, redactions)
      if (message === undefined) return { messages: rebuilt, message }
      const own = rebuilt.at(-1)?.content
      return { messages: rebuilt.slice(0, -1), message: typeof own === 'string' ? own : message }
    },
  }
}

function* textsOf(
  { content, tool_calls: calls }: Message,
  unscreened: Map<string, number>,
): Generator<{ place: Place; text: string }> {
  if (typeof content === 'string') {
    if (content !== '') yield { place: { kind: 'content' }, text: content }
  } else {
    for (const [index, { type, text }] of (content ?? []).entries()) {
      if (typeof text === 'string') yield { place: { kind: 'part', index }, text }
      else countKind(unscreened, type.slice(0, KIND_CHARS_MAX))
    }
  }
  for (const [index, call] of (calls ?? []).entries()) {
    const text = call.function?.arguments
    if (text === undefined) countKind(unscreened, 'tool_call')
    else if (text !== '') yield { place: { kind: 'tool_call', index }, text }
  }
}

function countKind(kinds: Map<string, number>, name: string): void {
  const kind = kinds.has(name) || kinds.size < KINDS_MAX ? name : OTHER_KINDS
  kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
}

function rebuildMessages(
  messages: readonly Message[],
  pieces: readonly Piece[],
  redactions: readonly Span[],
): Message[] {
  const rebuilt: Message[] = messages.map((message) => ({ ...message }))
  for (const { message, place, text, start } of pieces) {
    const spans = clipSpans(redactions, start, start + text.length)
    if (spans.length > 0) rebuilt[message] = withText(rebuilt[message]!, place, redact(text, spans))
  }
  return rebuilt
}

function withText(message: Message, place: Place, text: string): Message {
  const { content, tool_calls: calls = [] } = message
  if (place.kind === 'content') return { ...message, content: text }
  if (place.kind === 'part' && Array.isArray(content)) {
    return { ...message, content: content.map((part, at) => (at === place.index ? { ...part, text } : part)) }
  }
  const changed = calls.map((call, at) =>
    place.kind === 'tool_call' && at === place.index
      ? { ...call, function: { ...call.function, arguments: text } }
      : call,
  )
  return { ...message, tool_calls: changed }
}

function empty(field: string, detail: string): Failure {
  return new Failure('invalid_request', detail, {
    violations: [{ path: ['body', field], message: detail, type: 'too_short' }],
  })
}

function missing(field: string, detail: string): Failure {
  return new Failure('invalid_request', detail, {
    violations: [{ path: ['body', field], message: detail, type: 'missing' }],
  })
}
