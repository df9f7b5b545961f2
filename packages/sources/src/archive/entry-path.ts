import { DEPTH_MAX, NAME_BYTES_MAX, PATH_BYTES_MAX } from './limits.ts'

/** Reason why an entry is not written. `escape` aborts the entire archive: it is always malicious. */
export type PathProblem = { readonly kind: 'escape' | 'odd'; readonly detail: string }

/** Control characters, and bidirectional formatting characters. */
const UNREADABLE = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/

/**
 * Returns the path of an entry below the target folder, or its problem.
 * @param name as stored in the archive
 * @returns names without `.`, `..` and empty ones; empty for the folder itself
 */
export function entryPath(name: string): readonly string[] | PathProblem {
  if (name.includes('\u0000')) return escape('its name contains a NUL character')
  if (name.startsWith('/') || /^[A-Za-z]:[/\\]/.test(name)) return escape('its name is an absolute path')
  const names = normalized(name.split('/'))
  // Other systems part names at `\` as well.
  if (names === undefined || normalized(name.split(/[/\\]/)) === undefined)
    return escape('its path escapes the archive folder')
  if (name.includes('\\')) return odd('its name contains a backslash')
  if (UNREADABLE.test(name)) return odd('its name contains unreadable characters')
  if (!name.isWellFormed() || name.includes('\ufffd')) return odd('its name is not UTF-8')
  if (Buffer.byteLength(name) > PATH_BYTES_MAX) return odd('its path is too long')
  if (names.some((part) => Buffer.byteLength(part) > NAME_BYTES_MAX)) return odd('its name is too long')
  if (names.length > DEPTH_MAX) return odd(`it is nested more than ${DEPTH_MAX} folders deep`)
  return names
}

/** @returns undefined if a `..` leaves the folder, even temporarily */
function normalized(parts: readonly string[]): readonly string[] | undefined {
  const names: string[] = []
  for (const part of parts) {
    if (part === '' || part === '.') continue
    if (part !== '..') names.push(part)
    else if (names.pop() === undefined) return undefined
  }
  return names
}

function escape(detail: string): PathProblem {
  return { kind: 'escape', detail }
}

function odd(detail: string): PathProblem {
  return { kind: 'odd', detail }
}

/** Formats a name for a message: shortened in the middle, without terminal control characters. */
export function shownName(name: string): string {
  const safe = name.replace(/[^\u0020-\u007e\u00a1-\u1fff\u2c00-\ud7ff\u{10000}-\u{10ffff}]/gu, '\ufffd')
  if (safe.length <= SHOWN_CHARS_MAX) return safe
  return `${safe.slice(0, SHOWN_CHARS_MAX - SHOWN_END_CHARS).toWellFormed()}…${safe.slice(-SHOWN_END_CHARS).toWellFormed()}`
}

const SHOWN_CHARS_MAX = 200
/** Displayed end of a name, with the extension. */
const SHOWN_END_CHARS = 50
