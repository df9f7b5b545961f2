import { entropy, isJwt, isPlaceholder, isReference } from '@gatehouse/formats/credentials'
import { ASSIGNED_SECRET, isSecretValue, PASSWORD } from './assigned.ts'
import { PEM_CHARS_MAX } from './open-key.ts'

/** A secret without a vendor, detected by its context. */
export interface SecretRule {
  readonly id: string
  readonly what: string
  readonly source: string
  readonly anchors: readonly string[]
  /** Sticky; matched at the start of the anchor. The group `value`, if present, is the reported part. */
  readonly form: RegExp
  readonly score: number
  readonly fits?: (value: string) => boolean
  /** True where an unquoted value may be a name in code. */
  readonly assigned?: true
  /** A required word in the preceding characters. */
  readonly near?: string
  /** Returns the end of the secret, when the form matches only its header; undefined without a secret. */
  readonly endsAt?: (text: string, headEnd: number) => number | undefined
}

/** Maximum distance of a command name before its option. */
const NEAR_UNITS_MAX = 400

/** Placeholder words for passwords in documentation. */
const SAMPLE_PASSWORD =
  /^(?:my[_-]?)?(?:pass|passwd|password|pwd|postgres|mysql|root|admin|user|guest|test|secret|token|pw|mypass)$/i

export const SECRET_RULES: readonly SecretRule[] = [
  {
    id: 'jwt',
    what: 'JSON Web Token, whose header names its algorithm',
    source: 'RFC 7519 and RFC 7515',
    anchors: ['eyJ'],
    form: /(?<![\w-])eyJ[\w-]{10,2000}\.eyJ[\w-]{10,8000}\.[\w-]{16,2000}(?![\w-])/y,
    score: 0.9,
    fits: isJwt,
  },
  {
    id: 'jwt_base64',
    what: 'JSON Web Token, encoded in base64 once more',
    source: 'RFC 7519 and RFC 4648',
    anchors: ['ZXlK'],
    form: /ZXlK[\w+/-]{60,8000}={0,2}/y,
    score: 0.85,
    fits: (value) => isJwt(Buffer.from(value, 'base64').toString('latin1')),
  },
  {
    id: 'private_key',
    what: 'private key in PEM or OpenPGP armour',
    source: 'RFC 7468, RFC 4716, RFC 9580',
    anchors: ['-----BEGIN'],
    // Spaces get lost when keys are copied through forms and tables.
    form: /-----BEGIN[A-Z0-9 _-]{0,40}?PRIVATE ?KEY(?: ?BLOCK)?-----/y,
    score: 0.98,
    endsAt: pemEnd,
  },
  {
    id: 'putty_private_key',
    what: 'private key of PuTTY',
    source: 'putty.org.uk, the PPK file format',
    anchors: ['PuTTY-User-Key-File-'],
    form: /PuTTY-User-Key-File-[123]: [\w@.-]{3,60}/y,
    score: 0.98,
    endsAt: puttyEnd,
  },
  {
    id: 'url_password',
    what: 'password in an address, as connection strings of databases have it',
    source: 'RFC 3986, section 3.2.1',
    anchors: ['://'],
    form: /:\/\/[^\s:@/?#]{0,64}:(?<value>[^\s:@/?#]{3,128})@(?=[\w[])/y,
    score: 0.8,
    fits: (value) => !isPlaceholder(value) && !SAMPLE_PASSWORD.test(value),
  },
  {
    id: 'bearer_token',
    what: 'bearer token of an HTTP request',
    source: 'RFC 6750, section 2.1',
    anchors: ['bearer '],
    form: /bearer (?<value>[\w.~+/-]{20,400}=*)/iy,
    score: 0.75,
    fits: (value) => entropy(value) > 3.5 && /\d/.test(value) && !isPlaceholder(value),
  },
  {
    id: 'basic_credentials',
    what: 'user name and password of an HTTP request in base64',
    source: 'RFC 7617',
    anchors: ['basic '],
    form: /basic (?<value>[\w+/-]{11,400}={0,2})(?![\w+/=-])/iy,
    score: 0.75,
    fits: isBasic,
  },
  {
    id: 'command_line_user',
    what: 'user name and password on the command line of curl',
    source: 'curl.se/docs/manpage.html, option -u',
    anchors: [' -u', '\t-u', '--user'],
    form: /[ \t]?-(?:u|-user)[ =\t]{0,8}["']?(?<value>[\w.@%+-]{1,100}:[^\s"'`]{0,128})/y,
    score: 0.75,
    fits: isUserAndPassword,
    near: 'curl',
  },
  {
    id: 'config_password',
    what: 'password in the settings of .NET and NuGet',
    source: 'learn.microsoft.com/nuget/reference/nuget-config-file, packageSourceCredentials',
    anchors: ['password"', "password'"],
    form: /password["']\s{0,20}value\s{0,4}=\s{0,4}["'](?<value>[^"'\n]{6,128})["']/iy,
    score: 0.75,
    fits: (value) => !isPlaceholder(value) && !SAMPLE_PASSWORD.test(value) && !/^[$%]/.test(value),
  },
  {
    id: 'http_header_key',
    what: 'key in a header of an HTTP request',
    source: 'RFC 9110: fields with the names in common use',
    anchors: ['api-key:', 'api-token:', 'auth-token:', 'access-token:', 'secret-key:', 'private-token:'],
    form: /(?:api|auth|access|secret|private)-(?:key|token): {0,8}(?<value>[\w.~+/=-]{8,300})/iy,
    score: 0.75,
    fits: isSecretValue,
  },
  {
    id: PASSWORD,
    what: 'password beside its name',
    source: 'judged by its characters',
    anchors: ['password', 'passwd', 'passwort', 'contraseña', 'mot de passe', 'passphrase', '_pwd', 'pwd='],
    form: /(?:password|passwd|passwort|contraseña|mot de passe|passphrase|_?pwd)["']?(?:\s{0,2}(?:[:=]|:=|=>)\s{0,2}|\s(?:is|ist|es|est|lautet)(?::|\s)\s{0,1}|\s{0,8}value\s{0,2}=\s{0,2})["'`]?(?<value>[^\s"'`,;<>{}()[\]]{6,128})/iy,
    score: 0.75,
    fits: isPasswordLike,
    assigned: true,
  },
  {
    id: ASSIGNED_SECRET,
    what: 'value behind a name that says it is secret',
    source: 'judged by its name, its characters and their disorder',
    anchors: ['api_key', 'apikey', 'api-key', 'secret', 'token', 'access_key', 'private_key', 'credential'],
    form: /(?:api[_-]?key|secret(?:[_-]?key)?|token|access_key|private_key|credentials?)["']?\s{0,2}(?:[:=]|:=|=>|\sis\s)\s{0,2}["'`]?(?<value>[\w.+/=~-]{16,200})(?![\w.+/=~-])/iy,
    score: 0.7,
    fits: isSecretValue,
    assigned: true,
  },
]

const byAnchor = new Map<string, SecretRule[]>()
for (const rule of SECRET_RULES) {
  for (const anchor of rule.anchors) {
    byAnchor.set(anchor.toLowerCase(), [...(byAnchor.get(anchor.toLowerCase()) ?? []), rule])
  }
}

/** Reports the matches of a rule at `place`, the location of its anchor. */
export function matchRule(
  text: string,
  place: number,
  anchor: string,
  emit: (start: number, end: number, score: number, kind: string) => void,
): void {
  for (const { form, fits, score, id, near, assigned, endsAt } of byAnchor.get(anchor) ?? []) {
    form.lastIndex = place
    const match = form.exec(text)
    if (match === null) continue
    const value = match.groups?.['value']
    if (value === undefined && /[\w-]/.test(text.charAt(place - 1)) && text.charAt(place) !== '-') continue
    if (fits !== undefined && !fits(value ?? match[0])) continue
    if (near !== undefined && !text.slice(Math.max(0, place - NEAR_UNITS_MAX), place).includes(near)) continue
    const from = value === undefined ? place : place + match[0].lastIndexOf(value)
    if (assigned && isReference(value ?? '') && !/["'`]/.test(text.charAt(from - 1))) continue
    const to = from + (value ?? match[0]).length
    const end = endsAt === undefined ? to : endsAt(text, to)
    if (end !== undefined) emit(from, end, score, id)
  }
}

/** Whether a value may be a password: it has a digit or symbol among letters; "password is required" has none. */
function isPasswordLike(value: string): boolean {
  const trimmed = value.replace(/[.!?]+$/, '')
  if (trimmed.length < 6 || isPlaceholder(value) || SAMPLE_PASSWORD.test(trimmed)) return false
  if (/^[$%]\w+/.test(trimmed) || /^[\w.]+\($/.test(trimmed)) return false
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((kind) => kind.test(trimmed)).length
  return kinds >= 2 && /[^A-Za-z.-]/.test(trimmed) && entropy(trimmed) >= 2
}

/** Whether a value is `name:password`, or `key:` for services with only a key. */
function isUserAndPassword(value: string): boolean {
  const border = value.indexOf(':')
  const password = value.slice(border + 1)
  if (password === '') return isSecretValue(value.slice(0, border))
  return password.length > 3 && !isPlaceholder(value) && !SAMPLE_PASSWORD.test(password) && !/^[$%{<]/.test(password)
}

/** Base64 of a name, a colon and a password. */
function isBasic(value: string): boolean {
  const read = Buffer.from(value, 'base64').toString('utf8')
  const [, password] = /^[\x21-\x7e]{0,100}?:([\x20-\x7e]{3,200})$/.exec(read) ?? []
  return password !== undefined && !isPlaceholder(read) && !SAMPLE_PASSWORD.test(password)
}

/** Returns the end of the END line, or the end of the base64 of a truncated block; a header alone is no key. */
function pemEnd(text: string, headEnd: number): number | undefined {
  const window = text.slice(headEnd, headEnd + PEM_CHARS_MAX)
  const foot = /-----END [A-Z0-9 ]{0,40}-----/.exec(window)
  const end =
    foot === null ? (/^[\sA-Za-z0-9+/=:,\\]*/.exec(window)?.[0].trimEnd().length ?? 0) : foot.index + foot[0].length
  return /[A-Za-z0-9+/=]{24}/.test(window.slice(0, end)) ? headEnd + end : undefined
}

/** Returns the end of the line with the authentication code, which closes the file. */
function puttyEnd(text: string, headEnd: number): number {
  const window = text.slice(headEnd, headEnd + PEM_CHARS_MAX)
  const foot = /\nPrivate-(?:MAC|Hash): {0,2}[0-9a-f]{0,64}/.exec(window)
  return foot === null ? headEnd + window.trimEnd().length : headEnd + foot.index + foot[0].length
}
