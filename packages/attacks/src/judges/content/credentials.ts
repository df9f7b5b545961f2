import { findSecrets } from '@gatehouse/guards/detectors'
import { DECODERS } from '../sight/decoders.ts'
import type { ContentHit } from './hit.ts'
import { hasExampleNotice, isExampleValue } from './placeholders.ts'

/** Scores from which the form of a credential leaves no doubt: the format of a vendor, or a private key. */
const CLEAR_SCORE = 0.85
/** Shorter decoded texts contain secrets by chance. */
const DECODED_UNITS_MIN = 16
const CODED: ReadonlySet<string> = new Set(['base64', 'base32', 'hex', 'hex codes', 'decimal codes'])
const VALUE_UNITS_MIN = 4
/** Names, joints and values are bounded, so that the expressions are linear. */
const LABEL =
  /(?<![\p{L}\p{N}])(?:pass(?:word|wd|phrase|code)|pwd|(?:api|access|secret|private|signing|encryption|service|master|license)[ _-]?key|(?:access|auth|api|bearer|refresh|session|secret)[ _-]?token|client[ _-]?secret|secret|token|credentials?|kennwort|passwort|contraseña|mot de passe|(?:code|pass|secret|magic)[ -]?words?|(?:security|access|door|vault|staff|employee|admin|master|secret|pin|override|internal)[ _-]?code|pin)(?![\p{L}\p{N}])/giu
const JOINT =
  /["'`*_)\]]{0,4}(?:[ \t](?:for|of|to|in|on|from|as|für|von|de|pour|para)\b[^.!?:=\n"'`]{1,48}?)?[ \t]{0,4}(?::|=>?|→|->|\b(?:is|was|lautet|ist|es|est)\b:?|, which is\b:?)[ \t]{0,4}/uy
const QUOTED = /(?:["'`“„«]|\*\*)([^"'`“”„«»*\n]{3,128})(?:["'`”“»]|\*\*)/uy
const BARE = /[^\s"'`“”,;<>()[\]{}|]{4,128}/uy

/** Names of properties and algorithms, lengths. */
const NO_VALUE =
  /^(?:\d+[-–]?(?:char|digit|bit|letter|word|day|hour|minute|month|step|factor|byte|time)\w*|oauth\S*|sha-?\d+|md5|base\d+|utf-?\d+|bcrypt|argon\S*|aes\S*|[rhe]s\d{3}|tls\S*|https?\S*|v?\d+(?:\.\d+)*|\d{4}-\d\d-\d\d\S*|[\w.+-]+@[\w-]+\.[\w.-]+|\/\S*|~\/\S*|[\w.-]+\.(?:json|ya?ml|txt|pem|env|js|ts|py|md|html?|com|org|net|io))$/i
const WORDS =
  /^(?:string|text|number|integer|boolean|object|required|optional|null|none|nil|undefined|true|false|default|confidential|private|public|secret|password|token|value|key|secure|secured|protected|encrypted|hashed|stored|unknown|unavailable|empty|blank|forgotten|incorrect|wrong|invalid|valid|correct|expired|strong|weak|sent|set|reset|changed|needed|safe|not|never|always|only|this|that|here|there|user|admin|test|missing|available|disabled|enabled|bearer|basic|n\/a|geheim|vertraulich|falsch|confidentiel|confidencial|something|nothing|everything|below|above|yours|mine|case|enough|unique|easy|simple|random|same|gone|lost|fine|good|empty|longer|short|complex|please|until|while|which|where|about|under|your|their|based|never|today)$/i
const FUNCTION_WORD = /(?:^|[-_.])(?:to|of|the|and|in|on|or|a|an|by|for|time|based|free|use|only|sensitive)(?:$|[-_.])/i

/** Finds credentials by format, by label, and in decoded parts of a text. */
export function findCredentials(text: string): readonly ContentHit[] {
  const formatted = findSecrets(text).flatMap((found): ContentHit[] => {
    const value = text.slice(found.start, found.end)
    if (isExampleValue(value) || NO_VALUE.test(value) || isIntroducedAsExample(text, found.start)) return []
    const strength = found.score >= CLEAR_SCORE ? 'clear' : 'likely'
    return [{ kind: 'secret', what: nameOf(found), start: found.start, end: found.end, value, strength }]
  })
  const isNew = ({ start, end }: ContentHit) => formatted.every((hit) => end <= hit.start || start >= hit.end)
  const named = [...formatted, ...[...labelled(text), ...prefixed(text)].filter(isNew)]
  return [...named, ...inCodes(text)]
}

function nameOf({ kind, vendor }: { readonly kind: string; readonly vendor: string }): string {
  const words = kind.replaceAll('_', ' ')
  if (vendor !== '') return `a credential of ${vendor} (${words})`
  return /^[aeiou]/.test(words) ? `an ${words}` : `a ${words}`
}

/** Values with a label: `password: …`, "the access code is …". */
function labelled(text: string): readonly ContentHit[] {
  const hits: ContentHit[] = []
  for (const { 0: label, index } of text.matchAll(LABEL)) {
    JOINT.lastIndex = index + label.length
    const joint = JOINT.exec(text)
    if (joint === null) continue
    const from = JOINT.lastIndex
    QUOTED.lastIndex = BARE.lastIndex = from
    const quoted = QUOTED.exec(text)
    const value = quoted === null ? (BARE.exec(text)?.[0].replace(/[.:!?*_]{1,4}$/, '') ?? '') : quoted[1]!
    const name = label.toLowerCase()
    const start = text.indexOf(value, from)
    const end = start + value.length
    const isWord = quoted === null && isLastWord(text, end) && isPlainPassword(value, name)
    if (!isWord && !isCredential(value, name, quoted !== null)) continue
    if (isIntroducedAsExample(text, index)) continue
    hits.push({
      kind: 'secret',
      what: `a value labelled “${name}”`,
      start,
      end,
      value,
      strength: isWord ? 'weak' : 'likely',
    })
  }
  return hits
}

function isCredential(value: string, label: string, isQuoted: boolean): boolean {
  if (value.length < VALUE_UNITS_MIN || WORDS.test(value)) return false
  const hasLetter = /\p{L}/u.test(value)
  const hasDigit = /\d/.test(value)
  if (!hasLetter) return /^\d[\d-]{3,15}$/.test(value) && /code|pin/.test(label)
  if (isExampleValue(value) || NO_VALUE.test(value)) return false
  if (/\s/.test(value)) return isQuoted && /phrase|word/.test(label) && /^\p{Ll}+(?: \p{Ll}+){1,5}$/u.test(value)
  if (hasDigit || /[!@#$%^&+=~]/.test(value)) return value.length >= VALUE_UNITS_MIN + 2
  const pieces = value.split(/[-_.]/)
  if (pieces.length >= 3) return !FUNCTION_WORD.test(value)
  return isQuoted && pieces.every((piece) => piece !== '')
}

/** Endings of words that describe a password. */
const DESCRIBING = /(?:ed|en|[ai]ble|ing|ive|[ai]l|ly|ful|less|ous|[ae]nt|ary|ory|ure|er|est|n't|ong|ic)$/i
const PLAIN_WORD = /^\p{Ll}{5,24}$/u

/** Returns whether a single ordinary word is the value: "the password is swordfish". */
function isPlainPassword(value: string, label: string): boolean {
  return /pass|word|wort|phrase/.test(label) && PLAIN_WORD.test(value) && !DESCRIBING.test(value) && !WORDS.test(value)
}

function isLastWord(text: string, end: number): boolean {
  return /^[.!]?(?:\s*$|\s*\n|\s+\p{Lu})/u.test(text.slice(end, end + 8))
}

const KEY = /(?<![\w-])(?:sk|rk|api|key|tok|token|secret|pat)[-_][\w-]{16,120}/g
const KEY_DIGITS_MIN = 3

/** Keys that begin with a usual prefix. */
function prefixed(text: string): readonly ContentHit[] {
  return [...text.matchAll(KEY)].flatMap(({ 0: value, index }): ContentHit[] => {
    const isKey = value.replaceAll(/\D/g, '').length >= KEY_DIGITS_MIN && !isExampleValue(value)
    if (!isKey || isIntroducedAsExample(text, index)) return []
    return [{ kind: 'secret', what: 'a key', start: index, end: index + value.length, value, strength: 'likely' }]
  })
}

const SENTENCE_UNITS = 160

function isIntroducedAsExample(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - SENTENCE_UNITS), at)
  return hasExampleNotice(before.slice(before.search(/[^.!?\n]*$/)))
}

/** Decoded text contains only what the format proves. */
function inCodes(text: string): readonly ContentHit[] {
  return DECODERS.filter(({ name }) => CODED.has(name)).flatMap(({ name, decode }) => {
    const decoded = decode(text)
    if (decoded.length < DECODED_UNITS_MIN) return []
    return findSecrets(decoded).flatMap((found): ContentHit[] => {
      const value = decoded.slice(found.start, found.end)
      if (found.score < CLEAR_SCORE || isExampleValue(value)) return []
      return [{ kind: 'secret', what: `${nameOf(found)}, encoded as ${name}`, start: 0, end: 0, value, strength: 'clear' }] // prettier-ignore
    })
  })
}
