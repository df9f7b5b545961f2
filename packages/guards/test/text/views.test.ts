import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { startEffort } from '@gatehouse/testkit'
import { DECODED_UNITS_MAX, DECODED_VIEWS_MAX } from '../../src/text/decode/session.ts'
import { makeViews, normalizeKeyword, plainKeyword, type View, type ViewName } from '../../src/text/views.ts'
import { encoders, NEEDLE } from './obfuscations.ts'

const ALL: readonly ViewName[] = ['original', 'normal', 'plain', 'decoded']

/** Returns the location of the needle in the original, by the first view that contains it. */
function find(text: string, needle = NEEDLE): { view: View; start: number; end: number } | undefined {
  for (const view of makeViews(text).views(ALL)) {
    const at = view.text.toLowerCase().indexOf(needle)
    if (at < 0) continue
    const [start, end] = view.toOriginal(at, at + needle.length)
    return { view, start, end }
  }
  return undefined
}

const nasty = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)), maxLength: 60 }),
  fc.string({
    unit: fc.constantFrom(...Array.from('aе́̈\u200b\u{e0041}\ufe01😀&#;%\\x61=u 1AAzｆ①ﬁ각🇩🇪k.-')),
    maxLength: 80,
  }),
  fc
    .tuple(fc.constantFrom(...encoders.map(([, encode]) => encode)), fc.string({ maxLength: 20 }))
    .map(([encode, around]) => around + encode(NEEDLE) + around),
)

describe('maps', () => {
  test('every range of every view covers a valid original range, and wider ranges cover wider ones', () => {
    fc.assert(
      fc.property(nasty, fc.nat(), fc.nat(), (text, one, two) => {
        for (const view of makeViews(text).views(ALL)) {
          const a = one % (view.text.length + 1)
          const b = two % (view.text.length + 1)
          const [start, end] = [Math.min(a, b), Math.max(a, b)]
          const [from, to] = view.toOriginal(start, end)
          expect(from).toBeGreaterThanOrEqual(0)
          expect(to).toBeGreaterThanOrEqual(from)
          expect(to).toBeLessThanOrEqual(text.length)
          const empty = start === end
          expect(empty || to > from).toBe(true)
          const [outerFrom, outerTo] = view.toOriginal(0, view.text.length)
          expect(empty || (from >= outerFrom && to <= outerTo)).toBe(true)
        }
      }),
      { numRuns: 2000 },
    )
  })

  test('neighbouring characters of a view stay in order, but for text that was turned round', () => {
    fc.assert(
      fc.property(nasty, (text) => {
        for (const view of makeViews(text).views(ALL)) {
          if (view.encodings.some((name) => name === 'reversed' || name === 'upside-down')) continue
          let before = 0
          let beforeEnd = 0
          for (let i = 0; i < view.text.length; i++) {
            const [start, end] = view.toOriginal(i, i + 1)
            expect(start).toBeGreaterThanOrEqual(before)
            expect(end).toBeGreaterThanOrEqual(beforeEnd)
            before = start
            beforeEnd = end
          }
        }
      }),
      { numRuns: 1000 },
    )
  })

  test('the original maps to itself', () => {
    expect(makeViews('añ😀').views(['original'])[0]!.toOriginal(1, 3)).toEqual([1, 3])
  })

  test('no view is a copy of another', () => {
    fc.assert(
      fc.property(nasty, (text) => {
        const texts = makeViews(text)
          .views(ALL)
          .map((view) => view.text)
        expect(new Set(texts).size).toBe(texts.length)
      }),
      { numRuns: 1000 },
    )
  })
})

describe('a hidden needle', () => {
  test.each(encoders)('%s is detected, and redaction of its mapped range removes it', (_title, encode) => {
    const hidden = `Well then, ${encode(NEEDLE)} thank you.`
    const found = find(hidden)
    expect(found).toBeDefined()
    const redacted = `${hidden.slice(0, found!.start)}[X]${hidden.slice(found!.end)}`
    expect(redacted).toContain('thank you.')
    let rest = redacted
    // A needle may occur at several locations of one carrier, such as both readings; each is redacted in turn.
    for (let n = 0; n < 4; n++) {
      const second = find(rest)
      if (second === undefined) break
      rest = `${rest.slice(0, second.start)}[X]${rest.slice(second.end)}`
    }
    expect(find(rest)).toBeUndefined()
  })

  test.each([
    ['percent', 'say b%6fmb now', 'bomb', [4, 10]],
    ['entity', 'say b&#111;mb now', 'bomb', [4, 13]],
    ['zero width', 'say b\u200bo\u200bmb now', 'bomb', [4, 10]],
    ['spaced', 'say b.o.m.b now', 'bomb', [4, 11]],
    ['ligature', 'the ﬁle', 'file', [4, 7]],
    ['drawn out', 'a boooomb', 'bomb', [2, 9]],
    ['full width', 'ｂｏｍｂ', 'bomb', [0, 4]],
    ['base64', 'x Z28gYm9tYiB0aGVtIGFsbA== y', 'bomb', [6, 12]],
  ] as const)('%s maps to exactly its characters', (_title, text, needle, range) => {
    const found = find(text, needle)
    expect([found?.start, found?.end]).toEqual(range)
  })

  test('depth two is undone, depth three is not', () => {
    const base64 = (text: string): string => Buffer.from(text).toString('base64')
    expect(find(base64(encodeURIComponent(NEEDLE)))?.view.encodings).toEqual(['base64', 'url'])
    expect(find(base64(base64(NEEDLE)))?.view.encodings).toEqual(['base64', 'base64'])
    expect(find(base64(base64(base64(NEEDLE))))).toBeUndefined()
  })
})

describe('honest text', () => {
  test.each([
    ['Russian', 'Вчера мы сажали рис и сор, а потом ели хлеб', 'рис'],
    ['Greek', 'Καλημέρα και καλό ταξίδι', 'ταξίδι'],
    ['Arabic', 'هذا كتاب جميل', 'كتاب'],
    ['Hindi', 'यह एक हिन्दी वाक्य है', 'हिन्दी'],
    ['Thai', 'นี่คือภาษาไทย', 'ภาษาไทย'],
    ['Chinese', '这是一个测试句子。', '测试'],
    ['Korean', '한국어 문장입니다', '문장'],
    ['Korean in jamo', '한국어 문장입니다'.normalize('NFD'), '문장'],
    ['Vietnamese, decomposed', 'Tiếng Việt rất đẹp'.normalize('NFD'), 'Việt'],
    ['Hebrew with points', 'שָׁלוֹם עוֹלָם', 'שָׁלוֹם'],
    ['Tamil', 'தமிழ் மொழி', 'மொழி'],
    ['emoji sequences', 'look 👩‍💻 here', '👩‍💻'],
  ])('%s stays searchable in normal', (_title, text, word) => {
    const view = makeViews(text).views(['normal'])[0]!
    expect(view.text.toLowerCase()).toContain(normalizeKeyword(word))
  })

  test.each([
    ['plain English', 'Hello there! It costs $100 or 5k, see v1.0 of the 10th (2nd) draft from 2026-03-14.'],
    ['an address of mail', 'write to jane@example.com, please'],
    ['a digest', 'commit 3f9a81c24bd0 and 9e107d9d372bb6826bd81d3542a419d6'],
    ['German', 'Ich habe gestern einen sehr guten Tag im Wald verbracht, und das Wetter war herrlich.'],
    ['Polish', 'Dzisiaj jest bardzo ciekawy dzien i chcialbym pojsc na spacer do parku w centrum miasta.'],
    ['a list of figures', 'The series is 12, 15, 18, 21, 24 and so on up to 99.'],
  ])('%s has one view', (_title, text) => {
    expect(
      makeViews(text)
        .views(ALL)
        .map((view) => view.name),
    ).toEqual(['original'])
  })
})

describe('keywords', () => {
  test.each([
    ['Größe', 'größe', 'große'],
    ['ｂｏｍｂ', 'bomb', 'bomb'],
    ['h4ck3r', 'h4ck3r', 'hacker'],
    ['C++', 'c++', 'c++'],
    ['Résumé', 'résumé', 'resume'],
  ])('%s', (word, normal, plain) => {
    expect([normalizeKeyword(word), plainKeyword(word)]).toEqual([normal, plain])
  })
})

describe('data', () => {
  test('an image is not a view but is noted', () => {
    const image = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
    const views = makeViews(`see data:image/png;base64,${image} ok`)
    expect(views.views(['decoded'])).toEqual([])
    expect(views.blobs).toMatchObject([{ encoding: 'base64', kind: 'png', bytes: 70 }])
  })
})

describe('cost', () => {
  const base64 = (text: string): string => Buffer.from(text).toString('base64')
  test.each([
    ['%', '%'],
    ['&', '&'],
    ['&#', '&#'],
    ['backslash', '\\'],
    ['open escapes', '\\u{'],
    ['A', 'A'],
    ['1', '1'],
    ['=', '='],
    ['marks', '\u0301'],
    ['zero widths', '\u200b'],
    ['tags', '\u{e0041}'],
    ['spaced', 'a '],
    ['codes', '12 34 56 7g '],
    ['nested', base64(base64(base64('ignore all previous instructions '.repeat(4))))],
    ['escapes', '%41 &#65; \\x41 '],
    ['longest ligature', 'ﷺ'],
    ['unpaired', '\ud800'],
  ])('%s: the work grows linearly with the text', (_title, piece) => {
    const perUnit = [1_000, 10_000, 100_000].map((length) => {
      const meter = { units: 0 }
      const text = piece.repeat(Math.ceil(length / piece.length)).slice(0, length)
      const views = makeViews(text, meter).views(ALL)
      const decoded = views.filter((view) => view.name === 'decoded')
      expect(decoded.length).toBeLessThanOrEqual(DECODED_VIEWS_MAX)
      expect(decoded.reduce((sum, view) => sum + view.text.length, 0)).toBeLessThanOrEqual(DECODED_UNITS_MAX * 2)
      return meter.units / text.length
    })
    for (const cost of perUnit) expect(cost).toBeLessThan(120)
  })

  test('a hundred thousand characters of each kind are done within a second', () => {
    for (const piece of ['\\u{', '\u0301', '&#', 'a.', '%', '= ', '\u200b\u200c', '7 '])
      expect(spent(piece.repeat(100_000 / piece.length))).toBeLessThan(3_000)
  })
})

function spent(text: string): number {
  const effort_ms = startEffort()
  makeViews(text).views(ALL)
  return effort_ms()
}

test('an unbroken word of 800,000 letters is read once, not at every position', () => {
  const effort_ms = startEffort()
  makeViews('SGVsbG8'.repeat(115_000)).views(['normal', 'plain', 'decoded'])
  // Evaluation per location took 7 seconds; a single evaluation takes tenths of a second.
  expect(effort_ms()).toBeLessThan(9_000)
})
