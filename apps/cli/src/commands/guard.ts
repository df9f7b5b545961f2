import type { RegisterCommand } from '../command.ts'
import { guardCheck } from './guard-check.ts'

export const guard: RegisterCommand = (parent, io, exit) => {
  const command = parent
    .command('guard')
    .summary('run the guard service, or screen a text without it')
    .description('Without a subcommand: runs only the guard service, for multi-process deployments.')
    .action(async () => {
      const { serve } = await import('../serve.ts')
      await serve(['guard'], io)
    })
  guardCheck(command, io, exit)
}
