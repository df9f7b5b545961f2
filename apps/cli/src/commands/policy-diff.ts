import { EXIT, type RegisterCommand } from '../command.ts'
import { changeLine } from '../policy/changes.ts'
import { compared } from '../policy/compared.ts'

export const policyDiff: RegisterCommand = (parent, io, exit) => {
  parent
    .command('diff')
    .summary('show the changes that a push would make')
    .description('Exits with 0 when service and file match, 1 when they differ, and 2 when the comparison failed.')
    .argument('<file>', 'a policy file')
    .option('--json', 'print the differences as JSON')
    .option('--url <address>', 'URL of the guard service (default: GATEHOUSE_URL or http://127.0.0.1:4000)')
    .action(async (file: string, { json, url }: { json?: true; url?: string }) => {
      const { remote, changes } = await compared(file, url, io)
      if (json === true) io.stdout.write(`${JSON.stringify({ tenant_id: remote.tenantId, changes }, null, 2)}\n`)
      else io.stdout.write(changes.map((change) => `${changeLine(change)}\n`).join(''))
      exit(changes.length === 0 ? EXIT.ok : EXIT.refused)
    })
}
