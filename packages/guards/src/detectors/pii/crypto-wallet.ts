import { createHash } from 'node:crypto'
import type { PiiEntity } from './entity.ts'
import { keccak256Hex } from './keccak.ts'

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const BASE58_DIGIT = new Map(Array.from(BASE58, (char, value) => [char, value]))

/** Version byte, hash of 20 bytes, checksum of 4. */
const ADDRESS_BYTES = 25

/** Bitcoin (0, 5), Litecoin (48, 50), Dogecoin (30, 22), Tron (65), Dash (76, 16); Zcash transparent addresses have two bytes. */
const VERSIONS = new Set([0, 5, 48, 50, 30, 22, 65, 76, 16])

/** The last four bytes are the first four of the double SHA-256 of the rest. */
function isBase58Check(address: string): boolean {
  const bytes = new Uint8Array(ADDRESS_BYTES)
  for (const char of address) {
    let carry = BASE58_DIGIT.get(char)
    if (carry === undefined) return false
    for (let at = ADDRESS_BYTES - 1; at >= 0; at--) {
      carry += 58 * (bytes[at] as number)
      bytes[at] = carry & 255
      carry >>= 8
    }
    if (carry !== 0) return false
  }
  if (!VERSIONS.has(bytes[0] as number)) return false
  const hash = sha256(sha256(bytes.subarray(0, 21)))
  return hash.subarray(0, 4).equals(bytes.subarray(21))
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest()
}

const BECH32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const BECH32_GENERATOR = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3] as const
/** The constants of BIP 173 and of BIP 350. */
const BECH32_CONSTANTS = new Set([1, 0x2bc830a3])

function isBech32(address: string): boolean {
  if (address !== address.toLowerCase() && address !== address.toUpperCase()) return false
  const lower = address.toLowerCase()
  const border = lower.lastIndexOf('1')
  const values: number[] = []
  for (let at = 0; at < border; at++) values.push(lower.charCodeAt(at) >> 5)
  values.push(0)
  for (let at = 0; at < border; at++) values.push(lower.charCodeAt(at) & 31)
  for (let at = border + 1; at < lower.length; at++) {
    const value = BECH32.indexOf(lower[at] as string)
    if (value < 0) return false
    values.push(value)
  }
  return BECH32_CONSTANTS.has(polymod(values))
}

function polymod(values: readonly number[]): number {
  let check = 1
  for (const value of values) {
    const top = check >>> 25
    check = (((check & 0x1ffffff) << 5) ^ value) >>> 0
    for (let bit = 0; bit < 5; bit++) if ((top >>> bit) & 1) check = (check ^ (BECH32_GENERATOR[bit] as number)) >>> 0
  }
  return check
}

/** EIP-55: a letter is a capital where the hash of the lower-case address has a nibble of 8 or more. */
function ethereumScore(_: string, match: string): number {
  const hex = match.slice(2)
  const lower = hex.toLowerCase()
  if (/^(.)\1+$/.test(lower)) return 0
  if (hex === lower || hex === hex.toUpperCase()) return 0.55
  const hash = keccak256Hex(lower)
  for (let at = 0; at < hex.length; at++) {
    const char = hex[at] as string
    if (char >= '0' && char <= '9') continue
    if (Number.parseInt(hash[at] as string, 16) >= 8 !== (char === char.toUpperCase())) return 0
  }
  return 0.95
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index)

export const cryptoWallet: PiiEntity = {
  name: 'CRYPTO',
  aliases: [
    'CRYPTO_WALLET',
    'BITCOIN_ADDRESS',
    'BTC_ADDRESS',
    'ETHEREUM_ADDRESS',
    'ETH_ADDRESS',
    'CRYPTO_ADDRESS',
    'WALLET',
  ],
  title: 'Wallet address (Bitcoin and kin, Ethereum)',
  group: 'financial',
  context: ['wallet', 'bitcoin', 'btc', 'ethereum', 'eth', 'crypto', 'address', 'litecoin', 'tron', 'usdt'],
  counter: ['contract', 'token', 'txhash'],
  decoded: true,
  shapes: [
    {
      leads: range(26, 35),
      form: /[1359ADLMTX][1-9A-HJ-NP-Za-km-z]{25,34}/y,
      judge: (_, match) => (isBase58Check(match) ? 0.95 : 0),
    },
    {
      leads: range(14, 90),
      form: /(?:bc1|tb1|ltc1)[02-9ac-hj-np-z]{11,87}/iy,
      judge: (_, match) => (isBech32(match) ? 0.95 : 0),
    },
    { leads: [42], form: /0x[0-9a-f]{40}/iy, judge: ethereumScore },
  ],
  examples: {
    finds: [
      ['BTC 1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'],
      ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
      ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
    ],
    ignores: [
      '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN3',
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5',
      '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD',
      'commit 3f786850e387550fdab836ed7e6dc881de23001b',
    ],
  },
}
