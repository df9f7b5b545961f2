import { randomBytes, randomInt } from 'node:crypto'

/** Generation of a token for a value, and its form in the text. */
export interface Pseudonym {
  /** Stored and compared form of the value: card numbers lose their separators. */
  readonly canonical: string
  /** A new token, at random. */
  readonly draw: () => string
  /** Returns the token in the form of the text. */
  readonly dress: (token: string) => string
}

/** 128 bits: a token cannot be guessed. Only those of card numbers have less, because of their form. */
const TOKEN_BYTES = 16

/** RFC 2606 reserves `.invalid`: no such address can ever receive mail. */
const EMAIL_DOMAIN = 'vault.invalid'

/** ISO/IEC 7812-1: lengths of card numbers. */
const CARD_DIGITS_MIN = 12
const CARD_DIGITS_MAX = 19
const CARD_KEPT_DIGITS = 4
/** ISO/IEC 7812-1 reserves 9 for national use: no card scheme issues such numbers. */
const CARD_FIRST_DIGIT = 9

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567'
const EMAIL_TOKEN = new RegExp(`^[a-z2-7]{26}@${EMAIL_DOMAIN.replace('.', '\\.')}$`)
const BRACKETED = /^\[[A-Z0-9_]{1,64}#([^\]]{1,128})\]$/
const CARD_TEXT = /^[0-9][0-9 .-]{10,40}$/

/** Number of hash characters in the text: 64 bits, so that values of one tenant do not collide by chance. */
const HASH_HEX_CHARS = 16

export function pseudonymFor(type: string, value: string): Pseudonym {
  if (type === 'EMAIL_ADDRESS') {
    return { canonical: value, draw: () => `${randomName()}@${EMAIL_DOMAIN}`, dress: (token) => token }
  }
  if (type === 'CREDIT_CARD') {
    const text = value.normalize('NFKC')
    const digits = text.replaceAll(/\D/g, '')
    if (digits.length >= CARD_DIGITS_MIN && digits.length <= CARD_DIGITS_MAX) {
      return { canonical: digits, draw: () => drawCard(digits), dress: (token) => replaceDigits(text, token) }
    }
  }
  return { canonical: value, draw: () => `t-${randomName()}`, dress: (token) => `[${type}#${token}]` }
}

/** Returns a keyed hash in the form of the text. */
export function hashPseudonym(type: string, hmac: Uint8Array): string {
  return `[${type}#h-${Buffer.from(hmac).toString('hex').slice(0, HASH_HEX_CHARS)}]`
}

/** Whether a value is an e-mail token already, from an earlier turn of the conversation. */
export function isEmailToken(value: string): boolean {
  return EMAIL_TOKEN.test(value)
}

/** The token in a text that someone copied: without brackets and type, or without the separators of a card number. */
export function tokenOf(text: string): string {
  const trimmed = text.trim().replace(BRACKETED, '$1')
  if (CARD_TEXT.test(trimmed)) return trimmed.replaceAll(/[ .-]/g, '')
  return trimmed.toLowerCase()
}

/** Returns 26 characters of Base32: letters and digits that every mail system accepts. */
function randomName(): string {
  let bits = 0
  let current = 0
  let name = ''
  for (const byte of randomBytes(TOKEN_BYTES)) {
    current = (current << 8) | byte
    bits += 8
    while (bits >= 5) {
      bits -= 5
      name += BASE32[(current >> bits) & 31]
      current &= (1 << bits) - 1
    }
  }
  return name + BASE32[(current << (5 - bits)) & 31]
}

/** Returns a number as long as the card number, with its last four digits, and never valid: no shop accepts it as a card. */
function drawCard(digits: string): string {
  const drawn = [CARD_FIRST_DIGIT]
  while (drawn.length < digits.length - CARD_KEPT_DIGITS) drawn.push(randomInt(10))
  for (const digit of digits.slice(-CARD_KEPT_DIGITS)) drawn.push(Number(digit))
  // A single changed digit always invalidates the check digit.
  if (passesLuhn(drawn)) drawn[1] = (drawn[1]! + 1) % 10
  return drawn.join('')
}

/** ISO/IEC 7812-1 annex B. */
function passesLuhn(digits: readonly number[]): boolean {
  const sum = digits.toReversed().reduce((total, digit, index) => {
    const doubled = index % 2 === 1 ? digit * 2 : digit
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0
}

function replaceDigits(text: string, token: string): string {
  let next = 0
  return text.replaceAll(/\d/g, () => token[next++] ?? '')
}
