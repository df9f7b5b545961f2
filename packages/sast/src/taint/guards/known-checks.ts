import { type Instruction, NONE, type Register } from '../ir.ts'
import type { Conditions } from './conditions.ts'
import type { At } from './definitions.ts'
import type { RuleGroup } from './groups.ts'
import { type Call, type Truth, UNKNOWN, YES } from './truth.ts'

/** Functions that validate their first argument, by the suffix of their names, with the rule groups. */
const CHECKS: ReadonlyMap<string, RuleGroup> = new Map([
  ['filepath.IsLocal', 'path'],
  ['fs.ValidPath', 'path'],
  ['Url.IsLocalUrl', 'address'],
  ['urlHelper.IsLocalUrl', 'address'],
  ['UrlHelper.IsLocalUrl', 'address'],
])

/** Functions that compare two message authentication codes. */
const COMPARISONS =
  /(?:^|\.)(?:hash_equals|compare_digest|timingSafeEqual|secure_compare|fixed_length_secure_compare|FixedTimeEquals|hmac\.Equal|MessageDigest\.isEqual)$/

/** Functions that compute such a code, and the index of the message argument. */
const CODES: ReadonlyMap<string, number> = new Map([
  ['hash_hmac', 1],
  ['hmac.new', 1],
  ['hmac.digest', 1],
  ['OpenSSL.HMAC.hexdigest', 2],
  ['OpenSSL.HMAC.digest', 2],
  ['OpenSSL.HMAC.base64digest', 2],
  ['HMACSHA256.HashData', 1],
  ['HMACSHA512.HashData', 1],
])

/** Conversions of a code to other letters, as a method or function. */
const WRITTEN = /^(?:digest|hexdigest|hex|encode|toString|to_s|strtolower|Buffer\.from|base64_encode|bin2hex)$/

/** Own limit: calls between the computation and the comparison of a code. */
const HOPS_MAX = 6

/** Returns the facts of a known function that returns true. */
export function knownCheck(conditions: Conditions, call: Call, at: At): Truth {
  const full = call.name.replace(/::|\\|->/g, '.').replace(/^\./, '')
  const [first, second] = call.arguments
  if (first === undefined) return UNKNOWN
  const group = CHECKS.get(full.split('.').slice(-2).join('.'))
  if (group !== undefined) return YES({ value: first.value, at, proof: { type: 'known', group } })
  // A mail address cannot contain a line break.
  if (full === 'filter_var' && second !== undefined && isMailFilter(conditions, second.value, at))
    return YES({ value: first.value, at, proof: { type: 'known', group: 'line' } })
  if (second === undefined || !COMPARISONS.test(full)) return UNKNOWN
  return YES(
    ...[first, second].flatMap(({ value }) => {
      const signed = signedIn(conditions, value, at)
      return signed === undefined
        ? []
        : [{ value: signed.value, at: signed.at, proof: { type: 'known', group: 'object' } as const }]
    }),
  )
}

function isMailFilter({ inside }: Conditions, register: Register, at: At): boolean {
  const item = inside.of(register, at)?.one
  return item?.op === 'global' && item.name === 'FILTER_VALIDATE_EMAIL'
}

/** Returns the message of an authentication code. */
function signedIn(
  conditions: Conditions,
  register: Register,
  from: At,
): { readonly value: Register; readonly at: At } | undefined {
  let next = register
  let at = from
  for (let hops = 0; hops < HOPS_MAX && next !== NONE; hops += 1) {
    const found = conditions.last(next, at)
    if (found === undefined) return undefined
    at = found.at
    const instruction: Instruction = found.one
    if (instruction.op !== 'call') return undefined
    const place = CODES.get(instruction.name.replace(/::|\\|->/g, '.').replace(/^\./, ''))
    if (place !== undefined) {
      const value = instruction.arguments[place]?.value
      return value === undefined ? undefined : { value, at }
    }
    if (instruction.method === 'update' && instruction.arguments.length === 1 && isKeyed(conditions, instruction, at))
      return { value: instruction.arguments[0]!.value, at }
    if (!WRITTEN.test(instruction.method) && !WRITTEN.test(instruction.name)) return undefined
    next = /^(?:Buffer\.from|strtolower|base64_encode|bin2hex)$/.test(instruction.name)
      ? (instruction.arguments[0]?.value ?? NONE)
      : instruction.receiver
  }
  return undefined
}

/** `createHmac('sha256', key).update(text)` */
function isKeyed(conditions: Conditions, { receiver }: Call, at: At): boolean {
  const created = receiver === NONE ? undefined : conditions.last(receiver, at)?.one
  return created?.op === 'call' && /(?:^|\.)createHmac$/.test(created.name)
}
