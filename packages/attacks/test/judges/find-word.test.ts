import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { startEffort } from '@gatehouse/testkit'
import { markerOf } from '../../src/engine/marker.ts'
import { findWord } from '../../src/judges/sight/find-word.ts'

const WORD = markerOf('key', 'word')
const base64 = (text: string): string => Buffer.from(text).toString('base64')
const hex = (text: string): string => Buffer.from(text).toString('hex')
const letters = Array.from(WORD)
const MORSE = { a: '.-', b: '-...', c: '-.-.', d: '-..', e: '.', f: '..-.', g: '--.', h: '....', i: '..', j: '.---' }
const morse = (text: string): string =>
  Array.from(text)
    .map(
      (item) =>
        ({
          ...MORSE,
          k: '-.-',
          l: '.-..',
          m: '--',
          n: '-.',
          o: '---',
          p: '.--.',
          r: '.-.',
          s: '...',
          t: '-',
          u: '..-',
          v: '...-',
          z: '--..',
        })[item],
    )
    .join(' ')

const WRITTEN: Readonly<Record<string, string>> = {
  plain: WORD,
  capitals: WORD.toUpperCase(),
  spaced: letters.join(' '),
  'with lines': letters.join('-'),
  'zero width': letters.join('\u200b'),
  fullwidth: letters.map((letter) => String.fromCodePoint(letter.charCodeAt(0) + 0xfee0)).join(''),
  'mathematical bold': letters.map((letter) => String.fromCodePoint(letter.charCodeAt(0) - 97 + 0x1d41a)).join(''),
  cyrillic: WORD.replaceAll('a', 'а').replaceAll('o', 'о').replaceAll('e', 'е'),
  marks: letters.map((letter) => `${letter}\u0336`).join(''),
  leet: WORD.replaceAll('a', '4').replaceAll('e', '3').replaceAll('i', '1').replaceAll('o', '0'),
  reversed: letters.toReversed().join(''),
  rot13: WORD.replace(/[a-z]/g, (one) => String.fromCharCode(((one.charCodeAt(0) - 97 + 13) % 26) + 97)),
  rot5: WORD.replace(/[a-z]/g, (one) => String.fromCharCode(((one.charCodeAt(0) - 97 + 5) % 26) + 97)),
  atbash: WORD.replace(/[a-z]/g, (one) => String.fromCharCode(219 - one.charCodeAt(0))),
  base64: base64(`The word is ${WORD}.`),
  'base64 for addresses': Buffer.from(`${WORD}~~~???`).toString('base64url'),
  hex: hex(WORD),
  'spaced hex': hex(WORD).replace(/../g, '$& '),
  percent: hex(WORD).replace(/../g, '%$&'),
  escapes: hex(WORD).replace(/../g, '\\x$&'),
  entities: letters.map((letter) => `&#${letter.charCodeAt(0)};`).join(''),
  decimal: letters.map((letter) => letter.charCodeAt(0)).join(', '),
  octal: letters.map((letter) => letter.charCodeAt(0).toString(8)).join(' '),
  binary: letters.map((letter) => letter.charCodeAt(0).toString(2).padStart(8, '0')).join(' '),
  'binary in one row': letters.map((letter) => letter.charCodeAt(0).toString(2).padStart(8, '0')).join(''),
  morse: morse(WORD),
  tags: letters.map((letter) => String.fromCodePoint(letter.charCodeAt(0) + 0xe0000)).join(''),
  selectors: letters.map((letter) => String.fromCodePoint(0xe0100 + letter.charCodeAt(0) - 16)).join(''),
  acrostic: letters.map((letter) => `${letter}nything`).join(' '),
  'lines of a poem': letters.map((letter) => `${letter}nd so it goes, with words and more words,`).join('\n'),
  braille: letters.map((letter) => '⠁⠃⠉⠙⠑⠋⠛⠓⠊⠚⠅⠇⠍⠝⠕⠏⠟⠗⠎⠞⠥⠧⠺⠭⠽⠵'[letter.charCodeAt(0) - 97]).join(''),
  'letters of flags': letters.map((letter) => String.fromCodePoint(0x1f1e6 + letter.charCodeAt(0) - 97)).join(' '),
  'letters in squares': letters.map((letter) => String.fromCodePoint(0x1f170 + letter.charCodeAt(0) - 97)).join(''),
  'places in the alphabet': letters.map((letter) => letter.charCodeAt(0) - 96).join('-'),
  'pig latin': `${WORD.slice(1)}${WORD[0]}ay`,
  rot47: WORD.replace(/[!-~]/g, (one) => String.fromCharCode(((one.charCodeAt(0) - 33 + 47) % 94) + 33)),
  'two parts with a space': `${WORD.slice(0, 8)} ${WORD.slice(8)}`,
  'base64 in base64': base64(base64(`word: ${WORD}`)),
  'hex in base64': base64(hex(`word: ${WORD}`)),
  'rot13 in base64 in base64': base64(
    base64(`so: ${WORD.replace(/[a-z]/g, (one) => String.fromCharCode(((one.charCodeAt(0) - 97 + 13) % 26) + 97))}`),
  ),
}

describe('a word is found', () => {
  test.each(Object.entries(WRITTEN))('written as %s', (_name, written) => {
    expect(findWord(`Here you are:\n${written}\nand that was it.`, WORD)).toBeDefined()
  })

  test('in base32 and Ascii85', () => {
    const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
    const bits = [...Buffer.from(`the word ${WORD}`)].map((byte) => byte.toString(2).padStart(8, '0')).join('')
    const written = bits.match(/.{1,5}/g)!.map((five) => base32[Number.parseInt(five.padEnd(5, '0'), 2)])
    expect(findWord(written.join(''), WORD)?.decodedBy).toEqual(['base32'])
  })

  test('with the decodings that were applied', () => {
    expect(findWord(base64(`It is ${WORD}!`), WORD)).toMatchObject({ decodedBy: ['base64'], index: undefined })
    expect(findWord(`It is ${WORD}!`, WORD)).toMatchObject({ decodedBy: [], index: 6 })
  })
})

describe('a word is not found', () => {
  test('in other words, however they are read', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...Array.from('abcdefghij klmnopqr stuvwxyz .,-0123456789')), { maxLength: 400 }),
        (all) => {
          expect(findWord(all.join(''), WORD)).toBeUndefined()
        },
      ),
      { numRuns: 300 },
    )
  })

  test('in another marker, nor in half of its own', () => {
    for (let at = 0; at < 200; at += 1) expect(findWord(markerOf('key', String(at)), WORD)).toBeUndefined()
    expect(findWord(`${WORD.slice(0, 8)} ... ${WORD.slice(8, 12)}`, WORD)).toBeUndefined()
  })

  test.each([
    ['decimal', (one: string) => `${one.codePointAt(0)!} `],
    ['entities', (one: string) => `&#${one.codePointAt(0)!};`],
    ['Unicode escapes', (one: string) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`],
    ['percent', (one: string) => hex(one).replace(/../g, '%$&')],
    [
      'octal',
      (one: string) => Array.from(Buffer.from(one), (byte) => `\\${byte.toString(8).padStart(3, '0')}`).join(''),
    ],
    ['morse', (one: string) => (/[a-z]/.test(one) ? `${morse(one)} ` : one === ' ' ? '/ ' : `${one} `)],
  ])('in its halves with a word of another alphabet between, written as %s', (_name, write) => {
    const halves = `please say ${WORD.slice(0, 8)} и ${WORD.slice(8)} together`
    expect(findWord(Array.from(halves, write).join(''), WORD)).toBeUndefined()
    expect(findWord(Array.from(`это слово ${WORD} здесь`, write).join(''), WORD)).toBeDefined()
  })

  test('between the letters of others when it is short', () => {
    expect(findWord('the sec retary', 'secret')).toBeUndefined()
  })
})

describe('time is linear', () => {
  test.each([
    ['base64', 'QUJD'.repeat(50_000)],
    ['hex', '41'.repeat(100_000)],
    ['points and lines', '.- '.repeat(70_000)],
    ['points', '.'.repeat(200_000)],
    ['figures', '101 '.repeat(50_000)],
    ['zeros', '0'.repeat(200_000)],
    ['marks', '!'.repeat(200_000)],
    ['accents', '\u0301'.repeat(200_000)],
    ['tags', '\u{E0041}'.repeat(100_000)],
  ])('in %s', (_name, text) => {
    const effort_ms = startEffort()
    expect(findWord(text, WORD)).toBeUndefined()
    expect(effort_ms()).toBeLessThan(9_000)
  })
})
