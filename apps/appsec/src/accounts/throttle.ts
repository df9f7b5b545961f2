import { hash } from 'node:crypto'
import type { RequestContext } from '@gatehouse/http'
import { Failure } from '@gatehouse/kernel'
import { parseAddress } from '@gatehouse/kernel/egress'
import type { AppsecPorts } from '../routes/handler.ts'
import { hasPasswordCapacity } from './password.ts'

/** How long failures are remembered. */
const WINDOW_MS = 60 * 60_000
/** Own limit of failures per account and address before further attempts are delayed: typing errors are fewer. */
const FREE_TRIES = 5
/** The same limit while many addresses guess the account's password. */
const FREE_TRIES_UNDER_ATTACK = 1
/** Own limit of failures per account from unknown browsers in the window. More count as an attack. */
const ATTACK_FAILURES = 100
/** Own limit of failures, above which all unknown browsers together get one attempt per slot for the account. */
const FLOOD_FAILURES = 1_000
/** Own limit of failures per address over all accounts. An office behind one address makes fewer typing errors. */
const ADDRESS_FAILURES = 100
/** Own limit of failures from a browser with a previous sign-in. Only that browser is delayed. */
const DEVICE_TRIES = 10
const FIRST_DELAY_MS = 10_000
const DELAY_MAX_MS = 15 * 60_000
const SLOT_MS = 10_000
/** Own limit of calls to the OpenID Connect provider per address. */
const PROVIDER_TRIES = 100
const PROVIDER_WINDOW_MS = 15 * 60_000

type Ports = Pick<AppsecPorts, 'cache'>

/** Password sign-in attempt. */
export interface SignInAttempt {
  readonly email: string
  /** Id of a browser with a previous sign-in to the account: see `deviceOf`. */
  readonly device: string | undefined
  readonly from: Pick<RequestContext, 'clientAddress'>
}

/** An admitted attempt. It counts as a failure until it succeeds. */
export interface AdmittedAttempt {
  succeeded(): Promise<void>
}

/**
 * Admits a sign-in attempt, or returns the required delay. Failures delay attempts per account and address. They never lock the account
 * for other addresses or for browsers with a previous sign-in.
 * @throws {Failure} `rate_limited`
 */
export async function admitAttempt(attempt: SignInAttempt, ports: Ports): Promise<AdmittedAttempt> {
  if (!hasPasswordCapacity()) throw new Failure('rate_limited', 'Too many sign-ins are in progress. Try again shortly.')
  const known = attempt.device === undefined ? undefined : await admitDevice(attempt.device, ports)
  return known ?? admitStranger(attempt, ports)
}

/** @returns undefined if the browser has failed too often: it is then treated like an unknown browser */
async function admitDevice(device: string, { cache }: Ports): Promise<AdmittedAttempt | undefined> {
  const key = `appsec:sign-in:device:${device}`
  if ((await cache.increment(key, 1, WINDOW_MS)) > DEVICE_TRIES) return undefined
  return { succeeded: () => cache.delete(key) }
}

async function admitStranger({ email, from }: SignInAttempt, { cache }: Ports): Promise<AdmittedAttempt> {
  const place = networkOf(from.clientAddress)
  // Email addresses can contain characters that are invalid in keys.
  const account = hash('sha256', email, 'hex')
  const keys = {
    pair: `appsec:sign-in:pair:${place}:${account}`,
    account: `appsec:sign-in:account:${account}`,
    address: `appsec:sign-in:address:${place}`,
  }
  const tries = await cache.increment(keys.pair, 1, WINDOW_MS)
  const [ofAccount, ofAddress] = await Promise.all([
    cache.increment(keys.account, 1, WINDOW_MS),
    cache.increment(keys.address, 1, WINDOW_MS),
  ])
  const back = async (): Promise<void> => {
    await Promise.all(Object.values(keys).map((key) => cache.increment(key, -1, WINDOW_MS)))
  }
  const waits: (readonly [key: string, delay_ms: number])[] = []
  const free = ofAccount > ATTACK_FAILURES ? FREE_TRIES_UNDER_ATTACK : FREE_TRIES
  if (tries > free) waits.push([`${keys.pair}:slot`, delayAfter(tries - free)])
  if (ofAddress > ADDRESS_FAILURES) waits.push([`${keys.address}:slot`, SLOT_MS])
  if (ofAccount > FLOOD_FAILURES) waits.push([`${keys.account}:slot`, SLOT_MS])
  for (const [key, delay_ms] of waits) {
    // Only one of several parallel attempts gets a slot. A rejected attempt has not checked a password and is not counted.
    // oxlint-disable-next-line no-await-in-loop -- the narrowest first: what it stops takes no slot of others
    if (await cache.putIfAbsent(key, delay_ms)) continue
    await back()
    throw new Failure('rate_limited', 'Too many failed sign-in attempts. Wait and try again.', {
      retryAfter_s: Math.ceil(delay_ms / 1_000),
    })
  }
  return {
    async succeeded() {
      await back()
      await Promise.all([cache.delete(keys.pair), cache.delete(`${keys.pair}:slot`)])
    },
  }
}

function delayAfter(over: number): number {
  return Math.min(DELAY_MAX_MS, FIRST_DELAY_MS * 2 ** Math.min(over - 1, 16))
}

/**
 * Counts an attempt that calls the provider.
 * @throws {Failure} `rate_limited` for too many attempts from one network address
 */
export async function throttleAddress({ clientAddress }: RequestContext, { cache }: AppsecPorts): Promise<void> {
  const key = `appsec:sign-in:oidc:${networkOf(clientAddress)}`
  const { allowed, retryAfter_ms } = await cache.windows.hit(key, PROVIDER_WINDOW_MS, PROVIDER_TRIES)
  if (!allowed) throw new Failure('rate_limited', 'Too many sign-in attempts.', { retryAfter_s: retryAfter_ms / 1_000 })
}

/** Reduces an IPv6 address to its /64 network, which usually belongs to one client. RFC 4291 section 2.5.1. */
function networkOf(clientAddress: string): string {
  const address = parseAddress(clientAddress)
  if (address === undefined || !('parts' in address)) return clientAddress
  return `${address.parts
    .slice(0, NETWORK_PARTS)
    .map((part) => part.toString(16))
    .join(':')}::/64`
}

/** Parts of 16 bits each. */
const NETWORK_PARTS = 4
