import { entropy, isJwt, isPlaceholder } from '@gatehouse/formats/credentials'
import { OWN_RULES, type OwnRuleName } from '../rules/own.ts'
import { isRandomValue } from './assigned/value.ts'
import { isNoValue, isTestWord } from './assigned/no-value.ts'
import type { Source } from './candidate.ts'

const USER_INFO = /:\/\/([^\s:@/?#"'`<>\\()]{0,64}):([^\s:@/?#"'`<>\\]{3,128})@([\w[{$%.-]{1,100})/y
const LOCAL =
  /^(?:localhost|127\.|0\.0\.0\.0|\[?::1|host|hostname|server|example|.*\.(?:example|test|invalid|localhost)\b|example\.|domain|proxy|db$|postgres$|mysql$|redis$|mongo(?:db)?$|rabbitmq$)/i

/** Detects a password in the user part of an address; RFC 3986, section 3.2.1. */
export function detectUrlPassword({ text, nature, emit }: Source, start: number): void {
  USER_INFO.lastIndex = start
  const match = USER_INFO.exec(text)
  if (match === null) return
  const [, user = '', password = '', host = ''] = match
  if (isNoPassword(password) || password === user || /^[{$%<*]|^x+$/i.test(password) || /^[{$%<]/.test(host)) return
  const weak = isTestWord(password) || !/\d/.test(password)
  if (weak && (LOCAL.test(host) || nature.rehearsal || nature.form === 'prose')) return
  if ((nature.rehearsal || nature.form === 'prose') && (LOCAL.test(host) || !isRandomValue(password))) return
  const at = start + ':'.length + '//'.length + user.length + 1
  report(emit, 'url-password', at, password, weak ? WEAK_CONFIDENCE : URL_CONFIDENCE)
}

const URL_CONFIDENCE = 0.8
const WEAK_CONFIDENCE = 0.6

const DRIVER_USER = /[\w.$-]{1,64}:([^\s:@/?#"'`<>\\]{3,128})$/

/** Finds the password before `@tcp(`, in the format of Go's MySQL driver. */
export function detectDriverPassword({ text, nature, emit }: Source, start: number): void {
  const password = DRIVER_USER.exec(text.slice(Math.max(0, start - DRIVER_UNITS_MAX), start))?.[1]
  if (password === undefined || isNoPassword(password) || isNoValue(password, true) || isTestWord(password)) return
  if (nature.rehearsal && !isRandomValue(password)) return
  report(emit, 'connection-string-password', start - password.length, password, URL_CONFIDENCE)
}

const DRIVER_UNITS_MAX = 200

function isNoPassword(password: string): boolean {
  return (
    isPlaceholder(password) ||
    /\$\{|\{\{|%s|%[A-Z_]+%|^(?:pass(?:word|wd)?|pwd?|secret|token|pw|password\d?|user|username|key|api_?key|x-oauth-basic|mypass(?:word)?|yourpassword|port|null|none)$|\[.*\]|^[\d.]{1,5}$/i.test(
      password,
    )
  )
}

const BEARER = /(?:bearer|token) {1,2}["']?([\w.~+/-]{20,600}=*)(?![\w(])/iy

/** Detects a token in an Authorization header; RFC 6750, section 2.1. */
export function detectBearerToken({ text, nature, emit }: Source, start: number): void {
  BEARER.lastIndex = start
  const value = BEARER.exec(text)?.[1]
  if (value === undefined || value.startsWith('eyJ') || isNoValue(value, true) || !isRandomValue(value)) return
  if (nature.rehearsal && value.length < LONG_UNITS) return
  report(emit, 'bearer-token', BEARER.lastIndex - value.length, value, BEARER_CONFIDENCE)
}

const LONG_UNITS = 32
const BEARER_CONFIDENCE = 0.75

const BASIC = /basic {1,2}["']?([\w+/-]{8,400}={0,2})(?![\w+/=-])/iy

/** User and password of an Authorization header; RFC 7617. */
export function detectBasicCredentials({ text, nature, emit }: Source, start: number): void {
  BASIC.lastIndex = start
  const value = BASIC.exec(text)?.[1]
  if (value === undefined) return
  if (isUserAndPassword(value, nature.rehearsal))
    report(emit, 'basic-credentials', BASIC.lastIndex - value.length, value, BEARER_CONFIDENCE)
}

/** Returns whether a value is base64 of a user, a colon and a password that is not a documentation word. */
function isUserAndPassword(value: string, strict: boolean): boolean {
  const read = Buffer.from(value, 'base64').toString('latin1')
  const password = /^[\x21-\x7e]{0,100}?:([\x20-\x7e]{3,300})$/.exec(read)?.[1]
  if (
    password === undefined ||
    isNoPassword(password) ||
    isPlaceholder(read) ||
    isPlaceholder(value) ||
    /aladdin|open ?sesame/i.test(read)
  )
    return false
  return strict ? isRandomValue(password) : !isTestWord(password) || /\d/.test(password)
}

const AUTH = /"(?:auth|identitytoken)\\?"\s{0,4}:\s{0,4}\\?"([\w+/=.-]{12,2000})\\?"/y

/** Finds the user and password that a registry client stores in base64. */
export function detectRegistryAuth({ text, nature, emit }: Source, start: number): void {
  AUTH.lastIndex = start
  const value = AUTH.exec(text)?.[1]
  if (value === undefined || !isUserAndPassword(value, nature.rehearsal)) return
  report(emit, 'registry-auth', text.indexOf(value, start), value, REGISTRY_CONFIDENCE)
}

const REGISTRY_CONFIDENCE = 0.85

const CURL_USER = /(?:^|\s)(?:-u|--user|--proxy-user)[ =]{0,2}["']?([\w.@%+$\\-]{1,100}):([^\s"'`$<{]{4,128})["'\s]/
const SSHPASS = /^sshpass\s+-p\s?["']?([^\s"'`$<{]{4,128})/
const MYSQL = /^mysql(?:dump|admin)?\s[^\n|;&]{0,200}?-p(?!ort|rotocol)["']?([^\s"'`$<{-][^\s"'`$<{]{3,127})/
/** Maximum number of characters of a one-line command. */
const COMMAND_UNITS_MAX = 400

/** Passwords as arguments of curl, sshpass and the clients of MySQL. */
export function detectCommandPassword({ text, nature, emit }: Source, start: number): void {
  if (/[\w/.-]/.test(text.charAt(start - 1)) && text.charAt(start - 1) !== '/') return
  const line = text.slice(start, start + COMMAND_UNITS_MAX).split('\n\n', 1)[0] ?? ''
  const match = line.startsWith('curl') ? CURL_USER.exec(line) : (SSHPASS.exec(line) ?? MYSQL.exec(line))
  const password = match?.[2] ?? match?.[1]
  if (match === null || password === undefined || isNoPassword(password) || isNoValue(password, true)) return
  if (isTestWord(password) || (nature.rehearsal && !isRandomValue(password))) return
  if (entropy(password) < COMMAND_BITS_MIN || !/\d/.test(password)) return
  report(
    emit,
    'command-line-password',
    start + match.index + match[0].lastIndexOf(password),
    password,
    COMMAND_CONFIDENCE,
  )
}

const COMMAND_BITS_MIN = 2
const COMMAND_CONFIDENCE = 0.7

const JWT = /eyJ[\w-]{10,2000}\.eyJ[\w-]{10,8000}\.[\w-]{16,2000}/y

/** Finds a JSON Web Token with an algorithm in its header, except tokens of documentation and public project keys. */
export function detectJwt({ text, nature, emit }: Source, start: number): void {
  if (/[\w-]/.test(text.charAt(start - 1))) return
  JWT.lastIndex = start
  const value = JWT.exec(text)?.[0]
  if (value === undefined || !isJwt(value)) return
  const facts = claimsOf(value)
  // Public browser keys of Supabase, and documentation tokens without a subject.
  if (facts['role'] === 'anon' || !identifiesSubject(value)) return
  const confidence = nature.rehearsal ? REHEARSED_JWT_CONFIDENCE : JWT_CONFIDENCE
  emit({ rule: OWN_RULES['json-web-token'], start, end: start + value.length, confidence, proven: false, facts })
}

const JWT_CONFIDENCE = 0.85
const REHEARSED_JWT_CONFIDENCE = 0.6

/** Returns the claims that are relevant for triage: issuer, audience, subject and expiry. */
function claimsOf(token: string): Readonly<Record<string, unknown>> {
  const [header, payload] = token.split('.', 2).map(readJson)
  const expires = payload?.['exp']
  return {
    algorithm: shown(header?.['alg']),
    issuer: shown(payload?.['iss']),
    role: shown(payload?.['role']),
    ...(typeof expires === 'number' &&
      Math.abs(expires) < MOST_SECONDS && { expires: new Date(expires * 1_000).toISOString() }),
  }
}

/** Returns whether a token has registered claims of RFC 7519, or as many others as real tokens. */
function identifiesSubject(token: string): boolean {
  const claims = Object.keys(readJson(token.split('.')[1] ?? '') ?? {})
  return (
    claims.length > 2 ||
    claims.some((claim) => /^(?:iss|sub|aud|exp|nbf|iat|jti|role|scope|email|uid|user_?id)$/i.test(claim))
  )
}

const MOST_SECONDS = 8_640_000_000_000

function shown(claim: unknown): string | undefined {
  return typeof claim === 'string' ? claim.slice(0, CLAIM_UNITS_MAX) : undefined
}

const CLAIM_UNITS_MAX = 100

function readJson(part: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const read: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
    return typeof read === 'object' && read !== null ? { ...read } : undefined
  } catch {
    return undefined
  }
}

function report(emit: Source['emit'], rule: OwnRuleName, start: number, value: string, confidence: number): void {
  emit({ rule: OWN_RULES[rule], start, end: start + value.length, confidence, proven: false })
}
