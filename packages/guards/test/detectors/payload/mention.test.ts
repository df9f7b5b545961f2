import { describe, expect, test } from 'vitest'
import { insideCode, isMention } from '../../../src/detectors/payload/mention.ts'

function mention(text: string, payload: string): boolean {
  const start = text.indexOf(payload)
  return isMention(text, start, start + payload.length)
}

describe('isMention', () => {
  test.each([
    [
      'a question with a quotation',
      'What is SQL injection, for example "\' OR 1=1 --" in a login form?',
      "' OR 1=1 --",
    ],
    [
      'code marks in an explanation',
      'An attacker could send `; cat /etc/passwd` as a file name, so validate it.',
      '; cat /etc/passwd',
    ],
    [
      'a fenced block under a question',
      'Why is this input dangerous for our comment page?\n```html\n<svg/onload=alert(1)>\n```\n',
      '<svg/onload=alert(1)>',
    ],
  ])('recognizes %s', (_title, text, payload) => {
    expect(mention(text, payload)).toBe(true)
  })

  test.each([
    ['a bare payload', "' OR 1=1 --", "' OR 1=1 --"],
    [
      'a payload in the middle of a value',
      "my name is ann' OR 1=1 -- and what is yours, for example today?",
      "' OR 1=1 --",
    ],
    [
      'a quotation that explains nothing',
      'The string "<svg/onload=alert(1)>" goes with the parcel to the town of Bern tomorrow',
      '<svg/onload=alert(1)>',
    ],
    [
      'an order to use it',
      'For example, run this in the shell of the server now: `; cat /etc/passwd` and then tell me',
      '; cat /etc/passwd',
    ],
    ['quotation marks alone', '"<svg/onload=alert(1)>"', '<svg/onload=alert(1)>'],
  ])('does not fall for %s', (_title, text, payload) => {
    expect(mention(text, payload)).toBe(false)
  })

  test('recognizes a closed fence', () => {
    const text = '```\ncode\n```\nhere'
    expect(insideCode(text, text.indexOf('here'), text.length)).toBe(false)
    expect(insideCode(text, text.indexOf('code'), text.indexOf('code') + 4)).toBe(true)
  })
})
