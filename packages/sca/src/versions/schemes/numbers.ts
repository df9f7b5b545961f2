import { isNumber, numberKey, TEXT_END, type VersionKey } from '../keys.ts'
import type { VersionScheme } from '../scheme.ts'

// Order at each position: fewer numbers first, then words, which are invalid, then numbers.
const END = '\u0001'
const WORD = '\u0002'
const NUMBER = '\u0003'

const CRAN_VERSION = /^\d+(?:[.-]\d+)*$/
const HACKAGE_VERSION = /^\d+(?:\.\d+)*$/

/** R packages: numbers separated by dots or hyphens, which are equal; `1.0 < 1.0.0`. */
export const cranScheme: VersionScheme = {
  key: (version) => numbersKey(version.replaceAll('-', '.')),
  isVersion: (version) => CRAN_VERSION.test(version),
  isPrerelease: () => false,
}

/** Haskell packages: numbers separated by dots, ordered as lists; the part after a hyphen is a tag without meaning. */
export const hackageScheme: VersionScheme = {
  key: (version) => numbersKey(version.split('-', 1)[0] ?? ''),
  isVersion: (version) => HACKAGE_VERSION.test(version),
  isPrerelease: () => false,
}

function numbersKey(version: string): VersionKey {
  let key = ''
  for (const part of version.trim().split('.')) {
    key += isNumber(part) ? NUMBER + numberKey(part) : WORD + part + TEXT_END
  }
  return key + END
}
