import type { RegisterCommand } from '../command.ts'

export const redteamCategories: RegisterCommand = (parent, io) => {
  parent
    .command('categories')
    .summary('list attack categories')
    .option('--json', 'print the JSON response of the service')
    .action(async ({ json }: { json?: true }) => {
      // Loaded lazily to keep the startup of other commands fast.
      const { categoriesJson, categoriesText } = await import('../redteam/listing.ts')
      io.stdout.write(json === true ? categoriesJson() : categoriesText())
    })
}
