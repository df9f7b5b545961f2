import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { findSecrets } from '../../../src/detectors/secrets/find.ts'
import { type Picture, SECRET_FORMATS, type SecretFormat } from '@gatehouse/formats/credentials'
import { charactersOf, draw, type Random, randomFrom } from './draw.ts'

const FOLDER = new URL('../../../../formats/src/credentials/', import.meta.url)
/** Files of the folder without formats. */
const SHARED = ['all.ts', 'checks.ts', 'entropy.ts', 'format.ts', 'index.ts', 'judge.ts', 'picture.ts']

/** Returns the value as in a file: after a vendor name where it has no prefix of its own. */
function inPlace({ names }: SecretFormat, value: string, tail = '"'): string {
  const [name] = names
  return name === undefined ? `see "${value}${tail} there` : `${name}_key = "${value}${tail}`
}

/** The kinds found that cover the whole value. */
function kindsOf(text: string, value: string): string[] {
  const start = text.indexOf(value)
  return findSecrets(text)
    .filter((finding) => finding.start <= start && finding.end >= start + value.length)
    .map(({ kind }) => kind)
}

/** A value drawn so that no checksum and no word in it matters: the first of some that is found as it should be. */
function example(format: SecretFormat, picture: Picture, random: Random): string | undefined {
  for (let attempt = 0; attempt < 5; attempt++) {
    const value = draw(picture, random)
    if (kindsOf(inPlace(format, value), value).includes(format.id)) return value
  }
  return undefined
}

/** Returns a value with each group filled with a single letter. */
function monotone({ parts }: Picture): string {
  return parts
    .map((part) => (typeof part === 'string' ? part : (charactersOf(part.alphabet).at(-1) ?? '').repeat(part.min)))
    .join('')
}

/** Returns the value with an invalid character, one that is too short by one, and one without the start of its prefix. */
function nearMisses({ names }: SecretFormat, { parts }: Picture, value: string): string[] {
  const [first] = parts
  const last = parts.at(-1)
  const misses = [`${value.slice(0, value.length >> 1)}§${value.slice((value.length >> 1) + 1)}`]
  if (typeof last === 'object') {
    const head = parts.slice(0, -1).reduce((sum, part) => sum + (typeof part === 'string' ? part.length : part.min), 0)
    misses.push(value.slice(0, head + last.min - 1))
  }
  if (typeof first === 'string' && names.length === 0) misses.push(value.slice(1))
  return misses
}

describe.each(SECRET_FORMATS)('$id', (format) => {
  const random = randomFrom(format.id.length * 7_919)

  test.each(format.pictures.map((picture, at) => [at, picture] as const))('picture %i is found', (_at, picture) => {
    expect(example(format, picture, random)).toBeDefined()
  })

  test('is not found if the value is a placeholder', () => {
    const values = format.pictures.filter(({ parts }) => parts.some((part) => typeof part === 'object')).map(monotone)
    expect(values.length).toBeGreaterThan(0)
    expect(values.flatMap((value) => kindsOf(inPlace(format, value), value))).toEqual([])
  })

  test('names its kind, its vendor and the source of its structure', () => {
    expect(format.id).toMatch(/^[a-z0-9_]+$/)
    expect(format.vendor).not.toBe('')
    expect(format.what).not.toBe('')
    expect(format.source.length).toBeGreaterThan(5)
  })
})

describe.each(SECRET_FORMATS.filter(({ pictures }) => pictures.length === 1))('$id', (format) => {
  test('is not found with a missing or foreign character, or with a truncated marker', () => {
    const picture = format.pictures[0] as Picture
    const value = example(format, picture, randomFrom(format.id.length)) ?? ''
    expect(value).not.toBe('')
    const misses = nearMisses(format, picture, value)
    expect(misses.length).toBeGreaterThan(0)
    expect(misses.flatMap((miss) => kindsOf(inPlace(format, miss), miss))).not.toContain(format.id)
  })
})

test('there are more than three hundred formats of more than a hundred vendors, each with an id of its own', () => {
  expect(SECRET_FORMATS.length).toBeGreaterThan(300)
  expect(new Set(SECRET_FORMATS.map(({ vendor }) => vendor)).size).toBeGreaterThan(100)
  expect(new Set(SECRET_FORMATS.map(({ id }) => id)).size).toBe(SECRET_FORMATS.length)
})

test('every file of the folder is listed, and contains no live-looking secret', () => {
  const sources = readdirSync(FOLDER).filter((name) => !SHARED.includes(name))
  const all = readFileSync(new URL('all.ts', FOLDER), 'utf8')
  for (const name of sources) {
    expect(all).toContain(`'./${name}'`)
    expect(findSecrets(readFileSync(new URL(name, FOLDER), 'utf8'))).toEqual([])
  }
})
