import type { RegisterCommand } from '../command.ts'

export const console: RegisterCommand = (parent, io) => {
  parent
    .command('console')
    .summary('run the web console')
    .description(
      'Runs only the web console, for multi-process deployments. CONSOLE_GUARD_URL, CONSOLE_APPSEC_URL and ' +
        'CONSOLE_REDTEAM_URL set the service URLs. Use the same database and settings as the services.',
    )
    .action(async () => {
      const { serveConsole } = await import('../console/alone.ts')
      await serveConsole(io)
    })
}
