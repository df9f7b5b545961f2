import { EXIT, type RegisterCommand } from '../command.ts'

export const health: RegisterCommand = (parent, io, exit) => {
  parent
    .command('health')
    .summary('tell whether the services of this machine answer')
    .description(
      'Asks each service on this machine, on the port that its setting names, whether it answers. Without names it asks all ' +
        'that `gatehouse up` runs. Exits 1 when one does not answer, so that a container engine can ask by it.',
    )
    .argument('[services...]', 'guard, appsec, redteam or console')
    .option('--ready', 'ask too whether what they stand on is there: database, cache')
    .action(async (names: string[], { ready = false }: { ready?: boolean }) => {
      const { askServices } = await import('../health/ask.ts')
      const { readSettings } = await import('../settings.ts')
      const answers = await askServices(names, { settings: readSettings(io), path: ready ? '/ready' : '/health' })
      for (const { name, problem } of answers) io.stdout.write(`${name.padEnd(8)}${problem ?? 'ok'}\n`)
      exit(answers.every(({ problem }) => problem === undefined) ? EXIT.ok : EXIT.refused)
    })
}
