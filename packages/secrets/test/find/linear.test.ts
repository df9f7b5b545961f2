import { expect, test } from 'vitest'
import { startEffort } from '@gatehouse/testkit'
import { natureOf } from '../../src/find/nature.ts'
import { scanText } from '../../src/find/scan-text.ts'

const UNITS = 60_000

/** Adversarial texts: unclosed delimiters, repeated near misses, encodings without an end. */
const HOSTILE: Readonly<Record<string, string>> = {
  'names without values': 'password=',
  'names and quotes': 'password="',
  'names and open brackets': 'api_key: {',
  'escaped quotes': String.raw`token=\"`,
  'heads of keys': '-----BEGIN PRIVATE KEY-----',
  'heads of keys with base64': `-----BEGIN PRIVATE KEY-----${'Ab3d'.repeat(20)}\n`,
  'user parts without ends': '://a:b',
  'user parts': '://aa:bb@',
  'starts of tokens': 'ghp_',
  'starts of web tokens': 'eyJhbGciOi.eyJ',
  'one long word': 'passpasspass',
  'letters of one case': 'abcdefgh',
  'base64 of base64': 'ZXlKaGJHY2lPaUpJVXpJMU5pSjk',
  'base64 with borders': `${'QUFB'.repeat(9)} `,
  'percent signs': '%41',
  'percent signs with blanks': 'a%41b%42 ',
  'hexadecimal digits': '70617373776f72643d',
  'wide characters': 'p\0a\0s\0s\0',
  comments: '# gatehouse:allow reason="',
  'spaces behind names': `secret${' '.repeat(40)}`,
  'types behind names': 'token: string string string ',
  'values of settings': 'token\n  value\n  ',
  'ids of keys': 'AKIAQYLPMN5HFIQR7XYA ',
  commands: 'curl -u a',
  tags: '<password>',
  driver: 'a:b@tcp(',
  'test words': 'password = "adminadminadminadmin',
}

test.each(Object.entries(HOSTILE))('%s are read in linear time', (_label, piece) => {
  for (const path of ['a.env', 'a.ts', 'a.xml', 'a.bin']) {
    const nature = natureOf(path)
    const text = piece.repeat(Math.ceil(UNITS / piece.length)).slice(0, UNITS)
    const effort_ms = startEffort()
    scanText(text, path === 'a.bin' ? { ...nature, form: 'binary' } : nature)
    // The slowest take 0.2 s on an idle machine; backtracking would take minutes.
    expect(effort_ms()).toBeLessThan(6_000)
  }
})

test.each(Object.entries(HOSTILE))('four times as many %s need at most about four times as long', (_label, piece) => {
  const run = (units: number) => {
    const text = piece.repeat(Math.ceil(units / piece.length)).slice(0, units)
    const effort_ms = startEffort()
    scanText(text, natureOf('a.env'))
    return effort_ms()
  }
  run(5_000)
  const short = Math.min(run(10_000), run(10_000))
  const long = Math.min(run(40_000), run(40_000))
  expect(long).toBeLessThan(short * 12 + 180)
})
