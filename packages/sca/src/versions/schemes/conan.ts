import { isNumber, numberKey, TEXT_END, type VersionKey } from '../keys.ts'
import type { VersionScheme } from '../scheme.ts'

// Order at each position: fewer items first, then words, then numbers.
const END = '\u0001'
const WORD = '\u0002'
const NUMBER = '\u0003'
// A pre-release sorts before the version and a build after it.
const PRERELEASE = '\u0001'
const RELEASE = '\u0002'
const BUILD = '\u0003'

const VERSION = /^[0-9A-Za-z_][0-9A-Za-z_.+-]*$/

/**
 * Conan: items between dots of any number, a pre-release after `-`, a build after `+` that counts.
 * @see https://docs.conan.io/2/tutorial/versioning/version_ranges.html
 */
export const conanScheme: VersionScheme = {
  key: conanKey,
  isVersion: (version) => VERSION.test(version) && /\d/.test(version),
  isPrerelease: (version) => (version.split('+', 1)[0] ?? '').includes('-'),
}

export function conanKey(version: string): VersionKey {
  const text = version.trim()
  const plus = text.indexOf('+')
  const beforeBuild = plus === -1 ? text : text.slice(0, plus)
  const hyphen = beforeBuild.indexOf('-')
  const main = hyphen === -1 ? beforeBuild : beforeBuild.slice(0, hyphen)
  const prerelease = hyphen === -1 ? RELEASE : PRERELEASE + itemsKey(beforeBuild.slice(hyphen + 1))
  return itemsKey(main) + prerelease + (plus === -1 ? RELEASE : BUILD + itemsKey(text.slice(plus + 1)))
}

/** Trailing zeros are ignored: `1.0.0` is `1`. */
function itemsKey(text: string): VersionKey {
  const items = text.split('.')
  while (items.length > 1 && /^0+$/.test(items.at(-1) ?? '')) items.pop()
  let key = ''
  for (const item of items) key += isNumber(item) ? NUMBER + numberKey(item) : WORD + item + TEXT_END
  return key + END
}
