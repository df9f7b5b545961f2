import { randomBytes, scrypt, type ScryptOptions, timingSafeEqual } from 'node:crypto'

/** OWASP password storage cheat sheet, 2025: one of its equivalent scrypt settings. 32 MiB and about 0.2 s per hash. */
const COST = { N: 2 ** 15, r: 8, p: 3 } as const
const MAX_MEMORY_BYTES = 64 * 1024 * 1024
const SALT_BYTES = 16
const HASH_BYTES = 32
/** Own limit of parallel hashes: each needs memory and a thread, and password guessing must not exhaust them. */
const PARALLEL_MAX = 2
/** Own limit of the queue; further requests must retry. */
const WAITING_MAX = 50

let running = 0
const waiting: (() => void)[] = []

/** Returns whether another password can be hashed now. */
export function hasPasswordCapacity(): boolean {
  return waiting.length < WAITING_MAX
}

/** @returns `scrypt$N$r$p$salt$hash`: verifies the password even after the cost was raised */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const hash = await derive(password, salt, COST)
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64url'), hash.toString('base64url')].join('$')
}

/** Verifies a password. Needs the same time without a stored hash, so that it does not reveal whether an account exists. */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  const [scheme, N, r, p, salt = '', hash = ''] = (stored ?? '').split('$')
  if (scheme !== 'scrypt') {
    await derive(password, NO_SALT, COST)
    return false
  }
  const expected = Buffer.from(hash, 'base64url')
  const found = await derive(password, Buffer.from(salt, 'base64url'), { N: Number(N), r: Number(r), p: Number(p) })
  return expected.length === found.length && timingSafeEqual(expected, found)
}

const NO_SALT = Buffer.alloc(SALT_BYTES)

async function derive(password: string, salt: Buffer, cost: ScryptOptions): Promise<Buffer> {
  if (running >= PARALLEL_MAX) await new Promise<void>((resolve) => waiting.push(resolve))
  else running += 1
  try {
    return await new Promise((resolve, reject) => {
      // Keyboards encode some characters differently.
      scrypt(password.normalize('NFKC'), salt, HASH_BYTES, { ...cost, maxmem: MAX_MEMORY_BYTES }, (error, key) =>
        error === null ? resolve(key) : reject(error),
      )
    })
  } finally {
    const next = waiting.shift()
    if (next === undefined) running -= 1
    else next()
  }
}
