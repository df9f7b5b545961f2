import { digitsEnd, isDigit, isLetter, isNumber, numberKey, type VersionKey } from '../keys.ts'
import type { VersionScheme } from '../scheme.ts'

// Elements of a part without digits in sort order: a tilde, the end, letters, other characters.
const TILDE = '\u0001'
const PART_END = '\u0002'
const TILDE_CODE = '~'.charCodeAt(0)

/** Added to units that are no letters so that they sort above all letters. */
const OTHERS_BASE = 0x80

const VERSION = /^(?:\d+:)?\d[A-Za-z0-9.+~:-]*$/

/**
 * dpkg: epoch, upstream version, revision, each compared by turns as text and as number.
 * @see https://www.debian.org/doc/debian-policy/ch-controlfields.html#version
 */
export const debianScheme: VersionScheme = {
  key: debianKey,
  isVersion: (version) => VERSION.test(version),
  isPrerelease: (version) => version.includes('~'),
}

function debianKey(version: string): VersionKey {
  const text = version.trim()
  const colon = text.indexOf(':')
  const epoch = colon > 0 && isNumber(text.slice(0, colon)) ? text.slice(0, colon) : ''
  const rest = epoch === '' ? text : text.slice(colon + 1)
  const hyphen = rest.lastIndexOf('-')
  const upstream = hyphen === -1 ? rest : rest.slice(0, hyphen)
  const revision = hyphen === -1 ? '' : rest.slice(hyphen + 1)
  return numberKey(epoch) + alternatingKey(upstream) + alternatingKey(revision)
}

/** A part by turns as text and as number; an absent part is nought. */
function alternatingKey(text: string): VersionKey {
  let key = ''
  let at = 0
  do {
    while (at < text.length && !isDigit(text.charCodeAt(at))) {
      key += unitKey(text.charCodeAt(at))
      at += 1
    }
    const end = digitsEnd(text, at)
    key += PART_END + numberKey(text.slice(at, end))
    at = end
  } while (at < text.length)
  return key + PART_END
}

function unitKey(code: number): VersionKey {
  if (code === TILDE_CODE) return TILDE
  return String.fromCharCode(isLetter(code) ? code : OTHERS_BASE + code)
}
