import { EXIT, type RegisterCommand } from '../command.ts'
import { changeLine } from '../policy/changes.ts'
import { compared } from '../policy/compared.ts'

export const policyDiff: RegisterCommand = (parent, io, exit) => {
  parent
    .command('diff')
    .summary('show what a push would change')
    .description(
      'Exits 0 when the service holds what the file says, 1 when they differ, 2 when they cannot be compared.',
    )
    .argument('<file>', 'a policy file')
    .option('--json', 'print the differences as JSON')
    .option('--url <address>', 'the guard service; GATEHOUSE_URL or http://127.0.0.1:4000 otherwise')
    .action(async (file: string, { json, url }: { json?: true; url?: string }) => {
      const { remote, changes } = await compared(file, url, io)
      if (json === true) io.stdout.write(`${JSON.stringify({ tenant_id: remote.tenantId, changes }, null, 2)}\n`)
      else io.stdout.write(changes.map((change) => `${changeLine(change)}\n`).join(''))
      exit(changes.length === 0 ? EXIT.ok : EXIT.refused)
    })
}
