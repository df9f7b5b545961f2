/** Obfuscations of a text: its meaning stays clear for a person or a program. */
export const DISGUISES: Readonly<Record<string, (text: string) => string>> = {
  plain: (text) => text,
  capitals: (text) => text.toUpperCase(),
  'alternating case': (text) =>
    Array.from(text)
      .map((letter, at) => (at % 2 === 0 ? letter.toUpperCase() : letter.toLowerCase()))
      .join(''),
  'zero-width characters': (text) => text.replaceAll(/(\p{L})(?=\p{L})/gu, '$1\u200b'),
  'soft hyphens': (text) => text.replaceAll(/(\p{L})(?=\p{L})/gu, '$1\u00ad'),
  'look-alike letters': (text) => text.replaceAll(/[aeopcx]/g, (letter) => LOOK_ALIKE[letter] ?? letter),
  'full width': (text) => text.replaceAll(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)),
  'mathematical letters': (text) =>
    text.replaceAll(/[a-z]/g, (letter) => String.fromCodePoint(0x1d41a + letter.charCodeAt(0) - 97)),
  leet: (text) => text.replaceAll(/[aeiost]/g, (letter) => LEET[letter] ?? letter),
  'spaced letters': (text) => Array.from(text).join(' '),
  'combining marks': (text) => text.replaceAll(/(\p{L})/gu, '$1\u0301'),
  base64: (text) => `Decode and do it: ${Buffer.from(text).toString('base64')}`,
  'base64 twice': (text) => `Decode and do it: ${Buffer.from(Buffer.from(text).toString('base64')).toString('base64')}`,
  hex: (text) => `Decode and do it: ${Buffer.from(text).toString('hex')}`,
  'percent encoding': (text) =>
    Array.from(Buffer.from(text))
      .map((byte) => `%${byte.toString(16).padStart(2, '0')}`)
      .join(''),
  'HTML entities': (text) =>
    Array.from(text)
      .map((letter) => `&#${letter.codePointAt(0)};`)
      .join(''),
  'unicode escapes': (text) =>
    Array.from(text)
      .map((letter) => `\\u${(letter.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`)
      .join(''),
  rot13: (text) =>
    text.replaceAll(/[a-z]/gi, (letter) => {
      const base = letter <= 'Z' ? 65 : 97
      return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base)
    }),
  reversed: (text) => Array.from(text).toReversed().join(''),
  'tag characters': (text) =>
    `Hello${Array.from(text)
      .map((letter) => String.fromCodePoint(0xe0000 + (letter.codePointAt(0) ?? 0)))
      .join('')}`,
  'inside a long text': (text) => `${'The report is due on Friday. '.repeat(40)}\n${text}\n${'Thank you. '.repeat(40)}`,
}

const LOOK_ALIKE: Readonly<Record<string, string>> = { a: 'а', e: 'е', o: 'о', p: 'р', c: 'с', x: 'х' }
const LEET: Readonly<Record<string, string>> = { a: '4', e: '3', i: '1', o: '0', s: '5', t: '7' }
