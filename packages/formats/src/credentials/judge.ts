import { createHash } from 'node:crypto'
import { entropy } from './entropy.ts'

/** Random text has nearly all the bits that its length and alphabet allow; words and patterns have far fewer. */
const ENTROPY_SHARE_MIN = 0.62
/** Entropy per character in bits above which no further check is made. */
const ENTROPY_BITS_ENOUGH = 3.2

const PLACEHOLDER =
  /example|sample|placeholder|change_?me|your[_-]?|xxxx|\*\*\*|\.\.\.|1234567890|0123456789|abcdefgh|dummy|redacted|insert|process\.env|os\.environ|getenv|\$\{|\{\{|[<>]|undefined|null|not[_-]?set|fake|replace/i

/** Returns whether a value is a placeholder from documentation or templates. */
export function isPlaceholder(value: string): boolean {
  return PLACEHOLDER.test(value) || isMonotone(value) || DOCUMENTED.has(digestOf(value))
}

/** Returns whether a value repeats one character; tokens of some vendors contain runs of zeros or `A` among other characters. */
function isMonotone(value: string): boolean {
  const row = /(.)\1{5,}/.exec(value)?.[0].length ?? 0
  return row * 3 > value.length
}

/**
 * Returns whether the characters look random.
 * @param body the value without its literal parts
 * @param symbols size of its alphabet
 */
export function isRandom(body: string, symbols: number): boolean {
  const most = Math.log2(Math.min(body.length, symbols))
  if (entropy(body) < Math.min(ENTROPY_BITS_ENOUGH, ENTROPY_SHARE_MIN * most)) return false
  return symbols <= 16 || LETTERS_ONLY.has(symbols) || /\d/.test(body) || isAlphabetic(body)
}

/** Sizes of alphabets without digits. */
const LETTERS_ONLY: ReadonlySet<number> = new Set([26, 52])

/** Letters alone are words, unless many change their case or few are vowels. */
function isAlphabetic(body: string): boolean {
  const vowels = body.match(/[aeiou]/gi)?.length ?? 0
  const changes = body.match(/[a-z][A-Z]|[A-Z][a-z]/g)?.length ?? 0
  return changes * 4 > body.length || vowels * 100 < body.length * VOWELS_PERCENT_MAX
}

/** Prose has about 38 vowels in a hundred letters, random letters 19. */
const VOWELS_PERCENT_MAX = 30

/** Returns whether a value consists of joined names, such as `my-app-token-v2`, `eu-west-1.prod.db-3` or `R50K_SPLIT_EXPRESSION`. */
export function isWording(value: string): boolean {
  if (/^[A-Z][A-Z\d]*(?:_[A-Z\d]+)+$/.test(value) || isCamelCase(value)) return true
  const pieces = value.split(/[-_./~+=]+/)
  return pieces.every((piece) => WORD.test(piece) && piece.length <= WORD_UNITS_MAX)
}

/** Returns whether a value is in camel case, such as `createSpecialTokenMap2`: random letters rarely form as many words. */
function isCamelCase(value: string): boolean {
  const words = value.match(/(?:^|[A-Z])[a-z]{2,}/g) ?? []
  return words.length > 1 && words.join('').length > value.length * CAMEL_CASE_SHARE_MIN
}

const CAMEL_CASE_SHARE_MIN = 0.55

/** Letters of one case with an optional number suffix. */
const WORD = /^(?:[a-z]*|[A-Z]*|[A-Z][a-z]*|[vV])\d{0,4}$/
const WORD_UNITS_MAX = 14

/** Returns whether an unquoted value is a variable name, such as `settings.oauth2.token` or `default_password`. */
export function isReference(value: string): boolean {
  return /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+$/.test(value) || /^_?[A-Za-z]+(?:_[A-Za-z]+)+_?$/.test(value)
}

export function isUuid(value: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(value)
}

/** Example keys from vendors' documentation, as digests, so that the source contains no copy. */
const DOCUMENTED: ReadonlySet<string> = new Set([
  // The test key of Stripe's API reference, and the fixed keys of the Azure Storage and Cosmos DB emulators.
  '2cafc0970149a84f3b9e62ea',
  '0011cc25eb4320717494d270',
  'aa6547439583c3a275d4542a',
  // Tokens and credentials of RFC 6749 and RFC 6750.
  '6c96130f130ab0d6d158397e',
  '00cf4c781dc37003f7c7dd7d',
  'ca7459e2b26776de081b9a07',
  'a35b81a7d7927b70ec99270d',
  'b8e148545b13c78bc74da2f1',
  // Tokens and secrets of RFC 5849.
  '9d03b692e941d5ace207a9f8',
  'a71b359a87afde133e6d9731',
  '4c20e6f5cc11b93731e74cbe',
  '2ff8b0fb93aca981c78f1e94',
  '649e1f5c769e718ba10d1a70',
  '230d963dd289000e4e1b3f50',
])

/** Characters of a digest that are compared. */
const DIGEST_UNITS = 24

function digestOf(value: string): string {
  return createHash('sha256').update(value).digest('hex').slice(0, DIGEST_UNITS)
}
