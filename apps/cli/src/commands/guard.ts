import type { RegisterCommand } from '../command.ts'
import { guardCheck } from './guard-check.ts'

export const guard: RegisterCommand = (parent, io, exit) => {
  const command = parent
    .command('guard')
    .summary('run the guard service, or check a text without one')
    .description('Without a subcommand: runs the guard service alone, for deployments of several processes.')
    .action(async () => {
      const { serve } = await import('../serve.ts')
      await serve(['guard'], io)
    })
  guardCheck(command, io, exit)
}
