import type { RegisterCommand } from '../command.ts'

export const up: RegisterCommand = (parent, io) => {
  parent
    .command('up')
    .summary('run all services')
    .description(
      'Runs all services in one process and scans in another. Uses the embedded PostgreSQL unless DATABASE_URL is set. ' +
        'Settings are read from the environment and from the file named by GATEHOUSE_CONFIG; see `gatehouse config ' +
        'print`.',
    )
    .action(async () => {
      // Loaded lazily to keep the startup of other commands fast.
      const { SERVICES, serve } = await import('../serve.ts')
      await serve(SERVICES, io)
    })
}
