import type { RegisterCommand } from '../command.ts'

export const appsec: RegisterCommand = (parent, io) => {
  parent
    .command('appsec')
    .summary('run the application-security service')
    .description('Runs only the application-security service, for multi-process deployments.')
    .action(async () => {
      const { serve } = await import('../serve.ts')
      await serve(['appsec'], io)
    })
}
