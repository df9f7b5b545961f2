import type { SecretRule } from '../rules/rule.ts'
import type { Candidate } from './candidate.ts'

/** Returns facts from the value itself, without network requests. */
export function factsOf(rule: SecretRule, value: string): Pick<Candidate, 'facts'> {
  const facts = READERS[rule.format?.id ?? '']?.(value)
  return facts === undefined ? {} : { facts }
}

const READERS: Readonly<Record<string, (value: string) => Readonly<Record<string, unknown>> | undefined>> = {
  aws_access_key_id: awsAccount,
  stripe_key: (value) => ({ mode: value.slice(3, 7) === 'live' ? 'live' : 'test' }),
  razorpay_key: (value) => ({ mode: value.includes('_live_') ? 'live' : 'test' }),
  lob_key: (value) => ({ mode: value.startsWith('live') ? 'live' : 'test' }),
  shippo_token: (value) => ({ mode: value.includes('_live_') ? 'live' : 'test' }),
  duffel_token: (value) => ({ mode: value.includes('_live_') ? 'live' : 'test' }),
  plaid_access_token: (value) => ({ mode: value.split('-')[1] }),
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Ids before 2018 start with I or J after the prefix and contain no account. */
const OLD_ID = /^[A-Z]{4}[IJ]/

/**
 * Returns the account in bits 1 to 40 of the ten characters after the prefix, consistent with the answers of AWS Security Token Service
 * for the account of a key.
 */
function awsAccount(id: string): Readonly<Record<string, unknown>> | undefined {
  if (OLD_ID.test(id)) return undefined
  let bits = 0n
  for (const char of id.slice(4, 14)) bits = (bits << 5n) | BigInt(BASE32.indexOf(char))
  // Ten characters are 50 bits; the account is in the first six bytes of them, without the first bit and the last seven.
  const account = ((bits >> 2n) & 0x7fffffffff80n) >> 7n
  return { account: account.toString().padStart(12, '0') }
}
