import type { RegisterCommand } from '../command.ts'

export const redteamStrategies: RegisterCommand = (parent, io) => {
  parent
    .command('strategies')
    .summary('list the ways in which attacks are said')
    .option('--json', 'print what the service answers')
    .action(async ({ json }: { json?: true }) => {
      // Loaded when it runs: the other commands start in a fraction of the time.
      const { strategiesJson, strategiesText } = await import('../redteam/listing.ts')
      io.stdout.write(json === true ? strategiesJson() : strategiesText())
    })
}
