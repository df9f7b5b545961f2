import { entropy, isPlaceholder, isReference, isUuid, isWording } from '@gatehouse/formats/credentials'
import type { KeyName } from './key-name.ts'

/** Ids of findings that only the key name identifies. */
export const ASSIGNED_SECRET = 'assigned_secret'
export const PASSWORD = 'password'

/** Words of secret names; a name without any of these is not evaluated. */
export const NAME_WORDS: readonly string[] = [
  'key',
  'secret',
  'token',
  'credential',
  'creds',
  'auth',
  'bearer',
  'passw',
  'pwd',
  'passphrase',
  'contraseña',
  'mot de passe',
]

/** Words of names with a secret value. */
const SECRET_NAME =
  /api[\w .-]{0,3}key|(?:access|secret|private|auth|signing|encryption|master|account|subscription|shared|session|service|license|client|app)[_ .-]?key|secret|token|credential|creds\b|x-[\w-]{0,24}key|(?:my|the|your|this) (?:[\w-]{1,24} )?key|authorization|\bauth|auth[_ .-]|_auth\b|bearer/
const PASSWORD_NAME = /passw(?:or)?d|passwort|pwd|passphrase|contraseña|mot de passe/

/** Suffixes that change the meaning of the name: `token_count`, `secret_name`, `key id`. */
const OTHER_NAME =
  /(?:hash|sha\d*|md5|checksum|digest|etag|commit|revision|fingerprint|trace|span|request|uuid|guid|name|type|count|limit|length|size|expiry|expires|ur[il]|path|file|version|public|usage|used|budget|ids?|ref|arn|email|user|date|time|at|model|format|label|title|policy|\.(?:[cm]?[jt]sx?|py|go|rs|java|rb|php|css|html?|md|json|ya?ml|toml|lock|sh))["'\]\s]*$/

const VALUE = /[\w.+/=~%-]{8,300}/y
/** Passwords contain symbols, too. */
const PASSWORD_VALUE = /[^\s"'`,;<>{}()[\]\\|]{6,128}/y

const VALUE_UNITS_MIN = 16
const SHORT_VALUE_UNITS_MIN = 10
const ENTROPY_BITS_MIN = 3.1
const SHORT_ENTROPY_BITS_MIN = 3
const SECRET_SCORE = 0.7

/**
 * Evaluates a value by its name, its characters and their entropy.
 * @returns the end of the value, or 0
 */
export function judgeAssigned(
  text: string,
  start: number,
  name: string,
  joint: KeyName['joint'],
  emit: (start: number, end: number, score: number, kind: string) => void,
): number {
  const isPassword = PASSWORD_NAME.test(name)
  if ((!isPassword && !SECRET_NAME.test(name)) || OTHER_NAME.test(name)) return 0
  if (joint === 'listed' && isPassword) return 0
  if ((joint === 'blank' || joint === 'loose') && !ENDS_IN_SECRET.test(name)) return 0
  const value = valueAt(text, start, isPassword && joint === 'assigned' ? PASSWORD_VALUE : VALUE)
  if (isReference(value) && !/["'`]/.test(text.charAt(start - 1))) return 0
  if (!(isPassword ? isPasswordValue(value) : isSecretValue(value))) return 0
  emit(start, start + value.length, SECRET_SCORE, isPassword ? PASSWORD : ASSIGNED_SECRET)
  return start + value.length
}

/** `--api-key …` and "my token is …". */
const ENDS_IN_SECRET = /(?:key|token|secret|password|credential)(?: is| was|:)?["'\s]*$/

/** Returns the value without the full stop of its sentence; three full stops mean that the rest is omitted. */
function valueAt(text: string, start: number, form: RegExp): string {
  form.lastIndex = start
  const value = form.exec(text)?.[0] ?? ''
  return value.endsWith('.') && !value.endsWith('..') ? value.slice(0, -1) : value
}

/** A long value of letters and digits in disorder, that is no digest, number, date, address or name. */
export function isSecretValue(value: string): boolean {
  if (value.length < SHORT_VALUE_UNITS_MIN || !/\d/.test(value) || !/[a-z]/i.test(value)) return false
  const isShort = value.length < VALUE_UNITS_MIN
  if (entropy(value) < (isShort ? SHORT_ENTROPY_BITS_MIN : ENTROPY_BITS_MIN)) return false
  return !isPlaceholder(value) && !isUuid(value) && !isWording(value) && !NO_SECRET.test(value)
}

/** Digests with their name, dates and times, addresses, versions, names of files. */
const NO_SECRET =
  /^(?:sha\d{1,3}[-:]|md5[-:]|\d{4}-\d\d-\d\d|\d{1,3}(?:\.\d{1,3}){2,3}|[a-z]{2,8}:\/\/|\/\w{1,20}\/|v?\d{1,4}\.\d)|\.(?:json|ya?ml|txt|pem|js|ts|py|md|html?|png|jpe?g|com|org|net|io)$/i

function isPasswordValue(value: string): boolean {
  return (
    value.length >= VALUE_UNITS_MIN / 2 &&
    /\d/.test(value) &&
    /[a-z]/i.test(value) &&
    !isPlaceholder(value) &&
    !isWording(value) &&
    entropy(value) >= PASSWORD_ENTROPY_BITS_MIN &&
    !isUuid(value)
  )
}

const PASSWORD_ENTROPY_BITS_MIN = 2.5
