import { describe, expect, test } from 'vitest'
import { scanText } from '../src/find/scan-text.ts'
import { natureOf } from '../src/find/nature.ts'
import { createDigester, isStrong } from '../src/identity.ts'
import { KINDS, randomFrom } from './corpus/draw.ts'

const hitOf = (text: string) => {
  const [hit] = scanText(text, natureOf('a.env')).hits
  if (hit === undefined) throw new Error('nothing was found')
  return hit
}
/** Returns the digest of one hit by a new digester, or by a given one. */
const digestOf = async (hit: ReturnType<typeof hitOf>, digester = createDigester()) =>
  (await digester.digests([hit], new AbortController().signal))[0]
const value = (kind: string, seed = 1) => KINDS[kind]?.(randomFrom(seed)) ?? ''

describe('the digest', () => {
  test('of a weak value is slow to compute, and of a strong value it is fast', async () => {
    expect(await digestOf(hitOf(`DB_PASSWORD=${value('word')}`))).toMatch(/^w:[0-9a-f]{40}$/)
    expect(await digestOf(hitOf(`K=${value('github')}`))).toMatch(/^s:[0-9a-f]{40}$/)
  })

  test('is the same in every scan, and another for another value', async () => {
    const item = hitOf(`DB_PASSWORD=${value('pw')}`)
    expect(await digestOf(item)).toBe(await digestOf(item))
    expect(await digestOf(hitOf(`DB_PASSWORD=${value('pw', 9)}`))).not.toBe(await digestOf(item))
  })

  test('of a private key is the same however its lines are broken and quoted', async () => {
    const pem = value('pem')
    const forms = [
      pem,
      pem.replaceAll('\n', '\\n'),
      pem.replaceAll('\n', '\r\n    '),
      pem.replaceAll('\n', "\\n' +\n  '"),
    ]
    const digests = await Promise.all(forms.map((form) => digestOf(hitOf(`key: '${form}'`))))
    expect(new Set(digests).size).toBe(1)
  })

  test('of the same weak value is computed once', async () => {
    let result = 0
    const digester = createDigester({ stretch: () => Promise.resolve(`w:${(result += 1)}`) })
    const hit = hitOf(`DB_PASSWORD=${value('pw')}`)
    for (let count = 0; count < 51; count++) expect(await digestOf(hit, digester)).toBe('w:1')
    expect(result).toBe(1)
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

test('weak values above the shard limit are grouped coarsely and deterministically', async () => {
  const hits = Array.from({ length: 6 }, (_, seed) => hitOf(`DB_PASSWORD=${value('pw', seed + 1)}`))
  const digests = () => createDigester({ slowMax: 2 }).digests(hits, new AbortController().signal)
  expect((await digests()).map((digest) => digest.replace(/:.*/, ''))).toEqual(['w', 'w', 'c', 'c', 'c', 'c'])
  expect(await digests()).toEqual(await digests())
})
