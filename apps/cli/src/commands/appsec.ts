import type { RegisterCommand } from '../command.ts'

export const appsec: RegisterCommand = (parent, io) => {
  parent
    .command('appsec')
    .summary('run the application-security service')
    .description('Runs the application-security service alone, for deployments of several processes.')
    .action(async () => {
      const { serve } = await import('../serve.ts')
      await serve(['appsec'], io)
    })
}
