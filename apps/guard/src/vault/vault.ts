import type { RevealedValue } from '@gatehouse/contracts/guard'
import { tokenOf, type TokenRequest, type Vault as VaultPort } from '@gatehouse/guards'
import { cached, type Clock, Failure } from '@gatehouse/kernel'
import { type KeyRing } from '@gatehouse/kernel/sealing'
import type { Store } from '@gatehouse/store'
import {
  countVaultEntries,
  findVaultTokens,
  forgetVaultEntries,
  keepVaultEntries,
  readVaultEntries,
  type VaultEntry,
} from '@gatehouse/store/sealed'
import { createTenantKeys, type TenantKey } from './tenant-key.ts'

/** Token vault of this service's tenants. */
export interface Vault extends VaultPort {
  /** Returns the values of tokens, in order. */
  reveal(tenantId: string, tokens: readonly string[]): Promise<readonly RevealedValue[]>
  /** Deletes the values of tokens. @returns the tokens that had a value */
  forget(tenantId: string, tokens: readonly string[]): Promise<readonly string[]>
}

interface VaultParts {
  readonly store: Store
  readonly keys: KeyRing
  readonly clock: Clock
  /** Retention of a value after its last use. */
  readonly ttl_ms: number
  /** Maximum number of values of one tenant; default {@link VAULT_VALUES_MAX}. */
  readonly values_max?: number
}

/** Maximum number of stored values of a tenant, some hundred MB. Further values are redacted until older ones expire. */
export const VAULT_VALUES_MAX = 1_000_000

/** Cache time of a tenant's value count. Counting a million values takes 0.1 s. */
const COUNT_MS = 60_000
const COUNTS_MAX = 1_000

/** Number of attempts to generate an unused token. Only card numbers, with 36 random bits, ever collide. */
const DRAWS_MAX = 5

/** Share of the retention after which the use of a value renews its row. */
const RENEW_SHARE = 0.1

/** Syntax of a token. Other texts are rejected without a query, because the database does not accept every character. */
const TOKEN = /^[0-9a-z@.-]{1,128}$/

interface Counted {
  at_ms: number
  count: number
}

/** Creates a vault in the database. Values are encrypted with the tenant's key and found by keyed hash. */
export function createVault(parts: VaultParts): Vault {
  const { store, clock } = parts
  const keyOf = createTenantKeys(store, parts.keys)
  const hasRoom = capacityCounter(parts)
  return {
    async hash(tenantId, values) {
      const key = await keyOf(tenantId)
      return values.map(({ type, value }) => key.hmac('hash', type, value))
    },
    tokenise: async (tenantId, values) => tokenise(parts, tenantId, await keyOf(tenantId), values, hasRoom),
    async reveal(tenantId, requests) {
      const tokens = requests.map(tokenOf)
      const key = await keyOf(tenantId)
      const entries = await readVaultEntries(store, tenantId, wellFormed(tokens), new Date(clock.now()))
      const byToken = new Map(entries.map((entry) => [entry.token, entry]))
      return requests.map((token, index) => revealed(token, byToken.get(tokens[index]!), tenantId, key))
    },
    forget: (tenantId, requests) => forgetVaultEntries(store, tenantId, wellFormed(requests.map(tokenOf))),
  }
}

/** Returns whether a tenant may store this many more values. */
type HasCapacity = (tenantId: string, more: number) => Promise<boolean>

/** Counts occasionally and estimates in between: the limit protects the disk and can be approximate. */
function capacityCounter({ store, clock, values_max = VAULT_VALUES_MAX }: VaultParts): HasCapacity {
  const counts = new Map<string, Counted>()
  return async (tenantId, more) => {
    const counted = cached(counts, tenantId, COUNTS_MAX, () => ({ at_ms: -Infinity, count: 0 }))
    if (clock.now() - counted.at_ms >= COUNT_MS) {
      counted.count = await countVaultEntries(store, tenantId)
      counted.at_ms = clock.now()
    }
    if (counted.count + more > values_max) return false
    counted.count += more
    return true
  }
}

/** Looks up the tokens of values, and writes only for values without a token or with one that expires soon. */
async function tokenise(
  parts: VaultParts,
  tenantId: string,
  key: TenantKey,
  values: readonly TokenRequest[],
  hasRoom: HasCapacity,
): Promise<readonly (string | undefined)[]> {
  const { store, clock, ttl_ms } = parts
  const hmacs = values.map(({ type, value }) => key.hmac('index', type, value))
  const known = new Map(
    (await findVaultTokens(store, tenantId, hmacs)).map((vaultToken) => [
      nameOf(vaultToken.entityType, vaultToken.valueHmac),
      vaultToken,
    ]),
  )
  const found = values.map(({ type }, index) => known.get(nameOf(type, hmacs[index]!)))
  const added = found.filter((item) => item === undefined).length
  const isRoom = added === 0 || (await hasRoom(tenantId, added))
  const renewBefore_ms = clock.now() + ttl_ms * (1 - RENEW_SHARE)
  const writing = found.flatMap((item, index) =>
    (item === undefined ? isRoom : item.expiresAt.getTime() < renewBefore_ms) ? [index] : [],
  )
  const tokens = found.map((item) => item?.token)
  if (writing.length === 0) return tokens
  const tokenRequests = writing.map((index) => values[index]!)
  const written = await keep(parts, tenantId, key, tokenRequests)
  for (const [at, index] of writing.entries()) tokens[index] = written[at]
  return tokens
}

async function keep(
  { store, clock, ttl_ms }: VaultParts,
  tenantId: string,
  key: TenantKey,
  values: readonly TokenRequest[],
): Promise<readonly string[]> {
  const expiresAt = new Date(clock.now() + ttl_ms)
  for (let draw = 0; draw < DRAWS_MAX; draw += 1) {
    const entries = values.map((value) => {
      const token = value.draw()
      return {
        token,
        entityType: value.type,
        valueHmac: key.hmac('index', value.type, value.value),
        ciphertext: key.ring.seal(Buffer.from(value.value), belonging(tenantId, value.type, token)),
      }
    })
    const stored = await keepVaultEntries(store, tenantId, entries, expiresAt)
    if (stored !== 'taken') return stored
  }
  throw new Failure('unavailable', 'no unused token could be generated for a value')
}

function revealed(token: string, entry: VaultEntry | undefined, tenantId: string, key: TenantKey): RevealedValue {
  if (entry === undefined) return { token, error: 'unknown_token' }
  try {
    const value = key.ring.open(entry.ciphertext, belonging(tenantId, entry.entityType, entry.token))
    return { token, value: value.toString(), entity_type: entry.entityType }
  } catch (thrown) {
    // One corrupted row does not prevent the others.
    if (!(thrown instanceof Failure)) throw thrown
    return { token, error: 'unreadable' }
  }
}

function wellFormed(tokens: readonly string[]): readonly string[] {
  return [...new Set(tokens)].filter((token) => TOKEN.test(token))
}

/** Returns the additional authenticated data, which binds a value to its row. */
function belonging(tenantId: string, type: string, token: string) {
  return { purpose: 'vault_value', tenantId, name: `${type}\n${token}` }
}

function nameOf(type: string, hmac: Buffer): string {
  return `${type}\n${hmac.toString('hex')}`
}
