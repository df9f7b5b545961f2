import { expect, test } from 'vitest'
import { markerOf } from '../../src/engine/marker.ts'

test('a marker is a word of small letters that the run and the attack alone decide', () => {
  expect(markerOf('key', 'attack')).toMatch(/^(?:[bdfghjklmnprstvz][aeiou]){7}$/)
  expect(markerOf('key', 'attack')).toBe(markerOf('key', 'attack'))
  expect(markerOf('key', 'attack')).not.toBe(markerOf('other', 'attack'))
})

test('a hundred thousand attacks have as many markers', () => {
  const words = new Set(Array.from({ length: 100_000 }, (_, at) => markerOf('key', String(at))))
  expect(words.size).toBe(100_000)
})
