import { Failure } from '@gatehouse/kernel'
import { streetAddress } from './address.ts'
import { abaRouting, iban, usBankAccount } from './bank.ts'
import { creditCard } from './credit-card.ts'
import { cryptoWallet } from './crypto-wallet.ts'
import { dateOfBirth } from './dates.ts'
import { email } from './email.ts'
import type { PiiEntity } from './entity.ts'
import { IDENTIFIERS } from './ids/all.ts'
import { location } from './location.ts'
import { ipAddress, macAddress } from './network.ts'
import { organization } from './organization.ts'
import { person } from './person.ts'
import { phone } from './phone.ts'
import { secret } from './secrets.ts'

/** All entities, the more specific ones first: of two readings with equal scores the earlier wins. */
export const PII_ENTITIES: readonly PiiEntity[] = [
  secret,
  email,
  iban,
  creditCard,
  cryptoWallet,
  ...IDENTIFIERS,
  abaRouting,
  usBankAccount,
  macAddress,
  ipAddress,
  phone,
  dateOfBirth,
  streetAddress,
  person,
  location,
  organization,
]

const BY_NAME: ReadonlyMap<string, PiiEntity> = new Map(
  PII_ENTITIES.flatMap((entity) => [entity.name, ...entity.aliases].map((name) => [canonical(name), entity] as const)),
)

/**
 * Returns the entities of a configuration, each once.
 * @param names wire names or aliases, any case, spaces and hyphens as underscores; `ALL` means every entity
 * @param path the setting with the names, for the violation
 * @throws {Failure} `invalid_request` that names the unknown entity and the known ones
 */
export function resolveEntities(names: readonly string[], path: string): readonly PiiEntity[] {
  const chosen = new Set<PiiEntity>()
  for (const [index, name] of names.entries()) {
    if (canonical(name) === 'ALL') return PII_ENTITIES
    const entity = BY_NAME.get(canonical(name))
    if (entity === undefined) throw unknownEntity(name, [path, index])
    chosen.add(entity)
  }
  return PII_ENTITIES.filter((entity) => chosen.has(entity))
}

function unknownEntity(name: string, path: readonly (string | number)[]): Failure {
  const known = PII_ENTITIES.map((entity) => entity.name).join(', ')
  const message = `"${name.slice(0, 64)}" is not a known entity. Known are ${known}.`
  return new Failure('invalid_request', message, { violations: [{ path, message, type: 'unknown_entity' }] })
}

function canonical(name: string): string {
  return name
    .trim()
    .toUpperCase()
    .replaceAll(/[\s-]+/g, '_')
}
