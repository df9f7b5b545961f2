import { systemClock, uuidv7 } from '@gatehouse/kernel'
import type { RegisterCommand } from '../command.ts'

interface Options {
  readonly name: string
  readonly adminEmail: string
  readonly json?: true
}

export const org: RegisterCommand = (parent, io) => {
  const command = parent.command('org').summary('manage the organizations of the application-security service')
  command
    .command('create')
    .summary('create an organization and invite its first ADMIN')
    .description(
      'The first registration creates the first organization; this command creates additional ones. Prints a ' +
        'registration token for the ADMIN once; the token expires after 7 days. An existing account keeps its password.',
    )
    .requiredOption('--name <name>', 'name of the organization')
    .requiredOption('--admin-email <address>', 'email address of its first ADMIN')
    .option('--json', 'print the result as JSON')
    .action(async ({ name, adminEmail, json }: Options) => {
      const { migrate } = await import('@gatehouse/store')
      const { withAuditLog } = await import('../audit-log.ts')
      const { makeOrganization } = await import('@gatehouse/app-appsec')
      const { withStore } = await import('../database.ts')
      await withStore(io, async (store) => {
        await migrate(store)
        await withAuditLog(io, store, async (audit) => {
          const request = { name, adminEmail, requestId: uuidv7() }
          const organization = await makeOrganization(request, { store, audit, clock: systemClock })
          io.stdout.write(json === true ? `${JSON.stringify(organization, null, 2)}\n` : told(name, organization))
        })
      })
    })
}

function told(
  name: string,
  created: { readonly organizationId: string; readonly email: string; readonly token: string; readonly until: Date },
): string {
  return `organization ${name}: ${created.organizationId}
${created.email} becomes its ADMIN by registering before ${created.until.toISOString()} with this token, shown once:

  ${created.token}

  POST /api/auth/register {"email": "${created.email}", "password": "…", "inviteToken": "…"}
`
}
