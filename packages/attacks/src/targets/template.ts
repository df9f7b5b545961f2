import type { Message } from '../engine/attack.ts'

/** What stands for the slots of a template. */
export interface SlotValues {
  readonly message: string
  readonly history: readonly Message[]
  readonly sessionId: string
  readonly uuid: string
  readonly variables: Readonly<Record<string, string>>
}

/** A body with slots, read once. */
export interface BodyTemplate {
  readonly slots: ReadonlySet<string>
  readonly render: (values: SlotValues) => string
}

const SLOT = /\{\{\s*([^{}]{1,100}?)\s*\}\}/g
const KNOWN = new Set(['message', 'history', 'session_id', 'uuid'])
const VARIABLE = /^var:([a-z][a-z0-9_]{0,40})$/i

/**
 * Reads a body in JSON with slots: `{{message}}`, `{{history}}`, `{{session_id}}`, `{{uuid}}` and `{{var:x}}`. What is filled
 * in is escaped as JSON wants it: within quotes as a part of the text, else as a value of its own.
 * @param variables  names that `{{var:x}}` may use
 * @throws {RangeError} a sentence that says what is wrong with it. Decisions §3 "Target"
 */
export function readTemplate(template: string, variables: ReadonlySet<string>): BodyTemplate {
  const slots = new Set<string>()
  const pieces: (string | { readonly slot: string; readonly isQuoted: boolean })[] = []
  let from = 0
  let isQuoted = false
  for (const match of template.matchAll(SLOT)) {
    const slot = match[1]!
    checkSlot(slot, variables)
    const before = template.slice(from, match.index)
    isQuoted = endsQuoted(before, isQuoted)
    pieces.push(before, { slot, isQuoted })
    slots.add(slot)
    from = match.index + match[0].length
  }
  pieces.push(template.slice(from))
  if (!slots.has('message')) throw new RangeError('The bodyTemplate has no {{message}}: nobody would be attacked.')
  const render = (values: SlotValues): string =>
    pieces.map((one) => (typeof one === 'string' ? one : filled(one, values))).join('')
  const sample = { message: 'a "b"\n', history: [{ role: 'user', content: 'c' } as const], sessionId: 's', uuid: 'u' }
  const rendered = render({ ...sample, variables: Object.fromEntries([...variables].map((name) => [name, 'v'])) })
  try {
    JSON.parse(rendered)
  } catch {
    throw new RangeError('The bodyTemplate is no JSON once its slots are filled in.')
  }
  return { slots, render }
}

function checkSlot(slot: string, variables: ReadonlySet<string>): void {
  if (KNOWN.has(slot)) return
  const [, variable] = VARIABLE.exec(slot) ?? []
  if (variable === undefined) {
    throw new RangeError(
      `The bodyTemplate has an unknown slot {{${slot}}}: known are message, history, session_id, uuid, var:….`,
    )
  }
  if (!variables.has(variable)) throw new RangeError(`The bodyTemplate uses {{var:${variable}}}, which is nowhere set.`)
}

/** Whether JSON stands within quotes at the end of this piece. */
function endsQuoted(piece: string, before: boolean): boolean {
  let isQuoted = before
  for (let at = 0; at < piece.length; at += 1) {
    if (piece[at] === '\\' && isQuoted) at += 1
    else if (piece[at] === '"') isQuoted = !isQuoted
  }
  return isQuoted
}

function filled({ slot, isQuoted }: { readonly slot: string; readonly isQuoted: boolean }, values: SlotValues): string {
  const value = valueOf(slot, values)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return isQuoted ? JSON.stringify(text).slice(1, -1) : JSON.stringify(value)
}

function valueOf(slot: string, { message, history, sessionId, uuid, variables }: SlotValues): unknown {
  if (slot === 'message') return message
  if (slot === 'history') return history
  if (slot === 'session_id') return sessionId
  if (slot === 'uuid') return uuid
  return variables[VARIABLE.exec(slot)![1]!] ?? ''
}
