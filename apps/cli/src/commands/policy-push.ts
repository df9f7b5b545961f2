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
    .summary('apply a policy file to the service')
    .description(
      `Applies only the differences; a second push changes nothing. Sections missing from the file stay unchanged. Within a
section, entries missing from the file are deleted. \${NAME} in place of a gateway secret is read from that environment
variable. Secrets already stored in the service are only sent again with --renew-secrets.`,
    )
    .argument('<file>', 'a policy file')
    .option('--dry-run', 'show the changes without applying them')
    .option('--renew-secrets', 'send the values of ${NAME} even where the service already stores a secret')
    .option('--json', 'print the applied changes as JSON')
    .option('--url <address>', 'URL of the guard service (default: GATEHOUSE_URL or http://127.0.0.1:4000)')
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
        io.stdout.write(`tenant "${remote.tenantId}" already matches ${file}; no changes\n`)
      }
    })
}
