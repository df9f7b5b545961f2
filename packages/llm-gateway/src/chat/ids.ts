import { hash } from 'node:crypto'
import { findSecrets } from '@gatehouse/guards'

/** Maximum length of ids; most have about forty characters. */
const ID_CHARS_MAX = 256
/** Letters, digits and punctuation of ids and model names; no spaces or quotes. */
const ID = /^[\w.:|/+=@-]{1,256}$/
/** Minimum number of words of a sentence in an id. */
const WORDS_MIN = 6
/** Minimum length of credentials and card numbers. Other credentials need surrounding text for detection. */
const SECRET_CHARS_MIN = 13
/** Id prefixes of providers: `call_`, `toolu_`, `resp-`. */
const PREFIX = /^[a-z]{2,12}[_-]/
/** Form of card numbers: first digit and number of digits, with or without groups. */
const CARD = /^[3-6]\d(?:[.:_-]?\d){11,17}$/

/**
 * Returns whether an id value may pass without screening: short, with valid characters, and neither a sentence nor a credential or card
 * number. Takes about 4 µs.
 */
export function isPlainId(value: string): boolean {
  return ID.test(value) && !isSentence(value) && !isHot(value)
}

/** Whether a value is a credential in an issuer's format. */
export function isSecret(value: string): boolean {
  if (value.length < SECRET_CHARS_MIN || value.length > ID_CHARS_MAX || !/\d/.test(value)) return false
  if (findSecrets(value).length > 0) return true
  const prefix = PREFIX.exec(value)?.[0].length ?? 0
  return prefix > 0 && findSecrets(value.slice(prefix)).length > 0
}

/** Returns the id of a call for release: its own, or a stable substitute for a credential or card number; undefined for an invalid id. */
export function outgoingId(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > ID_CHARS_MAX || !/^[\x21-\x7e]+$/.test(value)) return undefined
  return isHot(value) ? `id_${hash('sha256', value, 'hex').slice(0, 24)}` : value
}

/** Returns whether a value consists of words without digits, separated by any punctuation. */
function isSentence(value: string): boolean {
  return value.split(/[^A-Za-z0-9]+/).filter((word) => /^[A-Za-z]{2,}$/.test(word)).length >= WORDS_MIN
}

function isHot(value: string): boolean {
  return isSecret(value) || isCard(value)
}

function isCard(value: string): boolean {
  const bare = value.replace(PREFIX, '')
  if (!CARD.test(bare)) return false
  let sum = 0
  const digits = bare.replaceAll(/\D/g, '')
  for (let at = digits.length - 1, isDoubled = false; at >= 0; at -= 1, isDoubled = !isDoubled) {
    const digit = Number(digits[at]) * (isDoubled ? 2 : 1)
    sum += digit > 9 ? digit - 9 : digit
  }
  return sum % 10 === 0
}
