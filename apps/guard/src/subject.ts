import type { InputCheck, OutputCheck } from '@gatehouse/contracts'
import { clipSpans, redact, type Span, type Subject } from '@gatehouse/guards'
import { Failure } from '@gatehouse/kernel'

/** What a request asks to have screened, and how to put redactions back where they came from. */
export interface Screened {
  readonly subject: Subject
  /** Parts without text, by kind. */
  readonly unscreened: Readonly<Record<string, number>>
  /** The messages with redactions applied; absent when the request had one text. */
  readonly rebuild: ((redactions: readonly Span[]) => Rebuilt) | undefined
}

export interface Rebuilt {
  readonly messages: readonly unknown[]
  /** The `message` that stood beside the messages. */
  readonly message: string | undefined
}

/** Kinds of parts that are counted by name, and how much of a name; names come from the caller. */
const KINDS_MAX = 20
const KIND_CHARS_MAX = 64
const OTHER_KINDS = 'other'

/** Stands between messages, so that a word cannot be completed by the next message. */
const SEPARATOR = '\n\n'

/** Roles whose text is the application's own. Guards that look for attacks by a user do not read it. */
const TRUSTED_ROLES = new Set(['system', 'developer'])

type Message = NonNullable<InputCheck['messages']>[number]

interface Piece {
  readonly message: number
  /** Index of the part, or `undefined` where the content is one string. */
  readonly part: number | undefined
  readonly text: string
  readonly start: number
}

/**
 * The text of `message` or of all `messages`. Where both are there both are screened, so that neither hides the other.
 * @throws {Failure} `invalid_request` when there is nothing to screen
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
  if (!hasContent) throw empty('messages', 'messages hold no content.')
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

/** Messages of users and tools come first and the application's own last, so that one prefix is what came from outside. */
function joinMessages(given: readonly Message[], message: string | undefined): Screened {
  const messages = message === undefined ? given : [...given, { role: 'user', content: message }]
  const unscreened = new Map<string, number>()
  const pieces: Piece[] = []
  let text = ''
  const add = (trusted: boolean): void => {
    for (const [index, { role, content }] of messages.entries()) {
      if (TRUSTED_ROLES.has(role) !== trusted) continue
      for (const { part, text: piece } of textsOf(content, unscreened)) {
        if (text !== '') text += SEPARATOR
        pieces.push({ message: index, part, text: piece, start: text.length })
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
  content: Message['content'],
  unscreened: Map<string, number>,
): Generator<{ part: number | undefined; text: string }> {
  if (typeof content === 'string') {
    if (content !== '') yield { part: undefined, text: content }
    return
  }
  for (const [part, { type, text }] of (content ?? []).entries()) {
    if (typeof text === 'string') yield { part, text }
    else countKind(unscreened, type.slice(0, KIND_CHARS_MAX))
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
): { [key: string]: unknown; content?: unknown }[] {
  const rebuilt: { [key: string]: unknown; content?: unknown }[] = messages.map((message) => ({ ...message }))
  for (const { message, part, text, start } of pieces) {
    const spans = clipSpans(redactions, start, start + text.length)
    if (spans.length === 0) continue
    const target = rebuilt[message]!
    const clean = redact(text, spans)
    if (part === undefined) target.content = clean
    else target.content = (target.content as object[]).map((one, at) => (at === part ? { ...one, text: clean } : one))
  }
  return rebuilt
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
