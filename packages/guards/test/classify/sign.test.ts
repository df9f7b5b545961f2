import { describe, expect, test } from 'vitest'
import { readSigns, sign } from '../../src/classify/sign.ts'
import { SIGNS as ATTACK_SIGNS } from '../../src/detectors/adversarial/signs.ts'
import { DOCUMENT_SIGNS } from '../../src/detectors/documents/signs.ts'
import { SIGNS as TOXIC_SIGNS } from '../../src/detectors/toxicity/signs.ts'
import { ownAttacks } from '../../train/own/attacks.ts'
import { ATTACKS_BY_LANGUAGE } from '../../train/own/attacks-by-language.ts'
import { expand } from '../../train/own/grammar/expand.ts'
import { DOCUMENT_LINES, PLANTED } from '../../train/own/grammar/planted.ts'
import { LOOK_ALIKES } from '../../train/own/look-alikes.ts'
import { ABUSE, NO_ABUSE } from '../../train/own/toxicity.ts'

const texts = [
  ...ownAttacks(1_500),
  ...Object.values(ATTACKS_BY_LANGUAGE).flat(),
  ...LOOK_ALIKES,
  ...expand(PLANTED, 1_500, 1),
  ...expand(DOCUMENT_LINES, 500, 1),
  ...ABUSE,
  ...NO_ABUSE,
].map((text) => text.toLowerCase())

describe.each([
  ['attacks', ATTACK_SIGNS],
  ['orders in documents', DOCUMENT_SIGNS],
  ['abuse', TOXIC_SIGNS],
])('signs of %s', (_name, signs) => {
  test('are found as they would be without their literals', () => {
    for (const text of texts) {
      expect(readSigns(signs, text)).toEqual(signs.map(({ pattern }) => pattern.test(text)))
    }
  })

  test('each matches something in the texts of its kind, or has a literal to wait for', () => {
    const never = signs.filter(({ pattern, needs }) => needs === undefined && !texts.some((text) => pattern.test(text)))
    expect(never.map(({ name }) => name)).toEqual([])
  })
})

test('a sign requires one literal of each group', () => {
  const both = sign('both', 'drop.{0,20}rule', 'drop|leave & rule')
  expect(readSigns([both], 'drop the rule')).toEqual([true])
  expect(readSigns([both], 'drop the stone')).toEqual([false])
  expect(() => sign('short', 'x', 'ab')).toThrow('too short')
})
