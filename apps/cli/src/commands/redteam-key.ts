import { REDTEAM_ROLES } from '@gatehouse/contracts/redteam'
import { systemClock, uuidv7 } from '@gatehouse/kernel'
import type { Store } from '@gatehouse/store'
import type { AuditLog } from '@gatehouse/store/audit'
import type { RedteamKey } from '@gatehouse/store/redteam'
import { Option } from 'commander'
import type { Io, RegisterCommand } from '../command.ts'

interface CreateOptions {
  readonly role: string
  readonly name: string
  readonly tenant: string
  readonly days?: string
  readonly json?: true
}

interface ListOptions {
  readonly tenant?: string
  readonly json?: true
}

const DEFAULT_TENANT = 'default'

export const redteamKey: RegisterCommand = (parent, io) => {
  const command = parent.command('key').summary('manage the API keys of the red-team service')
  command
    .command('create')
    .summary('create a key and print it once')
    .description(
      'Roles: viewer reads runs and reports; auditor also reads the audit log; admin also starts, cancels and deletes ' +
        'runs.',
    )
    .addOption(new Option('--role <role>', 'role of the key').choices(REDTEAM_ROLES).makeOptionMandatory())
    .option('--name <name>', 'name of the key', 'command line')
    .option('--tenant <tenant>', 'tenant whose runs and reports the key can access', DEFAULT_TENANT)
    .option('--days <number>', 'days until the key expires (default: never)')
    .option('--json', 'print the result as JSON')
    .action((options: CreateOptions) => create(options, io))
  command
    .command('list')
    .summary('list active keys')
    .option('--tenant <tenant>', 'only keys of this tenant')
    .option('--json', 'print the list as JSON')
    .action((options: ListOptions) => list(options, io))
  command
    .command('revoke')
    .summary('revoke a key immediately on all instances')
    .argument('<id>', 'key ID, as printed by the list command')
    .action((id: string) => revoke(id, io))
}

async function create({ role, name, tenant, days, json }: CreateOptions, io: Io): Promise<void> {
  const { keyExpiry, makeKey } = await import('@gatehouse/app-redteam')
  await withAudit(io, async (ports) => {
    const expiresAt = keyExpiry(days, systemClock)
    const createdKey = await makeKey({ name, role, tenantId: tenant, expiresAt, requestId: uuidv7() }, ports)
    if (json === true) io.stdout.write(`${JSON.stringify(createdKey, null, 2)}\n`)
    else
      io.stdout.write(
        `key ${createdKey.id}, ${createdKey.role} of ${createdKey.tenantId}, shown once:\n\n  ${createdKey.plaintext}\n`,
      )
  })
}

async function list({ tenant, json }: ListOptions, io: Io): Promise<void> {
  const { listKeys } = await import('@gatehouse/app-redteam')
  await withAudit(io, async ({ store }) => {
    const keys = await listKeys(store, tenant)
    io.stdout.write(json === true ? `${JSON.stringify(keys, null, 2)}\n` : keys.map(lineOf).join(''))
  })
}

async function revoke(id: string, io: Io): Promise<void> {
  const { revokeKey } = await import('@gatehouse/app-redteam')
  await withAudit(io, async (ports) => {
    const { name, prefix } = await revokeKey(id, uuidv7(), ports)
    io.stdout.write(`revoked ${prefix}… (${name})\n`)
  })
}

function lineOf({ id, tenantId, name, role, prefix, lastUsedAt, expiresAt }: RedteamKey): string {
  const used = lastUsedAt === null ? 'never used' : `used ${lastUsedAt.toISOString()}`
  const ends = expiresAt === null ? 'does not expire' : `expires ${expiresAt.toISOString()}`
  return `${id}  ${role.padEnd(7)}  ${tenantId}  ${prefix}…  ${used}  ${ends}  ${name}\n`
}

async function withAudit(
  io: Io,
  use: (ports: { readonly store: Store; readonly audit: AuditLog }) => Promise<void>,
): Promise<void> {
  const { migrate } = await import('@gatehouse/store')
  const { withAuditLog } = await import('../audit-log.ts')
  const { withStore } = await import('../database.ts')
  await withStore(io, async (store) => {
    await migrate(store)
    await withAuditLog(io, store, (audit) => use({ store, audit }))
  })
}
