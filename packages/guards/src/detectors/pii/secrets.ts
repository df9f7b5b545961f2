import { crc32 } from 'node:zlib'
import { entropy } from './checksums.ts'
import { SCORE_MAX, type Emit, type PiiEntity, type Source } from './entity.ts'

/** One form of credential: the literal that it starts with or stands behind, and the check of the rest. */
interface SecretForm {
  readonly kind: string
  readonly anchors: readonly string[]
  /** Sticky; matched where the anchor starts. The group `value`, where there is one, is the part reported. */
  readonly form: RegExp
  readonly score: number
  readonly fits?: (value: string) => boolean
  /** A checksum inside the value; where it holds there is no doubt left. */
  readonly isProven?: (value: string) => boolean
  /** Where the secret ends, when the form matches only its head. */
  readonly endsAt?: (text: string, headEnd: number) => number
}

/** An RSA key of 16,384 bits takes 12,700 characters in PEM. */
const PEM_CHARS_MAX = 13_000

/** Bits per character below which a random-looking token is a word, a placeholder or a pattern. */
const ENTROPY_BITS_MIN = 3

const random = (value: string): boolean => entropy(value) >= ENTROPY_BITS_MIN && !isPlaceholder(value)

const FORMS: readonly SecretForm[] = [
  {
    kind: 'aws_access_key_id',
    anchors: ['AKIA', 'ASIA', 'ABIA', 'ACCA'],
    form: /A(?:KIA|SIA|BIA|CCA)[A-Z2-7]{16}(?![A-Za-z0-9])/y,
    score: 0.9,
    fits: (value) => !value.endsWith('EXAMPLE') && random(value.slice(4)),
  },
  {
    kind: 'aws_secret_access_key',
    anchors: ['secret_access_key', 'secretaccesskey', 'aws_secret'],
    form: /(?:aws_?)?secret_?(?:access_?)?(?:key)?["']?\s{0,3}[:=]\s{0,3}["']?(?<value>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+])/iy,
    score: 0.9,
    fits: (value) => entropy(value) > 4 && !isPlaceholder(value),
  },
  {
    kind: 'github_token',
    anchors: ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'],
    form: /gh[pousr]_[A-Za-z0-9]{36}(?![A-Za-z0-9_])/y,
    score: 0.75,
    fits: (value) => random(value.slice(4)),
    isProven: isGithubChecked,
  },
  {
    kind: 'github_fine_grained_token',
    anchors: ['github_pat_'],
    form: /github_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59}(?!\w)/y,
    score: 0.95,
  },
  {
    kind: 'gitlab_token',
    anchors: ['glpat-', 'gldt-', 'glrt-'],
    form: /gl(?:pat|dt|rt)-[\w-]{20,50}(?![\w-])/y,
    score: 0.9,
    fits: (v) => random(v.slice(6)),
  },
  {
    kind: 'slack_token',
    anchors: ['xoxb-', 'xoxp-', 'xoxa-', 'xoxr-', 'xoxs-', 'xapp-'],
    form: /(?:xox[bpars]|xapp)-\d[\w-]{9,150}(?![\w-])/y,
    score: 0.9,
    fits: (value) => random(value.slice(5)),
  },
  {
    kind: 'slack_webhook',
    anchors: ['hooks.slack.com/services/'],
    form: /hooks\.slack\.com\/services\/T\w{6,12}\/B\w{6,12}\/\w{20,30}/y,
    score: 0.95,
  },
  {
    kind: 'stripe_key',
    anchors: ['sk_live_', 'rk_live_', 'sk_test_', 'rk_test_'],
    form: /[rs]k_(?:live|test)_[A-Za-z0-9]{16,120}(?!\w)/y,
    score: 0.9,
    fits: (v) => random(v.slice(8)),
  },
  {
    kind: 'anthropic_key',
    anchors: ['sk-ant-'],
    form: /sk-ant-[a-z0-9]{2,10}-[\w-]{60,120}(?![\w-])/y,
    score: 0.95,
    fits: random,
  },
  {
    kind: 'openai_key',
    anchors: ['sk-'],
    form: /sk-(?:proj-|svcacct-|admin-)?[\w-]{32,180}(?![\w-])/y,
    score: 0.9,
    fits: (v) => entropy(v) > 3.5 && /\d/.test(v) && /[A-Z]/.test(v) && !isPlaceholder(v),
  },
  { kind: 'google_api_key', anchors: ['AIza'], form: /AIza[\w-]{35}(?![\w-])/y, score: 0.9, fits: random },
  {
    kind: 'npm_token',
    anchors: ['npm_'],
    form: /npm_[A-Za-z0-9]{36}(?!\w)/y,
    score: 0.95,
    fits: (v) => random(v.slice(4)),
  },
  { kind: 'pypi_token', anchors: ['pypi-AgE'], form: /pypi-AgE[\w-]{50,240}/y, score: 0.95 },
  {
    kind: 'huggingface_token',
    anchors: ['hf_'],
    form: /hf_[A-Za-z]{34}(?!\w)/y,
    score: 0.9,
    fits: (v) => random(v.slice(3)),
  },
  { kind: 'sendgrid_key', anchors: ['SG.'], form: /SG\.[\w-]{22}\.[\w-]{43}(?![\w-])/y, score: 0.95 },
  {
    kind: 'jwt',
    anchors: ['eyJ'],
    form: /eyJ[\w-]{10,2000}\.eyJ[\w-]{10,8000}\.[\w-]{16,2000}(?![\w-])/y,
    score: 0.9,
    fits: hasJwtHeader,
  },
  {
    kind: 'private_key',
    anchors: ['-----BEGIN '],
    form: /-----BEGIN (?:[A-Z]{2,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----/y,
    score: 0.98,
    endsAt: pemEnd,
  },
  {
    kind: 'url_password',
    anchors: ['://'],
    form: /:\/\/[^\s:@/?#]{1,64}:(?<value>[^\s:@/?#]{3,128})@(?=[\w[])/y,
    score: 0.8,
    fits: (value) => !isPlaceholder(value) && !SAMPLE_PASSWORD.test(value),
  },
  {
    kind: 'bearer_token',
    anchors: ['bearer '],
    form: /bearer (?<value>[\w.~+/-]{20,400}=*)/iy,
    score: 0.75,
    fits: (value) => entropy(value) > 3.5 && /\d/.test(value) && !isPlaceholder(value),
  },
  {
    kind: 'password',
    anchors: ['password', 'passwd', 'passwort', 'contraseña', 'mot de passe', 'passphrase', '_pwd', 'pwd='],
    form: /(?:password|passwd|passwort|contraseña|mot de passe|passphrase|_?pwd)["']?(?:\s{0,2}(?:[:=]|:=|=>)\s{0,2}|\s(?:is|ist|es|est|lautet)(?::|\s)\s{0,1})["'`]?(?<value>[^\s"'`,;<>{}()[\]]{6,128})/iy,
    score: 0.75,
    fits: isPasswordLike,
  },
  {
    kind: 'assigned_secret',
    anchors: ['api_key', 'apikey', 'api-key', 'secret', 'token', 'access_key', 'private_key', 'credential'],
    form: /(?:api[_-]?key|secret(?:[_-]?key)?|token|access_key|private_key|credentials?)["']?\s{0,2}(?:[:=]|:=|=>|\sis\s)\s{0,2}["'`]?(?<value>[\w.+/=~-]{16,200})(?![\w.+/=~-])/iy,
    score: 0.7,
    fits: (value) =>
      entropy(value) > 3.2 && /\d/.test(value) && /[A-Za-z]/.test(value) && !isPlaceholder(value) && !isDigest(value),
  },
]

/** Classic GitHub tokens end in the CRC-32 of their first thirty characters, in base 62 of six digits. */
function isGithubChecked(token: string): boolean {
  const body = token.slice(4, -6)
  let rest = crc32(body)
  let check = ''
  for (let digit = 0; digit < 6; digit++) {
    check = (BASE62[rest % 62] as string) + check
    rest = Math.floor(rest / 62)
  }
  return token.endsWith(check)
}

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

function hasJwtHeader(token: string): boolean {
  try {
    const header: unknown = JSON.parse(Buffer.from(token.slice(0, token.indexOf('.')), 'base64url').toString('utf8'))
    return typeof header === 'object' && header !== null && 'alg' in header
  } catch {
    return false
  }
}

const PLACEHOLDER =
  /example|sample|placeholder|changeme|change_me|your[_-]?|<|xxxx|\*\*\*|\.\.\.|1234567890|abcdefgh|dummy|redacted|insert|process\.env|os\.environ|getenv|\$\{|\{\{|undefined|null|not[_-]?set/i

/** Words that every manual puts where a password belongs. */
const SAMPLE_PASSWORD =
  /^(?:my[_-]?)?(?:pass|passwd|password|pwd|postgres|mysql|root|admin|user|guest|test|secret|token|pw|mypass)$/i

function isPlaceholder(value: string): boolean {
  return PLACEHOLDER.test(value) || /(.)\1{5}/.test(value)
}

/** Hashes and UUIDs stand behind words such as "token" without being usable as one. */
function isDigest(value: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(value)
}

/** A password beside its name has a digit or sign among letters; "password is required" has not. */
function isPasswordLike(value: string): boolean {
  const trimmed = value.replace(/[.!?]+$/, '')
  if (
    trimmed.length < 6 ||
    isPlaceholder(value) ||
    SAMPLE_PASSWORD.test(trimmed) ||
    /^[$%]\w+/.test(trimmed) ||
    /^[\w.]+\($/.test(trimmed)
  )
    return false
  const kinds =
    Number(/[a-z]/.test(trimmed)) +
    Number(/[A-Z]/.test(trimmed)) +
    Number(/\d/.test(trimmed)) +
    Number(/[^A-Za-z0-9]/.test(trimmed))
  return kinds >= 2 && /[^A-Za-z.-]/.test(trimmed) && entropy(trimmed) >= 2
}

/** Anchors in small letters to the forms they start: the automaton reports an anchor without its case. */
const BY_ANCHOR: ReadonlyMap<string, readonly SecretForm[]> = indexByAnchor()

function indexByAnchor(): Map<string, SecretForm[]> {
  const index = new Map<string, SecretForm[]>()
  for (const form of FORMS) {
    for (const anchor of form.anchors)
      index.set(anchor.toLowerCase(), [...(index.get(anchor.toLowerCase()) ?? []), form])
  }
  return index
}

function atSecretAnchor({ text }: Source, end: number, emit: Emit, anchor: string): void {
  const start = end - anchor.length
  const joined = /[\w-]/.test(text.charAt(start - 1))
  for (const { form, fits, score, kind, endsAt, isProven } of BY_ANCHOR.get(anchor.toLowerCase()) ?? []) {
    // A prefix inside a longer word is a coincidence: "task-…" holds "sk-". Names before values may be joined.
    if (joined && !form.source.includes('?<value>')) continue
    form.lastIndex = start
    const match = form.exec(text)
    if (match === null) continue
    const value = match.groups?.['value']
    if (fits !== undefined && !fits(value ?? match[0])) continue
    const from = value === undefined ? start : start + match[0].lastIndexOf(value)
    const to = from + (value ?? match[0]).length
    emit(from, endsAt?.(text, to) ?? to, isProven?.(match[0]) === true ? SCORE_MAX : score, kind)
  }
}

/** To the end of the END line, or where the block was cut off to the end of its base64. */
function pemEnd(text: string, headEnd: number): number {
  const window = text.slice(headEnd, headEnd + PEM_CHARS_MAX)
  const foot = /-----END [A-Z ]{0,40}-----/.exec(window)
  if (foot !== null) return headEnd + foot.index + foot[0].length
  return headEnd + (/^[\sA-Za-z0-9+/=:,\\]*/.exec(window)?.[0].trimEnd().length ?? 0)
}

export const secret: PiiEntity = {
  name: 'SECRET',
  aliases: [
    'SECRETS',
    'API_KEY',
    'API_KEYS',
    'CREDENTIAL',
    'CREDENTIALS',
    'PASSWORD',
    'TOKEN',
    'ACCESS_TOKEN',
    'AWS_ACCESS_KEY',
    'PRIVATE_KEY',
  ],
  title: 'Secret: key, token, password or private key',
  group: 'secret',
  context: [],
  immune: true,
  decoded: true,
  anchors: [...new Set(FORMS.flatMap((form) => form.anchors))],
  atAnchor: atSecretAnchor,
  examples: {
    finds: [
      ['key AKIAQYLPMN5HFIQR7BZA in use', 'AKIAQYLPMN5HFIQR7BZA'],
      ['glpat-Xy3kPq9LmN2vB7sT4wRz', 'glpat-Xy3kPq9LmN2vB7sT4wRz'],
      ['db: postgres://app:s3cr3tPw9@db.internal/app', 's3cr3tPw9'],
      ['my password is Tr0ub4dor&3', 'Tr0ub4dor&3'],
      ['"api_key": "9f8a7b6c5d4e3f2a1b0c9d8e"', '9f8a7b6c5d4e3f2a1b0c9d8e'],
    ],
    ignores: [
      'Your password is required.',
      'password: ********',
      'AKIAIOSFODNN7EXAMPLE',
      'api_key = YOUR_API_KEY_GOES_HERE_1',
      'token: 123e4567-e89b-12d3-a456-426614174000',
      'risk-averse task-oriented-approach-that-is-fairly-long-indeed',
      'the token expires in 3600',
      'https://example.com/a:b@c',
    ],
  },
}
