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
/** Shorter values beside a label may be a count or a version. */
const STRONG_UNITS_MIN = 8
/** Names, joints and values are bounded, so that the expressions are linear. */
const LABEL =
  /(?<![\p{L}\p{N}])(?:pass(?:word|wd|phrase|code)|pwd|(?:api|access|secret|private|signing|encryption|service|master|license)[ _-]?key|(?:access|auth|api|bearer|refresh|session|secret)[ _-]?token|client[ _-]?secret|secret|token|credentials?|kennwort|passwort|zugangscode|zugangsschlüssel|sicherheitscode|geheimcode|geheimwort|losungswort|türcode|(?:api|geheim|haupt)-?schlüssel|contraseña|clave(?: (?:de acceso|secreta|maestra|api|interna))?|código (?:de acceso|secreto|interno)|palabra clave|mot de passe|mdp|code (?:d['’]accès|secret|interne)|clé (?:secrète|d['’]accès|api|maître)|parola d['’]ordine|codice (?:di accesso|segreto|interno)|chiave (?:segreta|api|d['’]accesso)|parola chiave|senha|palavra-passe|código de acesso|chave (?:secreta|de api|de acesso|mestra)|wachtwoord|toegangscode|geheime (?:sleutel|code)|hasł[oa]|kod dostępu|klucz(?: (?:api|dostępu))?|şifre(?:si)?|lösenord(?:et)?|adgangskode(?:n)?|passord(?:et)?|salasana|heslo|jelszó|parolă|пароль|код доступа|секретный ключ|(?:code|pass|secret|magic)[ -]?words?|(?:security|access|door|vault|staff|employee|admin|master|secret|pin|override|internal)[ _-]?code|pin)(?![\p{L}\p{N}])/giu
const JOINT =
  /["'`*_)\]]{0,4}(?:[ \t](?:for|of|to|in|on|from|as|für|von|de|pour|para)\b[^.!?:=\n"'`]{1,48}?)?[ \t]{0,4}(?::|=>?|→|->|(?<![\p{L}])(?:is|was|lautet|ist|heißt|es|est|è|é|to|jest|brzmi|är|er)(?![\p{L}]):?|, which is\b:?)[ \t]{0,4}/uy
/** A value that follows the label directly: with letters and figures, or with signs. */
const BESIDE = /[ \t]{1,3}/uy
const QUOTED = /(?:["'`“„«「『]|\*\*)([^"'`“”„«»「」『』*\n]{3,128})(?:["'`”“»」』]|\*\*)/uy
const BARE = /[^\s"'`“”„,;<>()[\]{}|。、，；「」『』]{4,128}/uy
/** Languages without spaces between words. */
const LABEL_UNSPACED =
  /密码|密碼|口令|密钥|密鑰|访问码|访问代码|パスワード|暗証番号|合言葉|秘密鍵|アクセスコード|비밀번호|암호|접근 코드/gu
const JOINT_UNSPACED = /[」』”"]?[ \t]?(?:是|为|為|：|:|=|は|が|는|은)[ \t]?[:：]?[ \t]?/uy
const BARE_UNSPACED = /[\x21\x23-\x26\x2a-\x2b\x2d-\x7a\x7e]{4,64}/uy

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
    if (found.vendor === '' && PLAIN_WORD.test(value) && DESCRIBING.test(value)) return []
    const strength = found.score >= CLEAR_SCORE ? 'clear' : 'likely'
    return [{ kind: 'secret', what: nameOf(found), start: found.start, end: found.end, value, strength }]
  })
  const isNew = ({ start, end }: ContentHit) => formatted.every((hit) => end <= hit.start || start >= hit.end)
  const plain = [...labelled(text), ...labelledUnspaced(text), ...prefixed(text), ...logins(text)]
  const labels = [...formatted, ...plain.filter(isNew)]
  const isOther = ({ start, end }: ContentHit) => labels.every((hit) => end <= hit.start || start >= hit.end)
  const named = [...labels, ...namedCodes(text).filter(isOther)]
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
    if (joint === null) {
      const beside = valueBeside(text, index + label.length)
      if (beside === undefined || isIntroducedAsExample(text, index)) continue
      hits.push({ kind: 'secret', what: `a value labelled “${label.toLowerCase()}”`, ...beside, strength: 'likely' })
      continue
    }
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

/** Returns a value that follows its label without a joint: "with the password Tr0ub4dor&3". */
function valueBeside(text: string, at: number): Pick<ContentHit, 'start' | 'end' | 'value'> | undefined {
  BESIDE.lastIndex = at
  const space = BESIDE.exec(text)
  if (space === null) return undefined
  const from = BESIDE.lastIndex
  QUOTED.lastIndex = BARE.lastIndex = from
  const quoted = QUOTED.exec(text)?.[1]
  const value = quoted ?? BARE.exec(text)?.[0].replace(/[.:!?*_]{1,4}$/, '') ?? ''
  const isStrong =
    value.length >= STRONG_UNITS_MIN &&
    !/\s/.test(value) &&
    /\p{L}/u.test(value) &&
    /\d/.test(value) &&
    !/[/\\=]/.test(value)
  if (!isStrong || !isCredential(value, 'password', quoted !== undefined)) return undefined
  const start = text.indexOf(value, from)
  return { start, end: start + value.length, value }
}

/** Values with a label in languages without spaces between words. */
function labelledUnspaced(text: string): readonly ContentHit[] {
  const hits: ContentHit[] = []
  for (const { 0: label, index } of text.matchAll(LABEL_UNSPACED)) {
    JOINT_UNSPACED.lastIndex = index + label.length
    if (JOINT_UNSPACED.exec(text) === null) continue
    const from = JOINT_UNSPACED.lastIndex
    QUOTED.lastIndex = BARE_UNSPACED.lastIndex = from
    const quoted = QUOTED.exec(text)?.[1]
    const value = quoted ?? BARE_UNSPACED.exec(text)?.[0].replace(/[.:!?*_]{1,4}$/, '') ?? ''
    if (!isCredential(value, 'code', quoted !== undefined) || isIntroducedAsExample(text, index)) continue
    const start = text.indexOf(value, from)
    hits.push({ kind: 'secret', what: 'a labelled password or code', start, end: start + value.length, value, strength: 'likely' }) // prettier-ignore
  }
  return hits
}

function isCredential(value: string, label: string, isQuoted: boolean): boolean {
  if (value.length < VALUE_UNITS_MIN || WORDS.test(value)) return false
  const hasLetter = /\p{L}/u.test(value)
  const hasDigit = /\d/.test(value)
  if (!hasLetter) return /^\d[\d-]{3,15}$/.test(value) && /c[oó]d|kod|pin|код/.test(label)
  if (isExampleValue(value) || NO_VALUE.test(value)) return false
  if (/\s/.test(value)) return isQuoted && /phrase|word/.test(label) && /^\p{Ll}+(?: \p{Ll}+){1,5}$/u.test(value)
  if (hasDigit || /[!@#$%^&+=~]/.test(value)) return value.length >= VALUE_UNITS_MIN + 2
  const pieces = value.split(/[-_.]/)
  if (pieces.length >= 3) return !FUNCTION_WORD.test(value)
  // Everyday words in these languages: a key to something, a word.
  if (/^(?:clave|klucz|palabra clave|parola chiave|to)$/.test(label)) return false
  return isQuoted && pieces.every((piece) => piece !== '')
}

/** Endings of words that describe a password. */
const DESCRIBING =
  /(?:ed|en|[ai]ble|ing|ive|[ai]l|ly|ful|less|ous|[ae]nt|ary|ory|ure|er|est|n't|ong|ic|ée?s?|ad[oa]|id[oa]|at[oa]|ut[oa]|lich|ig|bar)$/i
const PLAIN_WORD = /^\p{Ll}{5,24}$/u

/** Returns whether a single ordinary word is the value: "the password is swordfish". */
function isPlainPassword(value: string, label: string): boolean {
  return /pass|word|wort|phrase/.test(label) && PLAIN_WORD.test(value) && !DESCRIBING.test(value) && !WORDS.test(value)
}

function isLastWord(text: string, end: number): boolean {
  return /^[.!]?(?:\s*$|\s*\n|\s+\p{Lu})/u.test(text.slice(end, end + 8))
}

/** User name and password in one value: "the login is reports / Tr0ub4dor-3". */
const LOGIN =
  /\b(?:login|log-in|credentials?|zugangsdaten|anmeldedaten|identifiants?|credenciales|credenziali)\b(?:[ \t](?:for|to|of)\b[^.!?:=\n"'`]{1,40}?)?[ \t]{0,3}(?::|(?:is|are|lautet|lauten|sont|son|sono)\b:?)[ \t]{1,3}["'`]?[\w.@-]{3,40} ?\/ ?([^\s"'`,;]{6,64})/giu

function logins(text: string): readonly ContentHit[] {
  return [...text.matchAll(LOGIN)].flatMap((match): ContentHit[] => {
    const [whole, last = ''] = match
    const value = last.replace(/[.:!?*_]{1,4}$/, '')
    const start = match.index + whole.lastIndexOf(last)
    const isPassword = /\p{L}/u.test(value) && /\d/.test(value) && !value.includes('/')
    if (!isPassword || !isCredential(value, 'password', false) || isIntroducedAsExample(text, start)) return []
    const what = 'a user name with its password'
    return [{ kind: 'secret', what, start, end: start + value.length, value, strength: 'likely' }]
  })
}

/** Codes with a name, in groups of capital letters and digits: "the pilot code AB-PIP-2291". */
const NAMED_CODE =
  /(?<![\p{L}\p{N}])(\p{L}{3,24})[ -]?codes?(?:[ \t]{0,3}(?::|(?:is|was|lautet|ist|es|est)\b:?))?[ \t]{1,3}["'`“*]{0,3}([A-Z0-9]{2,16}(?:-[A-Z0-9]{1,16}){1,4})(?![\w-])/gu
/** Codes that customers and programs use. */
const ORDINARY_CODE =
  /^(?:area|bar|booking|bonus|campaign|colou?r|confirmation|country|coupon|currency|dial\w*|diagnostic|discount|error|exit|fault|flight|gift|gutschein|http|invoice|item|key|language|model|offer|order|part|post|postal|product|promo\w*|quick|rabatt|reason|referral|reference|reservation|response|return|sample|source|status|tax|ticket|tracking|training|verification|voucher|warning|zip)$/i

function namedCodes(text: string): readonly ContentHit[] {
  return [...text.matchAll(NAMED_CODE)].flatMap((match): ContentHit[] => {
    const [whole, name = '', value = ''] = match
    const start = match.index + whole.lastIndexOf(value)
    const isCode = value.length >= CODE_UNITS_MIN && /\d/.test(value) && /[A-Z]{2}/.test(value)
    if (!isCode || ORDINARY_CODE.test(name) || isExampleValue(value) || isIntroducedAsExample(text, start)) return []
    const what = `a value labelled “${name.toLowerCase()} code”`
    return [{ kind: 'secret', what, start, end: start + value.length, value, strength: 'weak' }]
  })
}

const CODE_UNITS_MIN = 8
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
