import { describe, expect, test } from 'vitest'
import { mask } from '../../../../src/detectors/pii/ids/mask.ts'

describe('a picture of an identifier', () => {
  test.each([
    ['###-##-####', '566-64-4119', true],
    ['###-##-####', '566-644-119', false],
    ['###~###~###', '046 454 286', true],
    ['###~###~###', '046-454-286', true],
    ['###~###~###', '046 454-286', false],
    ['@@#?#', 'ab1', true],
    ['@@#?#', 'AB12', true],
    ['[XYZ]#{3}', 'X123', true],
    ['[XYZ]#{3}', 'A123', false],
    ['####(#)', '1234(5)', true],
    ['####(#)', '12345', false],
    ['#.#', '1x1', false],
    ['*{3}', 'a1B', true],
  ])('%s matches %s: %s', (picture, text, whole) => {
    const { form } = mask(picture)
    form.lastIndex = 0
    expect(form.exec(text)?.[0] === text).toBe(whole)
  })

  test.each([
    ['###-##', [3], []],
    ['#?##-#', [2, 3], []],
    ['##-?##', [2, 4], []],
    ['@@####', [6], []],
    ['@@ ####', [], [2]],
    ['DE#########', [11], []],
    ['CHE-###', [], [3]],
    ['[2-7]#{14}', [15], []],
    ['######[-+]###*', [6], []],
  ])('%s starts at runs of %j, or of capitals of %j', (picture, leads, letterLeads) => {
    const built = mask(picture)
    expect(built.leads.toSorted((left, right) => left - right)).toEqual(leads)
    expect(built.letterLeads).toEqual(letterLeads)
  })

  test('equal pictures share one expression, so that a text is matched once', () => {
    expect(mask('###-##-####').form).toBe(mask('###-##-####').form)
  })

  test('a picture that starts with a separator is refused', () => {
    expect(() => mask('-###')).toThrow(RangeError)
  })
})
