import { isIPv6, type LookupFunction } from 'node:net'
import { type EgressPolicy, checkHost } from './policy.ts'

/** Resolves and checks a host in the connect step. The socket uses an address of that result, which prevents DNS rebinding. */
export function pinnedLookup(policy: EgressPolicy): LookupFunction {
  return (hostname, { all }, callback) => void answer(policy, hostname, all === true, callback)
}

async function answer(
  policy: EgressPolicy,
  hostname: string,
  all: boolean,
  callback: Parameters<LookupFunction>[2],
): Promise<void> {
  let addresses: readonly string[]
  try {
    // A name with a final dot is equivalent.
    addresses = await checkHost(hostname.toLowerCase().replace(/\.$/, ''), policy)
  } catch (cause) {
    callback(cause instanceof Error ? cause : new Error(String(cause)), '')
    return
  }
  const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }))
  if (all) callback(null, found)
  else callback(null, found[0]!.address, found[0]!.family)
}
