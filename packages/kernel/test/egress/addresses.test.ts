import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createEgress, parseEgressAllow } from '../../src/egress/index.ts'

const strict = createEgress({ resolve: async () => [] })

async function passes(host: string, policy = strict): Promise<boolean> {
  return policy.check(`http://${host}/`).then(
    () => true,
    () => false,
  )
}

/** An independent list: the special-purpose registries of IANA, as first and last address. */
const NOT_PUBLIC: readonly (readonly [string, string])[] = [
  ['0.0.0.0', '0.255.255.255'],
  ['10.0.0.0', '10.255.255.255'],
  ['100.64.0.0', '100.127.255.255'],
  ['127.0.0.0', '127.255.255.255'],
  ['169.254.0.0', '169.254.255.255'],
  ['172.16.0.0', '172.31.255.255'],
  ['192.0.0.0', '192.0.0.255'],
  ['192.0.2.0', '192.0.2.255'],
  ['192.88.99.0', '192.88.99.255'],
  ['192.168.0.0', '192.168.255.255'],
  ['198.18.0.0', '198.19.255.255'],
  ['198.51.100.0', '198.51.100.255'],
  ['203.0.113.0', '203.0.113.255'],
  ['224.0.0.0', '255.255.255.255'],
]

function numberOf(dotted: string): number {
  return dotted.split('.').reduce((sum, byte) => sum * 256 + Number(byte), 0)
}

function dottedOf(number: number): string {
  return [24, 16, 8, 0].map((shift) => (number >>> shift) & 255).join('.')
}

const notPublic = fc
  .constantFrom(...NOT_PUBLIC)
  .chain(([first, last]) => fc.integer({ min: numberOf(first), max: numberOf(last) }))

/** Every way to write an IPv4 address into a URL, or to carry it in IPv6. */
function spellings(number: number): readonly string[] {
  const bytes = dottedOf(number).split('.').map(Number)
  const [high, low] = [number >>> 16, number & 0xffff].map((part) => part.toString(16))
  return [
    dottedOf(number),
    `${dottedOf(number)}.`,
    String(number),
    `0x${number.toString(16)}`,
    `0${number.toString(8)}`,
    bytes.map((byte) => `0x${byte.toString(16)}`).join('.'),
    bytes.map((byte) => `0${byte.toString(8)}`).join('.'),
    `${bytes[0]}.${number & 0xffffff}`,
    `${bytes[0]}.${bytes[1]}.${number & 0xffff}`,
    `[::ffff:${dottedOf(number)}]`,
    `[::ffff:${high}:${low}]`,
    `[0:0:0:0:0:ffff:${high}:${low}]`,
    `[::${dottedOf(number)}]`,
    `[64:ff9b::${high}:${low}]`,
    `[2002:${high}:${low}::]`,
    `[2002:${high}:${low}::1]`,
    `[2600:1234::5efe:${high}:${low}]`,
    `[2600:1234::200:5efe:${high}:${low}]`,
    encodeURIComponent(dottedOf(number)).replaceAll('.', '%2e'),
    dottedOf(number).replaceAll('.', '。'),
  ]
}

describe('addresses of IPv4', () => {
  test('a non-public address is rejected in every notation and every embedding', async () => {
    await fc.assert(
      fc.asyncProperty(notPublic, async (number) => {
        const results = await Promise.all(spellings(number).map(async (host) => [host, await passes(host)] as const))
        expect(results.filter(([, passed]) => passed)).toEqual([])
      }),
      { numRuns: 100 },
    )
  })

  test('a public address is accepted in full dotted notation', async () => {
    const isSpecial = (number: number): boolean =>
      NOT_PUBLIC.some(([first, last]) => number >= numberOf(first) && number <= numberOf(last))
    // Refused beyond the list: networks of the DNS sink AS112 and of AMT relays, and Azure's host agent.
    const others = ['192.31.196.', '192.52.193.', '192.175.48.', '168.63.129.16']
    await fc.assert(
      fc.asyncProperty(fc.nat(0xffffffff), async (number) => {
        const dotted = dottedOf(number)
        fc.pre(!isSpecial(number) && !others.some((prefix) => dotted.startsWith(prefix)))
        expect(await passes(dotted)).toBe(true)
      }),
      { numRuns: 100 },
    )
  })
})

test('an allowlist with a range allows exactly that range, in any notation', async () => {
  const policy = createEgress({ allow: parseEgressAllow('10.20.0.0/16') })
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: numberOf('10.0.0.0'), max: numberOf('10.255.255.255') }), async (number) => {
      const isInside = dottedOf(number).startsWith('10.20.')
      const mapped = `[::ffff:${dottedOf(number)}]`
      const results = [dottedOf(number), String(number), mapped].map((host) => passes(host, policy))
      expect(await Promise.all(results)).toEqual([isInside, isInside, isInside])
    }),
    {
      examples: [
        [numberOf('10.20.0.0')],
        [numberOf('10.20.255.255')],
        [numberOf('10.21.0.0')],
        [numberOf('10.19.255.255')],
      ],
    },
  )
})
