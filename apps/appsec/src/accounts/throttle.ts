import { hash } from 'node:crypto'
import type { RequestContext } from '@gatehouse/http'
import { Failure, parseAddress } from '@gatehouse/kernel'
import type { AppsecPorts } from '../routes/handler.ts'
import { hasRoomForPasswords } from './password.ts'

/** How long failures are remembered. */
const WINDOW_MS = 60 * 60_000
/** Failures of one account from one address before each further attempt waits. Ours: nobody mistypes more often. */
const FREE_TRIES = 5
/** The same while somebody guesses the password of the account from many addresses. */
const FREE_TRIES_UNDER_ATTACK = 1
/** Failures of one account from all unknown browsers within the window that mean such an attack. */
const ATTACK_FAILURES = 100
/** From there on unknown browsers have one attempt a slot for the account, all of them together. */
const FLOOD_FAILURES = 1_000
/** Failures from one address, whatever the accounts: an office behind one address mistypes less. */
const ADDRESS_FAILURES = 100
/** Failures from a browser that has signed in before: only that browser waits. */
const DEVICE_TRIES = 10
const FIRST_DELAY_MS = 10_000
const DELAY_MAX_MS = 15 * 60_000
const SLOT_MS = 10_000
/** Calls to the provider of OpenID Connect from one address. */
const PROVIDER_TRIES = 100
const PROVIDER_WINDOW_MS = 15 * 60_000

type Ports = Pick<AppsecPorts, 'cache'>

/** Somebody who tries a password. */
export interface SignInAttempt {
  readonly email: string
  /** The browser, where it has signed in to the account before: see `deviceOf`. */
  readonly device: string | undefined
  readonly from: Pick<RequestContext, 'clientAddress'>
}

/** An attempt that may go on. It counts as a failure until it succeeds. */
export interface AdmittedAttempt {
  succeeded(): Promise<void>
}

/**
 * Admits an attempt to sign in, or says how long it has to wait. Failures back off for an account at an address; no number of
 * them locks the account elsewhere, and none of them concerns a browser that has signed in before.
 * @throws {Failure} `rate_limited`
 */
export async function admitAttempt(attempt: SignInAttempt, ports: Ports): Promise<AdmittedAttempt> {
  if (!hasRoomForPasswords()) throw new Failure('rate_limited', 'Too many people sign in at this moment.')
  const known = attempt.device === undefined ? undefined : await admitDevice(attempt.device, ports)
  return known ?? admitStranger(attempt, ports)
}

/** @returns undefined where the browser has failed too often: it is then as any other */
async function admitDevice(device: string, { cache }: Ports): Promise<AdmittedAttempt | undefined> {
  const key = `appsec:sign-in:device:${device}`
  if ((await cache.increment(key, 1, WINDOW_MS)) > DEVICE_TRIES) return undefined
  return { succeeded: () => cache.delete(key) }
}

async function admitStranger({ email, from }: SignInAttempt, { cache }: Ports): Promise<AdmittedAttempt> {
  const place = placeOf(from.clientAddress)
  // Mail addresses may hold what keys may not.
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
    // A slot is taken by one of any number of attempts at once. What is refused tried no password, and counts for nothing.
    // oxlint-disable-next-line no-await-in-loop -- the narrowest first: what it stops takes no slot of others
    if (await cache.putIfAbsent(key, delay_ms)) continue
    await back()
    throw new Failure('rate_limited', 'Too many failed attempts to sign in: wait and try again.', {
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
 * Counts a try to sign in elsewhere, each of which is a call to the provider.
 * @throws {Failure} `rate_limited` for too many of them from one address of the network
 */
export async function throttleAddress({ clientAddress }: RequestContext, { cache }: AppsecPorts): Promise<void> {
  const key = `appsec:sign-in:oidc:${placeOf(clientAddress)}`
  const { allowed, retryAfter_ms } = await cache.windows.hit(key, PROVIDER_WINDOW_MS, PROVIDER_TRIES)
  if (!allowed) throw new Failure('rate_limited', 'Too many tries to sign in.', { retryAfter_s: retryAfter_ms / 1_000 })
}

/** Of an IPv6 address its network: whoever has one has 2^64 addresses in it. RFC 4291 section 2.5.1. */
function placeOf(clientAddress: string): string {
  const address = parseAddress(clientAddress)
  if (address === undefined || !('parts' in address)) return clientAddress
  return `${address.parts
    .slice(0, NETWORK_PARTS)
    .map((part) => part.toString(16))
    .join(':')}::/64`
}

/** Of 16 bits each. */
const NETWORK_PARTS = 4
