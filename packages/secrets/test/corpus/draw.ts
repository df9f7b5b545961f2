import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** Numbers below a limit, the same in every run (a linear congruential generator, Numerical Recipes). */
export type Random = (below: number) => number

export function randomFrom(seed: number): Random {
  let state = seed >>> 0
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

export const DIGITS = '0123456789'
const LOWER = 'abcdefghijklmnopqrstuvwxyz'
const UPPER = LOWER.toUpperCase()
export const BASE62 = DIGITS + UPPER + LOWER
const HEX = `${DIGITS}abcdef`
const WORD_SIGN = `${BASE62}_-`

/** Words that people build passwords from; none is one of the words that stand in manuals. */
const WORDS =
  'Kestrel Granite Bramble Harbour Lantern Thistle Copper Meadow Falcon Juniper Marble Orchard Pepper Raven Saddle Timber Velvet Walnut Zephyr Anchor Beacon Cobalt Drizzle Ember Ferry Glacier Hazel Indigo Jasper Kettle'.split(
    ' ',
  )

export function pick<Item>(items: readonly Item[], random: Random): Item {
  return items[random(items.length)] as Item
}

export function chars(alphabet: string, length: number, random: Random): string {
  return Array.from({ length }, () => alphabet.charAt(random(alphabet.length))).join('')
}

/** Letters and digits of which at least a few are digits, as nearly every generated value has. */
function mixed(alphabet: string, length: number, random: Random): string {
  for (;;) {
    const value = chars(alphabet, length, random)
    if (/\d.*\d/.test(value) && /[A-Za-z]/.test(value)) return value
  }
}

/** Kinds of values by the names that templates use. Made at run time: nothing in the repository looks like a live secret. */
export const KINDS: Readonly<Record<string, (random: Random) => string>> = {
  pw: (random) =>
    `${pick(WORDS, random)}${pick(['!', '#', '@', '%', '*', '?'], random)}${chars(DIGITS, 2, random)}${pick(WORDS, random).toLowerCase()}`,
  word: (random) => `${pick(WORDS, random)}${1950 + random(80)}`,
  pwr: (random) =>
    `${mixed(BASE62, 5, random)}${pick(['!', '#', '%', '^', '*'], random)}${mixed(BASE62, 6, random)}${pick(['+', '=', '?', '-'], random)}${mixed(BASE62, 3, random)}`,
  short: (random) => mixed(BASE62, 12, random),
  tok: (random) => mixed(BASE62, 24 + random(17), random),
  low: (random) => mixed(DIGITS + LOWER, 28 + random(9), random),
  hex32: (random) => mixed(HEX, 32, random),
  hex40: (random) => mixed(HEX, 40, random),
  hex64: (random) => mixed(HEX, 64, random),
  b64: (random) => Buffer.from(Array.from({ length: 32 }, () => random(256))).toString('base64'),
  b64pw: (random) =>
    Buffer.from(`${pick(WORDS, random)}#${chars(DIGITS, 3, random)}${pick(WORDS, random)}`).toString('base64'),
  b64auth: (random) => Buffer.from(`robot:${mixed(BASE62, 16, random)}`).toString('base64'),
  uuid: (random) => [8, 4, 4, 4, 12].map((length) => chars(HEX, length, random)).join('-'),
  num: (random) => `${1 + random(9)}${chars(DIGITS, 11, random)}`,
  sha512: (random) =>
    createHash('sha512')
      .update(chars(BASE62, 20, random))
      .digest('base64'),
  github: (random) => closed('ghp', mixed(BASE62, 30, random)),
  npm: (random) => closed('npm', mixed(BASE62, 30, random)),
  awsid: (random) => `AKIA${chars(`${UPPER}234567`, 16, random).replace(/^[IJ]/, 'Q')}`,
  awskey: (random) => mixed(`${BASE62}+/`, 40, random),
  stripe: (random) => `sk_live_${mixed(BASE62, 24, random)}`,
  slack: (random) =>
    `xoxb-${chars(DIGITS.slice(1), 12, random)}-${chars(DIGITS.slice(1), 12, random)}-${mixed(BASE62, 24, random)}`,
  google: (random) => `AIza${mixed(WORD_SIGN, 34, random)}Q`,
  sendgrid: (random) => `SG.${mixed(BASE62, 22, random)}.${mixed(BASE62, 43, random)}`,
  openai: (random) => `sk-proj-${mixed(BASE62, 64, random)}`,
  anthropic: (random) => `sk-ant-api03-${mixed(BASE62, 93, random)}AA`,
  gitlab: (random) => `glpat-${mixed(BASE62, 20, random)}`,
  hf: (random) => `hf_${chars(LOWER + UPPER, 34, random)}`,
  shopify: (random) => `shpat_${mixed(HEX, 32, random)}`,
  digitalocean: (random) => `dop_v1_${mixed(HEX, 64, random)}`,
  azure: (random) => `${mixed(`${BASE62}+/`, 86, random)}==`,
  HEX40UP: (random) => mixed(HEX, 40, random).toUpperCase(),
  jwt: (random) => jwt(random),
  pemec: (random) => pem('EC PRIVATE KEY', random),
  pempublic: (random) => pem('PUBLIC KEY', random),
  pemcert: (random) => pem('CERTIFICATE', random),
  pem: (random) => pem('RSA PRIVATE KEY', random),
}

/** The checksum that GitHub and npm put behind their tokens. */
function closed(prefix: string, body: string): string {
  let rest = crc32(body)
  let check = ''
  for (let digit = 0; digit < 6; digit++) {
    check = BASE62.charAt(rest % 62) + check
    rest = Math.floor(rest / 62)
  }
  return `${prefix}_${body}${check}`
}

function jwt(random: Random): string {
  const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = { sub: chars(HEX, 12, random), iss: 'https://id.kestrel.io', exp: 1_900_000_000 + random(1_000) }
  return `${encoded({ alg: 'HS256', typ: 'JWT' })}.${encoded(claims)}.${mixed(WORD_SIGN, 42, random)}Q`
}

/** A block with random bytes for a body. */
export function pem(label: string, random: Random): string {
  const lines = Array.from({ length: 12 }, () => mixed(`${BASE62}+/`, 64, random))
  return [`-----BEGIN ${label}-----`, `MII${lines.join('\n')}`, `-----END ${label}-----`].join('\n')
}
