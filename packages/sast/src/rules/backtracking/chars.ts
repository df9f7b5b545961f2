import type { CharTest, Flags } from './syntax.ts'

const POSIX: Readonly<Record<string, string>> = {
  alpha: 'A-Za-z',
  digit: '0-9',
  alnum: 'A-Za-z0-9',
  upper: 'A-Z',
  lower: 'a-z',
  space: '\\s',
  blank: ' \\t',
  punct: '!-\\/:-@\\[-`{-~',
  xdigit: '0-9A-Fa-f',
  word: '\\w',
}

const ASCII = 128

/**
 * Returns the test for a character class in regex syntax: `[^a-z]`, `\d`, `.`. It tests one character at a time, so that the runtime's own
 * regexes are safe to use.
 * @throws {SyntaxError} for a class that the runtime does not support
 */
export function classTest(text: string, { ignoreCase, dotAll }: Flags): CharTest {
  const known = text
    .replaceAll(/\[:(\^?)(\w{1,10}):\]/g, (all, not: string, name: string) => (not === '' ? (POSIX[name] ?? all) : all))
    .replaceAll('\\h', ' \\t')
    .replaceAll('\\Z', 'Z')
  const flags = `${ignoreCase ? 'i' : ''}${dotAll ? 's' : ''}${/\\[pP]\{/.test(known) ? 'u' : ''}`
  const regex = new RegExp(`^(?:${known})$`, flags)
  const table = Array.from({ length: ASCII }, (_, code) => regex.test(String.fromCharCode(code)))
  return (char) => {
    const code = char.charCodeAt(0)
    return code < ASCII ? table[code]! : regex.test(char)
  }
}

/** Returns the test for one literal character. */
export function charTest(wanted: string, { ignoreCase }: Flags): CharTest {
  if (!ignoreCase) return (char) => char === wanted
  const [low, high] = [wanted.toLowerCase(), wanted.toUpperCase()]
  return (char) => char === low || char === high
}
