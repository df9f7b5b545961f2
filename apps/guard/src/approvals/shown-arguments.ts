import { findSecrets } from '@gatehouse/guards'
import { MASK } from '@gatehouse/kernel'

/** Own limit for the length of a displayed or stored string. */
const STRING_CHARS_MAX = 2_000
const NAME_CHARS_MAX = 200
const VALUES_MAX = 500
const CHARS_MAX = 20_000
const DEPTH_MAX = 12

/** Arguments as shown to approvers. */
export interface ShownArguments {
  readonly arguments: Readonly<Record<string, unknown>>
  /** Whether content was omitted: an approval does not cover content that was not shown. */
  readonly truncated: boolean
}

interface Budget {
  values: number
  chars: number
  truncated: boolean
}

/** Substrings of secret argument names, at any position. Only letters and digits are compared. */
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
/** Suffixes of secret argument names. `max_tokens` is not secret. */
const SECRET_ENDS = ['token', 'pwd'] as const
/** Short words that must be separate: `shopping` does not end in `pin`. */
const SECRET_WORDS = /(?:^|[^a-z])(?:otp|cvv|cvc|pin)$/i

/** Invisible characters, and those that change the reading direction: an approver must see the actual content. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu

/** Returns arguments for approvers: bounded, with secrets masked by name and by form, and with invisible characters escaped. */
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
    const current = isSecretName(name) && !isEmpty ? MASK : shown(inner, budget, depth + 1)
    const label = text(name, NAME_CHARS_MAX, budget)
    // Two names can be truncated to the same text.
    fields.set(fields.has(label) ? `${label} (${fields.size})` : label, current)
  }
  return Object.fromEntries(fields)
}

function isSecretName(name: string): boolean {
  const plain = name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  if (SECRET_PARTS.some((part) => plain.includes(part))) return true
  return SECRET_ENDS.some((end) => plain.endsWith(end)) || SECRET_WORDS.test(name)
}

function text(value: string, chars_max: number, budget: Budget): string {
  const capacity = Math.min(chars_max, Math.max(0, budget.chars))
  // The search extends slightly beyond the limit, so that a secret across the limit is masked before truncation.
  const masked = withoutSecrets(value.slice(0, capacity * 2))
  const stored = masked.length > capacity ? masked.slice(0, capacity) : masked
  budget.chars -= stored.length
  const seen = stored
    .toWellFormed()
    .replaceAll(UNSEEN, (unit) => (unit === '\n' || unit === '\t' ? unit : escaped(unit)))
  return value.length > capacity ? cut(budget, `${seen}… (${value.length} characters)`) : seen
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
