import { crc32 } from 'node:zlib'

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Digits of a CRC-32 in base 62. */
const CRC_UNITS = 6

/**
 * Tokens of GitHub and npm end in the CRC-32 of the part between prefix and checksum.
 * @see https://github.blog/engineering/platform-security/behind-githubs-new-authentication-token-formats/
 */
export function endsInCrc(token: string): true | 'proven' {
  const body = token.slice(token.indexOf('_') + 1, -CRC_UNITS)
  return token.endsWith(crcInBase62(body)) ? 'proven' : true
}

function crcInBase62(body: string): string {
  let rest = crc32(body)
  let check = ''
  for (let digit = 0; digit < CRC_UNITS; digit++) {
    check = BASE62.charAt(rest % 62) + check
    rest = Math.floor(rest / 62)
  }
  return check
}

/** RFC 7515: the header is a JSON object that names its algorithm. Tokens of manuals are no secret. */
export function isJwt(token: string): boolean {
  const [header, payload] = token.split('.', 2).map(readJson)
  if (header === undefined || !('alg' in header || 'enc' in header)) return false
  // The token that jwt.io and hundreds of manuals show, and the keys of Supabase's local set-up.
  return payload === undefined || !(payload['sub'] === '1234567890' || payload['iss'] === 'supabase-demo')
}

function readJson(part: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const read: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
    return typeof read === 'object' && read !== null ? { ...read } : undefined
  } catch {
    return undefined
  }
}

const BECH32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const BECH32_STEPS = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3] as const

/** BIP 173, which age uses for its identities: the checksum over name and data leaves 1. */
export function endsInBech32(value: string): true | 'proven' {
  const lower = value.toLowerCase()
  const border = lower.lastIndexOf('1')
  const name = lower.slice(0, border)
  const symbols = [
    ...Array.from(name, (char) => char.charCodeAt(0) >> 5),
    0,
    ...Array.from(name, (char) => char.charCodeAt(0) & 31),
    ...Array.from(lower.slice(border + 1), (char) => BECH32.indexOf(char)),
  ]
  let sum = 1
  for (const symbol of symbols) {
    const top = sum >>> 25
    sum = ((sum & 0x1ffffff) << 5) ^ symbol
    for (const [bit, step] of BECH32_STEPS.entries()) if (((top >>> bit) & 1) === 1) sum ^= step
  }
  return sum === 1 ? 'proven' : true
}
