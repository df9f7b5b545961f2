import type { RegisterCommand } from '../command.ts'

export const console: RegisterCommand = (parent, io) => {
  parent
    .command('console')
    .summary('run the web console')
    .description(
      'Runs the web console alone, for deployments of several processes: CONSOLE_GUARD_URL, CONSOLE_APPSEC_URL and ' +
        'CONSOLE_REDTEAM_URL say where the services are. With the same database and settings as theirs.',
    )
    .action(async () => {
      const { serveConsole } = await import('../console/alone.ts')
      await serveConsole(io)
    })
}
