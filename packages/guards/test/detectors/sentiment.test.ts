import { describe, expect, test } from 'vitest'
import { startEffort } from '@gatehouse/testkit'
import { judgeSentiment } from '../../src/detectors/sentiment/judge-sentiment.ts'
import { judgeTone } from '../../src/detectors/tone/judge-tone.ts'

describe('sentiment', () => {
  test.each([
    'ERROR failed to connect: broken pipe, job lost, retries exhausted',
    '[WARN] slow query, problem with index, delay 300 ms',
    'TypeError: Cannot read properties of undefined (reading "bad")',
    'npm ERR! failed with exit code 1, nothing installed',
    'Traceback (most recent call last):\n  File "a.py", line 3, in run\nValueError: wrong, broken, useless value',
    'Tests failing on main: 12 failed, 3 broken, process crashed, disk failure, connection refused.',
  ])('%j is the voice of a program', (text) => {
    expect(judgeSentiment(text).polarity).toBeGreaterThan(-0.5)
  })

  test.each([
    'I am furious, your app crashed and lost my work, this is terrible and useless!',
    'Terrible, awful, horrible service. Worst ever!!',
    'Das ist eine Katastrophe, ich bin sehr enttäuscht und wütend.',
  ])('%j is a person', (text) => {
    expect(judgeSentiment(text).polarity).toBeLessThan(-0.5)
  })

  test.each([
    ['这是最糟糕的服务，我非常生气。', true],
    ['最悪のサービスです。とても怒っています。', true],
    ['هذه أسوأ خدمة على الإطلاق', true],
    ['최악의 서비스입니다.', true],
    ['Это ужасно плохо.', false],
    ['The worst service (最悪).', false],
    ['12345 !!!', false],
  ])('%j is in a script without known words: %s', (text, isForeign) => {
    expect(judgeSentiment(text).isForeign).toBe(isForeign)
  })

  test('long lines take linear time', () => {
    for (const part of ['a.', 'Error', '[', 'x$', 'fail ', '\n']) {
      const effort_ms = startEffort()
      judgeSentiment(part.repeat(100_000))
      expect(effort_ms()).toBeLessThan(900)
    }
  })
})

describe('coldness', () => {
  test.each([
    ['The store opens at nine and closes at six on weekdays.', false],
    ['The report is attached and the figures are in the second table.', false],
    ['Your refund was denied and it cannot be appealed under the terms of the contract.', true],
    ['We are sorry, but the refund cannot be paid this week.', false],
  ])('%j: %s', (text, isCold) => {
    expect(judgeTone(text, 'friendly').faults.includes('coldness')).toBe(isCold)
  })
})
