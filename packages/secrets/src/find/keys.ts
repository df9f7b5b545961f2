import { OWN_RULES } from '../rules/own.ts'
import type { Source } from './candidate.ts'

/** An RSA key of 16,384 bits needs 12,700 characters in PEM, plus escaped line breaks. */
export const PEM_UNITS_MAX = 14_000

const HEAD = /-----BEGIN[A-Z0-9 _-]{0,40}?PRIVATE ?KEY(?: ?BLOCK)?-----/y
const FOOT = /-----END [A-Z0-9 ]{0,40}-----/
/** Content of a block: base64, headers, line breaks in any notation, quotes and concatenation operators. */
const BODY = /^(?:[\sA-Za-z0-9+/=:,."'`+>|\\-])*/
const BASE64_RUN = /[A-Za-z0-9+/=]{24}/
/** The DER of a key starts with a sequence: `MII…` or `MC4CAQ…`; OpenSSH and PGP have their own prefixes. */
const SEALED_HEAD = /ENCRYPTED|Proc-Type: ?4,ENCRYPTED/
const SERVICE_ACCOUNT = /"type"\s{0,4}:\s{0,4}\\?"service_account\\?"|iam\.gserviceaccount\.com/
/** Maximum distance between a key and the other fields of its service account. */
const ACCOUNT_UNITS_MAX = 800
/** Keys in documentation have few different characters or a label. */
const DIFFERENT_MIN = 24

/** Detects a private key in PEM or OpenPGP armor. A header alone does not count. */
export function detectPem({ text, emit }: Source, start: number): void {
  HEAD.lastIndex = start
  if (!HEAD.test(text)) return
  const headEnd = HEAD.lastIndex
  const window = upToNextHead(text.slice(headEnd, headEnd + PEM_UNITS_MAX))
  const foot = FOOT.exec(window)
  const length = foot === null ? (BODY.exec(window)?.[0].trimEnd().length ?? 0) : foot.index
  const body = window.slice(0, length)
  if (!BASE64_RUN.test(body) || new Set(body).size < DIFFERENT_MIN || !isMostlyBase64(body)) return
  const end = headEnd + length + (foot?.[0].length ?? 0)
  const sealed = SEALED_HEAD.test(text.slice(start, headEnd + 200))
  const around = text.slice(Math.max(0, start - ACCOUNT_UNITS_MAX), end + ACCOUNT_UNITS_MAX)
  const rule = sealed
    ? OWN_RULES['encrypted-private-key']
    : SERVICE_ACCOUNT.test(around)
      ? OWN_RULES['gcp-service-account-key']
      : OWN_RULES['private-key']
  emit({ rule, start, end, confidence: foot === null ? CUT_CONFIDENCE : PEM_CONFIDENCE, proven: foot !== null })
}

/** Cuts a key before the next header, in linear time. */
function upToNextHead(window: string): string {
  const next = window.indexOf('-----BEGIN')
  return next === -1 ? window : window.slice(0, next)
}

const PEM_CONFIDENCE = 0.97
const CUT_CONFIDENCE = 0.7

/** Returns whether most of the body is base64. Code that builds or searches for keys contains other characters. */
function isMostlyBase64(body: string): boolean {
  if (/[{}();$<]|\.\.\.|example|your/i.test(body.slice(0, 400))) return false
  return body.replaceAll(/[A-Za-z0-9+/=\s]/g, '').length * OTHERS_SHARE < body.length
}

const OTHERS_SHARE = 4

const PUTTY = /PuTTY-User-Key-File-[123]: [\w@.-]{3,60}/y
const PUTTY_FOOT = /\nPrivate-(?:MAC|Hash): {0,2}[0-9a-f]{0,64}/

/** Detects a PuTTY key file, up to its message authentication code. */
export function detectPuttyKey({ text, emit }: Source, start: number): void {
  PUTTY.lastIndex = start
  if (!PUTTY.test(text)) return
  const window = text.slice(PUTTY.lastIndex, PUTTY.lastIndex + PEM_UNITS_MAX)
  const foot = PUTTY_FOOT.exec(window)
  if (foot === null || !/\nEncryption: /.test(window)) return
  const rule = /\nEncryption: none/.test(window) ? OWN_RULES['putty-private-key'] : OWN_RULES['encrypted-private-key']
  const end = PUTTY.lastIndex + foot.index + foot[0].length
  emit({ rule, start, end, confidence: PEM_CONFIDENCE, proven: true })
}

const ID_OR_ARN = /(?<![A-Za-z0-9+/=])[A-Za-z0-9+/]{40}(?![A-Za-z0-9+/=])/g
/** Maximum distance between an AWS access key id and its secret. */
const PAIR_UNITS_MAX = 300

/** Finds forty characters of base64 near an access key id. */
export function detectAwsKeyPair({ text, emit }: Source, start: number, end: number): void {
  if (!/^(?:AKIA|ASIA)[A-Z2-7]{16}(?![A-Z0-9])/.test(text.slice(start, end + 17))) return
  const from = Math.max(0, start - PAIR_UNITS_MAX)
  for (const match of text.slice(from, end + PAIR_UNITS_MAX).matchAll(ID_OR_ARN)) {
    const [value] = match
    if (!isAwsSecret(value)) continue
    const at = from + match.index
    const rule = OWN_RULES['aws-secret-access-key-pair']
    emit({ rule, start: at, end: at + value.length, confidence: PAIR_CONFIDENCE, proven: false })
  }
}

const PAIR_CONFIDENCE = 0.85

/**
 * Returns whether a value has both cases and digits and is not an example. Paths contain words, and SHA-1 digests only lower-case letters.
 */
function isAwsSecret(value: string): boolean {
  return (
    /\d/.test(value) &&
    /[a-z]/.test(value) &&
    /[A-Z]/.test(value) &&
    !/EXAMPLE/i.test(value) &&
    (value.match(/[a-z][A-Z0-9+/]|[A-Z0-9+/][a-z]/g)?.length ?? 0) > MIXED_MIN
  )
}

const MIXED_MIN = 7
