import type { RegisterCommand } from '../command.ts'
import type { FixOptions } from '../fix/run.ts'

export const fix: RegisterCommand = (parent, io, exit) => {
  parent
    .command('fix')
    .summary('repair what rules of the static analysis write code for')
    .description(
      'Repairs files of a folder. Each repair is proved on a copy before anything is written: the finding has to be gone, nothing new ' +
        'may be found, and the file has to parse.',
    )
    .argument('[folder]', 'what to repair', '.')
    .option('--dry-run', 'print the changes as a diff and write nothing')
    .option(
      '--rules <path>',
      "more rules in Semgrep's syntax, a file or folder; may be given again",
      (path: string, before: readonly string[] | undefined) => [...(before ?? []), path],
    )
    .option('--only-rules', 'take the rules of --rules alone, without those that come with the program')
    .option('--all', 'repair files too that .gitignore, .semgrepignore or .gatehouseignore leave out')
    .addHelpText('after', HELP)
    .action(async (folder: string, options: FixOptions) => {
      // Loaded when it runs: the other commands start in a fraction of the time.
      const { fixFolder } = await import('../fix/run.ts')
      exit(await fixFolder(folder, options, io))
    })
}

const HELP = `
Exit codes:
  0  all that rules write code for was repaired, or would be
  2  a file could not be written, or a wrong option
What could not be proved is left as it is, and told.

Examples:
  gatehouse fix --dry-run
  gatehouse fix src --rules rules/ --only-rules`
