import type { RegisterCommand } from '../command.ts'
import { changeLine } from '../policy/changes.ts'
import { compared } from '../policy/compared.ts'
import { push, stepsTo } from '../policy/push.ts'

interface PushOptions {
  readonly dryRun?: true
  readonly renewSecrets?: true
  readonly json?: true
  readonly url?: string
}

export const policyPush: RegisterCommand = (parent, io) => {
  parent
    .command('push')
    .summary('make the service hold what a file says')
    .description(
      'Changes what differs and nothing else: a second push does nothing. Sections that the file does not have stay as\n' +
        'they are; within a section that it has, what it does not name is removed. ${NAME} in the place of a secret of a gateway\n' +
        'is the variable of that name here; what the service holds already is not sent again without --renew-secrets.',
    )
    .argument('<file>', 'a policy file')
    .option('--dry-run', 'show what would be done, and do nothing')
    .option('--renew-secrets', 'send what ${NAME} stands for also where the service holds a secret')
    .option('--json', 'print what was done as JSON')
    .option('--url <address>', 'the guard service; GATEHOUSE_URL or http://127.0.0.1:4000 otherwise')
    .action(async (file: string, { dryRun, renewSecrets, json, url }: PushOptions) => {
      const { server, remote, local, changes } = await compared(file, url, io, renewSecrets)
      const steps = stepsTo(remote, local, io.env, renewSecrets)
      const tell = (text: string): void => void (json === true ? io.stderr : io.stdout).write(text)
      for (const change of changes) tell(`${changeLine(change)}\n`)
      if (dryRun === true) for (const { does } of steps) tell(`would ${does}\n`)
      else await push(server, steps, ({ does }) => tell(`done: ${does}\n`))
      if (json === true) {
        const done = {
          tenant_id: remote.tenantId,
          dry_run: dryRun === true,
          changes,
          steps: steps.map(({ does }) => does),
        }
        io.stdout.write(`${JSON.stringify(done, null, 2)}\n`)
      } else if (steps.length === 0) {
        io.stdout.write(`tenant "${remote.tenantId}" is as ${file} says; nothing to do\n`)
      }
    })
}
