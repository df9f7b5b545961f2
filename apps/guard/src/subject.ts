import type { InputCheck, OutputCheck } from '@gatehouse/contracts'
import { clipSpans, redact, type Span, type Subject } from '@gatehouse/guards'
import { Failure } from '@gatehouse/kernel'

/** What a request asks to have screened, and how to put redactions back where they came from. */
export interface Screened {
  readonly subject: Subject
  /** Parts without text, by kind. */
  readonly unscreened: Readonly<Record<string, number>>
  /** The messages with redactions applied; absent when the request had one text. */
  readonly rebuild: ((redactions: readonly Span[]) => unknown[]) | undefined
}

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
 * The text of `message` or of all `messages`.
 * @throws {Failure} `invalid_request` when there is nothing to screen
 */
export function screenedInput(body: InputCheck): Screened {
  if (body.message !== undefined) {
    if (body.message === '') throw empty('message', 'message is empty.')
    return single(body.message)
  }
  if (body.messages === undefined) throw missing('message', 'message (or messages) is required.')
  const screened = joinMessages(body.messages)
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
function joinMessages(messages: readonly Message[]): Screened {
  const unscreened: Record<string, number> = {}
  const pieces: Piece[] = []
  let text = ''
  const add = (trusted: boolean): void => {
    for (const [message, { role, content }] of messages.entries()) {
      if (TRUSTED_ROLES.has(role) !== trusted) continue
      for (const { part, text: piece } of textsOf(content, trusted ? undefined : unscreened)) {
        if (text !== '') text += SEPARATOR
        pieces.push({ message, part, text: piece, start: text.length })
        text += piece
      }
    }
  }
  add(false)
  const untrustedLength = text.length
  add(true)
  return {
    subject: { text, untrustedLength },
    unscreened,
    rebuild: (redactions) => rebuildMessages(messages, pieces, redactions),
  }
}

function* textsOf(
  content: Message['content'],
  unscreened: Record<string, number> | undefined,
): Generator<{ part: number | undefined; text: string }> {
  if (typeof content === 'string') {
    if (content !== '') yield { part: undefined, text: content }
    return
  }
  for (const [part, { type, text }] of (content ?? []).entries()) {
    if (typeof text === 'string') yield { part, text }
    else if (unscreened !== undefined) unscreened[type] = (unscreened[type] ?? 0) + 1
  }
}

function rebuildMessages(
  messages: readonly Message[],
  pieces: readonly Piece[],
  redactions: readonly Span[],
): unknown[] {
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
