import { Failure } from '@gatehouse/kernel'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { startEffort } from '@gatehouse/testkit'
import { encodeSse } from '../../src/sse/encode.ts'
import { type SseEvent, SseParser } from '../../src/sse/parser.ts'
import { readEvents } from './reference.ts'

const BOM = '\uFEFF'

function parse(bytes: Uint8Array, cuts: readonly number[] = [], eventChars?: number): SseEvent[] {
  const parser = new SseParser(eventChars === undefined ? {} : { eventChars })
  const places = [0, ...cuts.toSorted((a, b) => a - b), bytes.length]
  return places.slice(1).flatMap((place, index) => [...parser.push(bytes.subarray(places[index], place))])
}

/** Lines as servers write them and as they should not, with every kind of break. */
const line = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: 'grapheme', maxLength: 12 }).map((value) => `data: ${value}`) },
  fc.constantFrom(
    'data',
    'data:',
    'data:  two blanks',
    'data: "日本語 😀"',
    'data : no field',
    'DATA: no field',
    ': comment',
    ':',
    'event: ping',
    'event:',
    'event',
    'id: 7',
    'id',
    'id: with\0zero',
    'retry: 100',
    'retry: soon',
    'nonsense',
    `${BOM}data: marked`,
    ' data: indented',
  ),
  { weight: 3, arbitrary: fc.constant('') },
)
const lineBreak = fc.constantFrom('\n', '\n', '\r\n', '\r')
const text = fc
  .tuple(
    fc.constantFrom('', '', BOM, BOM + BOM, '\u00ef\u00bb\u00bf'),
    fc.array(fc.tuple(line, lineBreak), { maxLength: 30 }),
  )
  .map(([head, lines]) => head + lines.map((pair) => pair.join('')).join(''))
const streams = fc.oneof(
  { weight: 4, arbitrary: text.map((written) => Buffer.from(written)) },
  // Broken characters and stray bytes among the lines.
  {
    weight: 1,
    arbitrary: fc
      .array(
        fc.oneof(
          text.map((written) => Buffer.from(written)),
          fc.uint8Array({ maxLength: 6 }).map((item) => Buffer.from(item)),
        ),
        {
          maxLength: 4,
        },
      )
      .map((parts) => Buffer.concat(parts)),
  },
)

describe('server-sent events', () => {
  test('are read as the standard reads them, wherever the bytes are cut', () => {
    fc.assert(
      fc.property(streams, fc.array(fc.nat(400), { maxLength: 20 }), (bytes, at) => {
        const cuts = at.map((place) => Math.min(place, bytes.length))
        expect(parse(bytes, cuts)).toEqual(readEvents(bytes))
      }),
      { numRuns: 1_500 },
    )
  })

  test('are the same byte by byte', () => {
    fc.assert(
      fc.property(streams, (bytes) => {
        expect(
          parse(
            bytes,
            Array.from(bytes, (_, at) => at),
          ),
        ).toEqual(readEvents(bytes))
      }),
      { numRuns: 300 },
    )
  })

  test.each([
    ['a mark at the start is none of the text', `${BOM}data: a\n\n`, [{ data: 'a' }]],
    ['and only one', `${BOM}${BOM}data: a\n\ndata: b\n\n`, [{ data: 'b' }]],
    ['lines are joined', 'data: a\ndata:b\ndata\n\n', [{ data: 'a\nb\n' }]],
    ['a carriage return ends a line', 'event: x\rdata: a\r\rdata: b\r\r', [{ event: 'x', data: 'a' }, { data: 'b' }]],
    ['an event that breaks off is none', 'data: a\n\ndata: b\n', [{ data: 'a' }]],
    ['an event without data is none', 'event: x\nid: 1\n\ndata: a\n\n', [{ data: 'a' }]],
    ['a comment is none', ': keep-alive\n\n: again\r\n\r\ndata: a\n\n', [{ data: 'a' }]],
  ])('%s', (_title, written, events) => {
    expect(parse(Buffer.from(written))).toEqual(events.map((event) => ({ event: undefined, id: undefined, ...event })))
    expect(readEvents(Buffer.from(written))).toEqual(parse(Buffer.from(written)))
  })

  test.each([
    ['in one piece', [] as number[]],
    ['in pieces', [5, 20, 60]],
    ['byte by byte', Array.from({ length: 120 }, (_, at) => at)],
  ])('over the length limit are rejected, %s, together with the rest of the stream', (_title, cuts) => {
    const parser = new SseParser({ eventChars: 100 })
    const bytes = Buffer.from(`data: ${'x'.repeat(101)}\n\ndata: b\n\n`)
    const places = [0, ...cuts, bytes.length]
    const push = () => places.slice(1).flatMap((place, index) => parser.push(bytes.subarray(places[index], place)))
    expect(push).toThrow(Failure)
    expect(() => parser.push(Buffer.from('data: c\n\n'))).toThrow('exceeds 100 characters')
  })

  test('of many lines are limited in total, and an event of exactly the limit passes', () => {
    expect(() => parse(Buffer.from(`${'data: 0123456789\n'.repeat(12)}\n`), [], 100)).toThrow(Failure)
    expect(parse(Buffer.from(`data: ${'x'.repeat(100)}\n\n`), [], 100)).toHaveLength(1)
    expect(parse(Buffer.from(`:${'x'.repeat(1_000)}\n\ndata: a\n\n`), [10, 500], 100)).toHaveLength(1)
  })

  test('round-trip unchanged', () => {
    const event = fc.record({
      event: fc.option(fc.constantFrom('ping', 'message_start', 'ünï'), { nil: undefined }),
      id: fc.option(fc.constantFrom('0', 'a-1', ''), { nil: undefined }),
      data: fc.string({ unit: 'grapheme' }),
    })
    fc.assert(
      fc.property(fc.array(event, { maxLength: 6 }), fc.array(fc.nat(300), { maxLength: 6 }), (events, at) => {
        const bytes = Buffer.from(events.map(encodeSse).join(''))
        const read = parse(
          bytes,
          at.map((place) => Math.min(place, bytes.length)),
        )
        expect(read).toEqual(
          events.map((item) => ({ ...item, data: item.data.toWellFormed().replaceAll(/\r\n?/g, '\n') })),
        )
      }),
    )
  })

  test.each(['a\nid: 2', 'a\rb', 'a\0'])('with the name or id %j are not written', (value) => {
    expect(() => encodeSse({ event: value, data: '' })).toThrow(RangeError)
    expect(() => encodeSse({ id: value, data: '' })).toThrow(RangeError)
  })

  test('are parsed in linear time, even one long line in many chunks', () => {
    const seconds = (chars: number): number => {
      const bytes = Buffer.from(`data: ${'x'.repeat(chars)}\n\n`)
      const cuts = Array.from({ length: Math.floor(bytes.length / 16) }, (_, index) => index * 16)
      const effort_ms = startEffort()
      expect(parse(bytes, cuts)).toHaveLength(1)
      return effort_ms()
    }
    seconds(20_000)
    // Sixteen times the text would cost 256 times as much, were it square.
    expect(seconds(640_000)).toBeLessThan(Math.max(5, seconds(40_000)) * 100)
  })
})
