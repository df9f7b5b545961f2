import type { RegisterCommand } from '../command.ts'

export const redteamStrategies: RegisterCommand = (parent, io) => {
  parent
    .command('strategies')
    .summary('list attack strategies')
    .option('--json', 'print the JSON response of the service')
    .action(async ({ json }: { json?: true }) => {
      // Loaded lazily to keep the startup of other commands fast.
      const { strategiesJson, strategiesText } = await import('../redteam/listing.ts')
      io.stdout.write(json === true ? strategiesJson() : strategiesText())
    })
}
