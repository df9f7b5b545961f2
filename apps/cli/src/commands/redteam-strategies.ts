import type { RegisterCommand } from '../command.ts'

export const redteamStrategies: RegisterCommand = (parent, io) => {
  parent
    .command('strategies')
    .summary('list attack strategies')
    .option('--json', 'print the JSON response of the service')
    .action(async ({ json }: { json?: true }) => {
      // Loaded when it runs: the other commands start in a fraction of the time.
      const { strategiesJson, strategiesText } = await import('../redteam/listing.ts')
      io.stdout.write(json === true ? strategiesJson() : strategiesText())
    })
}
