import { type Attachment, dataUri } from '../carriers/attachment.ts'
import type { Message } from '../engine/attack.ts'

/** Values of template slots. */
export interface SlotValues {
  readonly message: string
  readonly history: readonly Message[]
  readonly sessionId: string
  readonly uuid: string
  /** File that carries the message; `message` is then the text beside it. */
  readonly attachment?: Attachment
  readonly variables: Readonly<Record<string, string>>
}

/** A piece of a template: a text, or a slot. */
export type TemplatePart = string | { readonly slot: string }

const SLOT = /\{\{\s*([^{}]{1,100}?)\s*\}\}/g
const KNOWN = new Set(['message', 'history', 'session_id', 'uuid', 'attachment', 'attachment_name', 'attachment_type'])
const VARIABLE = /^var:([a-z][a-z0-9_]{0,40})$/i

/**
 * Parses a template.
 * @param what name in error messages, e.g. `The bodyTemplate`
 * @throws {RangeError} for an unknown slot
 */
export function readSlots(template: string, variables: ReadonlySet<string>, what: string): readonly TemplatePart[] {
  const pieces: TemplatePart[] = []
  let from = 0
  for (const match of template.matchAll(SLOT)) {
    const slot = match[1]!
    checkSlot(slot, variables, what)
    pieces.push(template.slice(from, match.index), { slot })
    from = match.index + match[0].length
  }
  return [...pieces, template.slice(from)]
}

function checkSlot(slot: string, variables: ReadonlySet<string>, what: string): void {
  if (KNOWN.has(slot)) return
  const variable = variableOf(slot)
  if (variables.has(slot)) {
    throw new RangeError(
      `${what} has an unknown slot {{${slot}}}. Set and extracted values are written {{var:${slot}}}.`,
    )
  }
  if (variable === undefined) {
    throw new RangeError(
      `${what} has an unknown slot {{${slot}}}: known are message, history, session_id, uuid, attachment, attachment_name, attachment_type, var:….`,
    )
  }
  if (!variables.has(variable)) throw new RangeError(`${what} uses {{var:${variable}}}, which is nowhere set.`)
}

/** The name in `var:name`. */
export function variableOf(slot: string): string | undefined {
  return VARIABLE.exec(slot)?.[1]
}

export function valueOf(
  slot: string,
  { message, history, sessionId, uuid, variables, attachment }: SlotValues,
): unknown {
  if (slot === 'message') return message
  if (slot === 'history') return history
  if (slot === 'session_id') return sessionId
  if (slot === 'uuid') return uuid
  if (slot === 'attachment') return attachment === undefined ? null : dataUri(attachment)
  if (slot === 'attachment_name') return attachment?.name ?? null
  if (slot === 'attachment_type') return attachment?.mediaType ?? null
  const name = variableOf(slot)
  return name !== undefined && Object.hasOwn(variables, name) ? variables[name] : ''
}

/** A text with slots that is no JSON: an address, a header, a form. */
export interface SlotText {
  readonly slots: ReadonlySet<string>
  /** @param encode  encodes a value for the text, e.g. `encodeURIComponent` */
  readonly render: (values: SlotValues, encode: (value: string) => string) => string
}

/** @throws {RangeError} for an unknown slot */
export function readText(template: string, variables: ReadonlySet<string>, what: string): SlotText {
  const pieces = readSlots(template, variables, what)
  return {
    slots: new Set(pieces.flatMap((piece) => (typeof piece === 'string' ? [] : [piece.slot]))),
    render: (values, encode) =>
      pieces
        .map((piece) => {
          if (typeof piece === 'string') return piece
          const value = valueOf(piece.slot, values)
          return encode(typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value))
        })
        .join(''),
  }
}
