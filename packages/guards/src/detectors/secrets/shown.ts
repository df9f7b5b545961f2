import { MASK } from '@gatehouse/kernel'
import { findSecrets } from './find.ts'

/** RFC 3986 section 3, in its five parts, with the user information as a separate group. */
const ADDRESS = /^([a-z][a-z0-9+.-]*:\/\/)((?:[^/?#]*@)?)([^/?#]*)([^?#]*)((?:\?[^#]*)?)((?:#.*)?)$/is

/**
 * Returns an address for storage and display: query values, the fragment, user information, and key-like path segments are masked.
 * Idempotent.
 */
export function shownAddress(text: string): string {
  // URL clients read these as slashes, or ignore them.
  const address = /[\\\s]/.test(text) && URL.canParse(text) ? new URL(text).href : text
  const parts = ADDRESS.exec(address)
  if (parts === null) return MASK
  const [, scheme, user, host, path, query, fragment] = parts
  const shownUser = user === '' ? '' : `${MASK}@`
  const shownFragment = fragment!.length > 1 ? `#${MASK}` : ''
  return `${scheme}${shownUser}${host}${shownPath(path!)}${shownQuery(query!)}${shownFragment}`
}

function shownQuery(query: string): string {
  if (query.length < 2) return ''
  const pairs = query.slice(1).split('&')
  const shown = pairs.map((pair) => (pair.includes('=') ? `${pair.slice(0, pair.indexOf('='))}=${MASK}` : pair && MASK))
  return `?${shown.join('&')}`
}

/** Path segments whose successor is a key in any form. */
const KEY_COMES = /^(?:api[_-]?|access[_-]?)?(?:keys?|tokens?|secrets?)$/i

function shownPath(path: string): string {
  const parts = path.split('/')
  return parts
    .map((part, index) => {
      if (part === '' || part === MASK) return part
      if (KEY_COMES.test(parts[index - 1] ?? '') || looksSecret(decoded(part))) return MASK
      const at = part.indexOf('=')
      return at < 0 ? part : `${part.slice(0, at)}=${MASK}`
    })
    .join('/')
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Returns program arguments for display: values and key-like text are masked. */
export function shownArguments(args: readonly string[]): readonly string[] {
  return args.map((argument, index) => shownArgument(argument, args[index - 1] ?? ''))
}

/** Words in the names of options and headers with secret values. */
const KEY_NAME = /key|token|secret|passw|pwd|auth|credential|bearer|cookie|dsn/i
const HEADER_OPTION = /^(?:-H|--?headers?)$/
const ASSIGNMENT = /^(-{0,2}[A-Za-z_][\w.-]*)=(.*)$/s
const HEADER = /^([\w-]+):(\s*)\S/

function shownArgument(argument: string, before: string): string {
  if (argument === '' || argument === MASK) return argument
  const isOption = before.startsWith('-') && !before.includes('=')
  if (isOption && KEY_NAME.test(before) && !HEADER_OPTION.test(before) && !argument.startsWith('--')) return MASK
  if (/^[a-z][a-z0-9+.-]*:\/\/\S*$/i.test(argument)) return shownAddress(argument)
  if (/^\s*[{[]/.test(argument)) return MASK
  const assigned = ASSIGNMENT.exec(argument)
  if (assigned !== null) {
    const [, name, value] = assigned
    return looksSecret(name!) ? MASK : value === '' ? argument : `${name}=${MASK}`
  }
  const header = HEADER.exec(argument)
  if (header !== null && (HEADER_OPTION.test(before) || KEY_NAME.test(header[1]!) || header[2] !== '')) {
    return `${header[1]}: ${MASK}`
  }
  const text = argument.replaceAll(VALUE, `=${MASK}`).replaceAll(CREDENTIALS, `$1 ${MASK}`)
  if (findSecrets(text).length > 0) return MASK
  return text
    .split('/')
    .map((part) => (looksSecret(part.replace(DIGEST, '')) ? MASK : part))
    .join('/')
}

const VALUE = /=[^\s=]\S*/g
const CREDENTIALS = /\b(bearer|basic) +\S+/gi
/** A content digest of an image is no secret. */
const DIGEST = /sha256:[0-9a-f]{64}/

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i
/** Own limit: one word of letters with digits that is longer than usual names. */
const MIXED_CHARS_MIN = 12
/** Own limit: three kinds of characters, with separators between them. */
const VARIED_CHARS_MIN = 14
/** Own limit: longer than any word, and than any hand-written number. */
const PLAIN_CHARS_MIN = 32

/** Whether a piece of text may be a key: masking a name is cheap, showing a key is not. */
function looksSecret(text: string): boolean {
  if (text.length < MIXED_CHARS_MIN || text.includes(MASK)) return false
  if (UUID.test(text) || findSecrets(text).length > 0) return true
  if (text.length >= VARIED_CHARS_MIN && /^[\w~+.=-]+$/.test(text) && isVaried(text)) return true
  return text.split(/[^A-Za-z0-9]+/).some((run) => {
    if (run.length < MIXED_CHARS_MIN) return false
    return run.length >= PLAIN_CHARS_MIN || (/\d/.test(run) && /[A-Za-z]/.test(run))
  })
}

function isVaried(text: string): boolean {
  return /\d/.test(text) && /[a-z]/.test(text) && /[A-Z]/.test(text)
}
