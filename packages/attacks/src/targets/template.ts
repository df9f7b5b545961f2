import { type TemplatePart, readSlots, type SlotValues, valueOf } from './slots.ts'

export type { SlotValues } from './slots.ts'

/** A body with slots, read once. */
export interface BodyTemplate {
  readonly slots: ReadonlySet<string>
  readonly render: (values: SlotValues) => string
}

export interface TemplateOptions {
  /** As a sentence names it. */
  readonly what?: string
  /** False for bodies of steps: they carry no attack. */
  readonly needsMessage?: boolean
}

/**
 * Parses a JSON body with slots: `{{message}}`, `{{history}}`, `{{session_id}}`, `{{uuid}}` and `{{var:x}}`. Values are JSON-escaped:
 * within quotes as a part of the string, else as a separate value.
 * @param variables names that `{{var:x}}` may use
 * @throws {RangeError} a sentence that names the problem. docs/spec/redteam.md "Target"
 */
export function readTemplate(
  template: string,
  variables: ReadonlySet<string>,
  { what = 'The bodyTemplate', needsMessage = true }: TemplateOptions = {},
): BodyTemplate {
  const pieces = withQuotes(readSlots(template, variables, what))
  const slots = new Set(pieces.flatMap((piece) => (typeof piece === 'string' ? [] : [piece.slot])))
  if (needsMessage && !slots.has('message')) {
    throw new RangeError(`${what} has no {{message}} slot, so no attack would be sent.`)
  }
  const render = (values: SlotValues): string =>
    pieces.map((piece) => (typeof piece === 'string' ? piece : filled(piece, values))).join('')
  const sample = { message: 'a "b"\n', history: [{ role: 'user', content: 'c' } as const], sessionId: 's', uuid: 'u' }
  const rendered = render({ ...sample, variables: Object.fromEntries([...variables].map((name) => [name, 'v'])) })
  try {
    JSON.parse(rendered)
  } catch {
    throw new RangeError(`${what} is not valid JSON after its slots are filled.`)
  }
  return { slots, render }
}

interface Slot {
  readonly slot: string
  readonly isQuoted: boolean
}

function withQuotes(pieces: readonly TemplatePart[]): readonly (string | Slot)[] {
  let isQuoted = false
  return pieces.map((piece) => {
    if (typeof piece !== 'string') return { ...piece, isQuoted }
    isQuoted = endsQuoted(piece, isQuoted)
    return piece
  })
}

/** Returns whether the JSON at the end of this piece is inside a string. */
function endsQuoted(piece: string, before: boolean): boolean {
  let isQuoted = before
  for (let at = 0; at < piece.length; at += 1) {
    if (piece[at] === '\\' && isQuoted) at += 1
    else if (piece[at] === '"') isQuoted = !isQuoted
  }
  return isQuoted
}

function filled({ slot, isQuoted }: Slot, values: SlotValues): string {
  const value = valueOf(slot, values)
  // A message without a file.
  if (value === null) return isQuoted ? '' : 'null'
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return isQuoted ? JSON.stringify(text).slice(1, -1) : JSON.stringify(value)
}
