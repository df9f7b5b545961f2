import { EXIT, type RegisterCommand } from '../command.ts'

export const health: RegisterCommand = (parent, io, exit) => {
  parent
    .command('health')
    .summary('check whether the services on this machine respond')
    .description(
      'Sends a health request to each service on this machine, on its configured port. Without arguments, checks all ' +
        'services that `gatehouse up` runs. Exits with 1 if a service does not respond, so that container engines can ' +
        'use it as a health check.',
    )
    .argument('[services...]', 'guard, appsec, redteam or console')
    .option('--ready', 'also check dependencies: database, cache')
    .action(async (names: string[], { ready = false }: { ready?: boolean }) => {
      const { checkServices } = await import('../health/ask.ts')
      const { readSettings } = await import('../settings.ts')
      const answers = await checkServices(names, { settings: readSettings(io), path: ready ? '/ready' : '/health' })
      for (const { name, problem } of answers) io.stdout.write(`${name.padEnd(8)}${problem ?? 'ok'}\n`)
      exit(answers.every(({ problem }) => problem === undefined) ? EXIT.ok : EXIT.refused)
    })
}
