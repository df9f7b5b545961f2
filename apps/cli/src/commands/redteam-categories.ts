import type { RegisterCommand } from '../command.ts'

export const redteamCategories: RegisterCommand = (parent, io) => {
  parent
    .command('categories')
    .summary('list attack categories')
    .option('--json', 'print the JSON response of the service')
    .action(async ({ json }: { json?: true }) => {
      // Loaded when it runs: the other commands start in a fraction of the time.
      const { categoriesJson, categoriesText } = await import('../redteam/listing.ts')
      io.stdout.write(json === true ? categoriesJson() : categoriesText())
    })
}
