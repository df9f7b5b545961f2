import { PICTURE_ALPHABETS, type Picture } from '@gatehouse/formats/credentials'
import { describe, expect, test } from 'vitest'
import { findSecrets } from '../src/find/find-secrets.ts'
import { natureOf } from '../src/find/nature.ts'
import type { SecretRule } from '../src/rules/rule.ts'
import { VENDOR_RULES } from '../src/rules/vendor-rules.ts'
import { pick, type Random, randomFrom } from './corpus/draw.ts'

/** Returns a random value with the structure of a picture. */
function draw({ parts }: Picture, random: Random): string {
  return parts
    .map((part) => {
      if (typeof part === 'string') return part
      const form = new RegExp(`[${PICTURE_ALPHABETS[part.alphabet]}]`)
      const letters = Array.from({ length: 94 }, (_, at) => String.fromCharCode(33 + at)).filter(
        (char) => form.test(char) && /[0-9A-Za-z]/.test(char),
      )
      const length = part.min + random(Math.min(part.max - part.min, 20) + 1)
      return Array.from({ length }, () => pick(letters, random)).join('')
    })
    .join('')
}

/** Returns the value as a line of a settings file. */
function inPlace({ format, vendor }: SecretRule, value: string): string {
  const name = (
    format?.names.find((word) => !['bot', 'token', 'auth', 'api_key', 'apikey'].includes(word)) ??
    vendor.split(/[ .(]/)[0] ??
    ''
  ).replaceAll(/[^\w-]/g, '_')
  return `${name}_api_key = "${value}"`
}

const nature = natureOf('config/app.ini')

const idsOf = (text: string) => findSecrets(text, nature).candidates.map(({ rule }) => rule.id)
/** Formats of one vendor overlap: a key of 32 digits may be one of several. */
const vendorsOf = (text: string) => findSecrets(text, nature).candidates.map(({ rule }) => rule.vendor)

describe.each(VENDOR_RULES)('$id', (rule) => {
  const pictures = rule.format?.pictures ?? []

  test('finds each of its forms', () => {
    const random = randomFrom(rule.id.length * 7_919)
    for (const picture of pictures) {
      const texts = Array.from({ length: 6 }, () => inPlace(rule, draw(picture, random)))
      expect(texts.some((text) => idsOf(text).includes(rule.id) || vendorsOf(text).includes(rule.vendor))).toBe(true)
    }
  })

  test('leaves placeholders of its form alone', () => {
    for (const { parts } of pictures.filter((picture) => picture.parts.some((part) => typeof part === 'object'))) {
      const value = parts.map((part) => (typeof part === 'string' ? part : 'A'.repeat(part.min))).join('')
      expect(idsOf(inPlace(rule, value))).not.toContain(rule.id)
    }
  })
})
