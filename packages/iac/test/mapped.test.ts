import { expect, test } from 'vitest'
import { sourceOf } from '../src/mapped.ts'
import type { Rendered, RenderedRange } from '../src/rendered.ts'

const piece = (start: number, end: number, from: number, to: number, file = 'a'): RenderedRange => ({
  start,
  end,
  file,
  from,
  to,
})

/** `image: x:1\n` with `x:1` from `{{ .Values.image }}`, and a line from another file. */
const RENDERED: Rendered = {
  path: 'a',
  language: 'yaml',
  text: 'image: x:1\nkind: A\n',
  pieces: [piece(0, 7, 100, 107), piece(7, 10, 107, 126), piece(10, 11, 126, 127), piece(13, 19, 4, 10, 'b')],
  gaps: [],
}

test.each([
  ['within a run that was copied', 0, 5, { file: 'a', from: 100, to: 105 }],
  ['within what was filled in', 8, 9, { file: 'a', from: 107, to: 126 }],
  ['over both', 0, 10, { file: 'a', from: 100, to: 126 }],
  ['from a made run on', 11, 19, { file: 'b', from: 4, to: 10 }],
  ['in a made run', 11, 12, { file: 'a', from: 127, to: 127 }],
  ['over two files', 5, 19, { file: 'a', from: 105, to: 127 }],
])('a range %s is reported at its source location', (_what, start, end, place) => {
  expect(sourceOf(RENDERED, start, end)).toEqual(place)
})

test('text without a source has no location', () => {
  expect(sourceOf({ ...RENDERED, pieces: [] }, 0, 5)).toBeUndefined()
  expect(sourceOf({ ...RENDERED, pieces: [piece(5, 9, 0, 4)] }, 0, 3)).toBeUndefined()
})
