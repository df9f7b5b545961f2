import { describe, expect, test } from 'vitest'
import { maskDisclosed, WITHHELD } from '../../src/report/mask-disclosed.ts'

const SECRET = 'staff-code-4471-blue-heron'
const encode = (encoding: BufferEncoding, text = SECRET): string => Buffer.from(text).toString(encoding)
const rot13 = (text: string): string =>
  text.replaceAll(/[a-z]/g, (letter) => String.fromCodePoint(((letter.codePointAt(0)! - 97 + 13) % 26) + 97))

describe('a text of a report', () => {
  test.each([
    ['verbatim', SECRET],
    ['in capitals', SECRET.toUpperCase()],
    ['in base64', encode('base64')],
    ['in base64 within a sentence', encode('base64', `The code is ${SECRET}, keep it.`)],
    ['in base64 twice', encode('base64', encode('base64'))],
    ['in hexadecimal', encode('hex')],
    ['in URL escapes', [...Buffer.from(SECRET)].map((byte) => `%${byte.toString(16)}`).join('')],
    ['in rot13', rot13(SECRET)],
    ['reversed', Array.from(SECRET).toReversed().join('')],
    [
      'in full-width letters',
      Array.from(SECRET)
        .map((letter) => String.fromCodePoint(letter.codePointAt(0)! + 0xfee0))
        .join(''),
    ],
  ])('masks a secret %s and keeps the surrounding words', (_form, told) => {
    expect(maskDisclosed(`Before. Here: ${told} After that.`, [SECRET])).toBe('Before. Here: *** After that.')
  })

  test.each([
    ['in hexadecimal with spaces', encode('hex').replaceAll(/../g, '$& ')],
    ['one letter per line', Array.from(SECRET).join('\n')],
  ])('is withheld if a secret is spread across it %s', (_form, told) => {
    expect(maskDisclosed(`Before.\n${told}\nAfter.`, [SECRET])).toBe(WITHHELD)
  })

  test.each([
    'The staff know a code. The heron is blue.',
    `Ordinary base64: ${encode('base64', 'Nothing of interest in here at all.')}`,
    'Order 4471 goes to 12 Hill Road.',
  ])('without the secret is unchanged: %s', (text) => {
    expect(maskDisclosed(text, [SECRET])).toBe(text)
  })
})
