import { describe, expect, test } from 'vitest'
import { scanText } from '../../src/secrets/find/scan-text.ts'
import { natureOf } from '../../src/secrets/find/nature.ts'
import { createDigester, isStrong } from '../../src/secrets/identity.ts'
import { KINDS, randomFrom } from './corpus/draw.ts'

const hitOf = (text: string) => {
  const [hit] = scanText(text, natureOf('a.env')).hits
  if (hit === undefined) throw new Error('nothing was found')
  return hit
}
const value = (kind: string, seed = 1) => KINDS[kind]?.(randomFrom(seed)) ?? ''

describe('the digest', () => {
  test('of a weak value is slow to make, of a strong one it is not', async () => {
    const { digest } = createDigester()
    expect(await digest(hitOf(`DB_PASSWORD=${value('word')}`))).toMatch(/^w:[0-9a-f]{40}$/)
    expect(await digest(hitOf(`K=${value('github')}`))).toMatch(/^s:[0-9a-f]{40}$/)
  })

  test('is the same in every scan, and another for another value', async () => {
    const one = hitOf(`DB_PASSWORD=${value('pw')}`)
    expect(await createDigester().digest(one)).toBe(await createDigester().digest(one))
    expect(await createDigester().digest(hitOf(`DB_PASSWORD=${value('pw', 9)}`))).not.toBe(
      await createDigester().digest(one),
    )
  })

  test('of the same weak value is made once', async () => {
    const { digest } = createDigester()
    const hit = hitOf(`DB_PASSWORD=${value('pw')}`)
    const from = performance.now()
    await digest(hit)
    const first = performance.now() - from
    const again = performance.now()
    for (let count = 0; count < 50; count++) await digest(hit)
    expect(performance.now() - again).toBeLessThan(first * 10)
  })
})

test.each([
  ['github', true],
  ['stripe', true],
  ['hex64', true],
  ['pem', true],
  ['word', false],
  ['pw', false],
  ['short', false],
])('a value of kind %s is strong: %s', (kind, strong) => {
  expect(isStrong(hitOf(`DB_PASSWORD=${value(kind)}`))).toBe(strong)
})
