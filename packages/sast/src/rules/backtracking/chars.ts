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
 * The test for a class as regexes write it: `[^a-z]`, `\d`, `.`. One character at a time, so that the runtime's own
 * regexes may decide: on one character none of them takes long.
 * @throws {SyntaxError} where the runtime knows no such class
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

/** The test for one character as it stands. */
export function charTest(wanted: string, { ignoreCase }: Flags): CharTest {
  if (!ignoreCase) return (char) => char === wanted
  const [low, high] = [wanted.toLowerCase(), wanted.toUpperCase()]
  return (char) => char === low || char === high
}
