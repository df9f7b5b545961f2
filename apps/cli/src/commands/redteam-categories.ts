import type { RegisterCommand } from '../command.ts'

export const redteamCategories: RegisterCommand = (parent, io) => {
  parent
    .command('categories')
    .summary('list the kinds of weaknesses that are attacked')
    .option('--json', 'print what the service answers')
    .action(async ({ json }: { json?: true }) => {
      // Loaded when it runs: the other commands start in a fraction of the time.
      const { categoriesJson, categoriesText } = await import('../redteam/listing.ts')
      io.stdout.write(json === true ? categoriesJson() : categoriesText())
    })
}
