import { isPlaceholder, isRandom, isWording, SECRET_FORMATS } from '@gatehouse/formats/credentials'
import { MASK } from '@gatehouse/kernel'

/** Values with a mark of their own, by the first characters of the value. */
const BY_HEAD = Map.groupBy(
  SECRET_FORMATS.filter(({ names }) => names.length === 0)
    .flatMap(({ pictures }) => pictures)
    .flatMap((picture) => {
      const [head] = picture.parts
      return typeof head === 'string' && head.length >= 2 ? [{ picture, head }] : []
    }),
  ({ head }) => head.slice(0, 2),
)
/** Possible start of a value: not inside of another one. */
const STARTS = /(?<![A-Za-z0-9])[A-Za-z0-9_]{2}/g
/** `password: hunter2`, `the admin code is 4711-A`; the value is redacted up to the end of the word. */
const ASSIGNED =
  /((?:pass(?:word|wd|phrase|code)|secret|token|api[\s_-]?key|access[\s_-]?key|private[\s_-]?key|credentials?|auth(?:orization)?|(?:admin|internal|override|discount|access|unlock)[\s_-]?(?:code|key|pin))["'`]?\s{0,3}(?:is|are|=|:|=>)\s{0,3}["'`]?)((?:bearer|basic)\s)?([^\s"'`,;<>{}]{4,400})/gi
const IN_ADDRESS = /(:\/\/[^\s/:@]{0,100}:)[^\s/@]{1,400}(@)/g
const PRIVATE_KEY =
  /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[\s\S]{0,20000}?(?:-----END [A-Z ]{0,40}PRIVATE KEY-----|$)/g
const JWT = /eyJ[\w-]{8,4000}\.[\w-]{8,8000}\.[\w-]{0,2000}/g
/** Long tokens that look random, regardless of the vendor. */
const TOKEN = /[A-Za-z0-9+_=-]{28,512}/g

/**
 * Redacts the secrets in a text of a code base: vendor credential formats, values of names that indicate a secret, and random-looking
 * strings. Over-redaction is preferred: the file still contains the value.
 */
export function maskText(text: string): string {
  return withoutFormats(text)
    .replaceAll(PRIVATE_KEY, MASK)
    .replaceAll(JWT, MASK)
    .replaceAll(IN_ADDRESS, `$1${MASK}$2`)
    .replaceAll(ASSIGNED, (whole: string, before: string, scheme: string | undefined, value: string) =>
      isReferenceText(value) ? whole : `${before}${scheme ?? ''}${MASK}`,
    )
    .replaceAll(TOKEN, (token) => (isLikelySecret(token) ? MASK : token))
}

function withoutFormats(text: string): string {
  let masked = ''
  let from = 0
  for (const { index } of text.matchAll(STARTS)) {
    if (index < from) continue
    const end = formatEnd(text, index)
    if (end === undefined) continue
    masked += text.slice(from, index) + MASK
    from = end
  }
  return masked + text.slice(from)
}

function formatEnd(text: string, at: number): number | undefined {
  for (const { picture, head } of BY_HEAD.get(text.slice(at, at + 2)) ?? []) {
    if (!text.startsWith(head, at)) continue
    picture.form.lastIndex = at
    const match = picture.form.exec(text)
    if (match !== null && !isPlaceholder(match[0])) return at + match[0].length
  }
  return undefined
}

/** Returns whether a value is a reference, not a literal: `{name}`, `process.env.KEY`, `required`. */
function isReferenceText(value: string): boolean {
  return /^[a-z]{1,20}[.:;!?)]?$/.test(value) || /^(?:process\.env|os\.environ|\$\{|\{|\*\*\*)/.test(value)
}

function isLikelySecret(token: string): boolean {
  return /\d/.test(token) && /[A-Za-z]/.test(token) && !isWording(token) && isRandom(token, 64)
}
