import { readdirSync, readFileSync } from 'node:fs'
import { Failure } from '@gatehouse/kernel'
import { describe, expect, test } from 'vitest'
import { PII_ENTITIES, resolveEntities } from '../../../src/detectors/pii/catalogue.ts'

const folder = new URL('../../../src/detectors/pii/', import.meta.url)

describe('the catalogue', () => {
  test('contains every entity defined by a file of the folder', () => {
    const defined = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .flatMap((name) =>
        [
          ...readFileSync(new URL(name, folder), 'utf8').matchAll(
            /(?:: PiiEntity = \{\s*|^ {2}identifier\(\{\s*)name: '(\w+)'/gm,
          ),
        ].map((match) => match[1]),
      )
    expect(new Set(PII_ENTITIES.map((entity) => entity.name))).toEqual(new Set(defined))
    expect(PII_ENTITIES).toHaveLength(defined.length)
  })

  test('no name or alias refers to two entities', () => {
    const names = PII_ENTITIES.flatMap((entity) => [entity.name, ...entity.aliases])
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
    expect(names.every((name) => /^[A-Z][A-Z0-9_]*$/.test(name))).toBe(true)
  })

  test('every entity has a detector, positive examples and negative examples', () => {
    const lacking = PII_ENTITIES.filter(
      ({ shapes, scan, atAnchor, examples }) =>
        (shapes ?? scan ?? atAnchor) === undefined || examples.finds.length === 0 || examples.ignores.length === 0,
    )
    expect(lacking).toEqual([])
  })

  test('every form is sticky: no form scans the text itself', () => {
    const forms = PII_ENTITIES.flatMap((entity) => (entity.shapes ?? []).map(({ form }) => form))
    expect(forms.filter((form) => !form.sticky || form.global)).toEqual([])
  })

  test.each(['CREDIT_CARD', 'credit-card', 'Credit Card', ' cc '])('%j refers to the payment card', (name) => {
    expect(resolveEntities([name], 'entities').map((entity) => entity.name)).toEqual(['CREDIT_CARD'])
  })

  test('ALL selects every entity, and a repeated name counts once', () => {
    expect(resolveEntities(['all'], 'entities')).toBe(PII_ENTITIES)
    expect(resolveEntities(['email', 'EMAIL_ADDRESS'], 'entities')).toHaveLength(1)
  })

  test('an unknown name is a violation with its path', () => {
    const resolve = () => resolveEntities(['email', 'shoe size'], 'entities')
    expect(resolve).toThrow(Failure)
    expect(resolve).toThrow(
      expect.objectContaining({
        violations: [expect.objectContaining({ path: ['entities', 1], type: 'unknown_entity' })],
      }),
    )
  })
})
