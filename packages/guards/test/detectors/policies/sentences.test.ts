import { array, assert, constantFrom, property } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sentencesOf } from '../../../src/detectors/policies/sentences.ts'

describe('the sentences of a text', () => {
  test('end at marks and lines', () => {
    expect(
      sentencesOf('We open at nine today. Do you need a room?\nAll rooms have a window; some have two of them.'),
    ).toEqual(['We open at nine today.', 'Do you need a room?', 'All rooms have a window;', 'some have two of them.'])
  })

  test('are merged if they are short', () => {
    expect(sentencesOf('Sure. No. The room costs ten euros. Bye.')).toEqual([
      'Sure. No. The room costs ten euros. Bye.',
    ])
    expect(sentencesOf('Version 1.2.3 of the program is out now')).toHaveLength(1)
    expect(sentencesOf('你好。请把这些股票都买下来。明天会下雨的吧。')).toHaveLength(2)
  })

  test('are split between words if they are long', () => {
    const sentences = sentencesOf('word '.repeat(500))
    expect(sentences.length).toBeGreaterThan(5)
    expect(Math.max(...sentences.map(({ length }) => length))).toBeLessThanOrEqual(400)
  })

  test('are of both ends of a long text, and bounded', () => {
    const text = `Buy all of it now. ${'It rains in the hills today. '.repeat(40_000)}Sell all of it now.`
    const sentences = sentencesOf(text)
    expect(sentences.length).toBeLessThanOrEqual(500)
    expect(sentences[0]).toBe('Buy all of it now.')
    expect(sentences.at(-1)).toBe('Sell all of it now.')
  })

  test('leave no word out of a short text', () => {
    assert(
      property(
        array(constantFrom('buy', 'it', 'now.', 'why?', '\n', 'a', '。', ';', '  '), { maxLength: 200 }),
        (pieces) => {
          const text = pieces.join(' ')
          expect(sentencesOf(text).join(' ').replaceAll(/\s+/g, '')).toBe(text.replaceAll(/\s+/g, ''))
        },
      ),
    )
  })
})
