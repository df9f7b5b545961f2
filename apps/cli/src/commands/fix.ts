import type { RegisterCommand } from '../command.ts'
import type { FixOptions } from '../fix/run.ts'

export const fix: RegisterCommand = (parent, io, exit) => {
  parent
    .command('fix')
    .summary('apply automatic fixes to the files of a folder')
    .description(
      'Applies automatic fixes to the files of a folder. Each fix is verified on a copy first: the finding must be ' +
        'gone, no new finding may appear, and the file must parse.',
    )
    .argument('[folder]', 'the folder to fix', '.')
    .option(
      '--full',
      'also upgrade vulnerable packages, and fix secrets, configuration and code without a fix in the rule; ' +
        'each fix is verified by all scanners',
    )
    .option('--advisories <folder>', 'folder of imported advisories for --full')
    .option('--dry-run', 'print the changes as a diff without writing files')
    .option(
      '--rules <path>',
      'additional rules in Semgrep syntax, a file or folder; repeatable',
      (path: string, before: readonly string[] | undefined) => [...(before ?? []), path],
    )
    .option('--only-rules', 'use only the rules from --rules, without the built-in rules')
    .option('--all', 'include files excluded by .gitignore, .semgrepignore or .gatehouseignore')
    .addHelpText('after', HELP)
    .action(async (folder: string, options: FixOptions) => {
      // Loaded lazily to keep the startup of other commands fast.
      if (options.full === true) {
        const { fixFully } = await import('../fix/full.ts')
        exit(await fixFully(folder, options, io))
        return
      }
      const { fixFolder } = await import('../fix/run.ts')
      exit(await fixFolder(folder, options, io))
    })
}

const HELP = `
Exit codes:
  0  all available fixes were applied (with --dry-run: can be applied)
  2  a file could not be written, or an option is invalid
Fixes that fail verification are not applied; the output lists them.

Examples:
  gatehouse fix --dry-run
  gatehouse fix src --rules rules/ --only-rules
  gatehouse fix --full --dry-run`
