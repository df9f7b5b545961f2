import { findSecrets } from '@gatehouse/guards'
import { MASK } from '@gatehouse/kernel'

/** Ours: what a person reads before a decision, and what a row of the database holds of a call. */
const STRING_CHARS_MAX = 2_000
const NAME_CHARS_MAX = 200
const VALUES_MAX = 500
const CHARS_MAX = 20_000
const DEPTH_MAX = 12

/** Arguments as who decides sees them. */
export interface ShownArguments {
  readonly arguments: Readonly<Record<string, unknown>>
  /** Whether something was left out: what was not shown was not approved by anybody who could know of it. */
  readonly truncated: boolean
}

interface Budget {
  values: number
  chars: number
  truncated: boolean
}

/** Names of arguments that hold secrets, without anything but letters and digits, wherever in the name they stand. */
const SECRET_PARTS = [
  'password',
  'passwd',
  'passphrase',
  'passcode',
  'secret',
  'apikey',
  'accesskey',
  'privatekey',
  'signingkey',
  'credential',
  'authorization',
  'bearer',
  'cookie',
] as const
/** The same, at the end of the name alone: `max_tokens` counts words. */
const SECRET_ENDS = ['token', 'pwd'] as const
/** Short ones must be words of their own: `shopping` ends in no PIN. */
const SECRET_WORDS = /(?:^|[^a-z])(?:otp|cvv|cvc|pin)$/i

/** Characters that nobody sees, and those that turn the order of reading: a person must decide on what is really there. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu

/**
 * Arguments for the eyes of who decides: without secrets, told by the names that they stand under and by what they look
 * like, within bounds, and with characters that nobody sees written out.
 */
export function shownArguments(args: Readonly<Record<string, unknown>>): ShownArguments {
  const budget: Budget = { values: VALUES_MAX, chars: CHARS_MAX, truncated: false }
  return { arguments: fieldsOf(args, budget, 0), truncated: budget.truncated }
}

function shown(value: unknown, budget: Budget, depth: number): unknown {
  budget.values -= 1
  if (typeof value === 'string') return text(value, STRING_CHARS_MAX, budget)
  if (typeof value !== 'object' || value === null) return value
  if (depth >= DEPTH_MAX) return cut(budget, Array.isArray(value) ? '[…]' : '{…}')
  if (!Array.isArray(value)) return fieldsOf(value, budget, depth)
  const elements: unknown[] = []
  for (const element of value as readonly unknown[]) {
    if (isSpent(budget)) {
      elements.push(cut(budget, `… ${value.length - elements.length} more`))
      break
    }
    elements.push(shown(element, budget, depth + 1))
  }
  return elements
}

function fieldsOf(value: object, budget: Budget, depth: number): Record<string, unknown> {
  const fields = new Map<string, unknown>()
  for (const [name, inner] of Object.entries(value)) {
    if (isSpent(budget)) {
      fields.set('…', cut(budget, 'more'))
      break
    }
    const isEmpty = inner === null || inner === '' || typeof inner === 'boolean'
    const held = isSecretName(name) && !isEmpty ? MASK : shown(inner, budget, depth + 1)
    const label = text(name, NAME_CHARS_MAX, budget)
    // Two names that are cut to the same text are still two arguments.
    fields.set(fields.has(label) ? `${label} (${fields.size})` : label, held)
  }
  return Object.fromEntries(fields)
}

function isSecretName(name: string): boolean {
  const plain = name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  if (SECRET_PARTS.some((part) => plain.includes(part))) return true
  return SECRET_ENDS.some((end) => plain.endsWith(end)) || SECRET_WORDS.test(name)
}

function text(value: string, chars_max: number, budget: Budget): string {
  const room = Math.min(chars_max, Math.max(0, budget.chars))
  // Secrets are looked for a little beyond the cut, so that one that stands across it is masked before it is halved.
  const masked = withoutSecrets(value.slice(0, room * 2))
  const kept = masked.length > room ? masked.slice(0, room) : masked
  budget.chars -= kept.length
  const seen = kept.toWellFormed().replaceAll(UNSEEN, (unit) => (unit === '\n' || unit === '\t' ? unit : escaped(unit)))
  return value.length > room ? cut(budget, `${seen}… (${value.length} characters)`) : seen
}

function withoutSecrets(value: string): string {
  let masked = ''
  let at = 0
  for (const { start, end } of findSecrets(value)) {
    masked += value.slice(at, start) + MASK
    at = end
  }
  return masked + value.slice(at)
}

function escaped(unit: string): string {
  return `\\u{${unit.codePointAt(0)!.toString(16)}}`
}

function isSpent(budget: Budget): boolean {
  return budget.values <= 0 || budget.chars <= 0
}

function cut<Shown>(budget: Budget, left: Shown): Shown {
  budget.truncated = true
  return left
}
