import { Option } from 'commander'
import type { RegisterCommand } from '../command.ts'
import { COMPARE_FAIL_ON, type CompareOptions } from '../redteam/compare-options.ts'

export const redteamCompare: RegisterCommand = (parent, io, exit) => {
  parent
    .command('compare')
    .summary('show the changes between two runs')
    .description(
      'Compares two reports attack by attack: fixed, regressed, new and flaky attacks. Runs with the same seed use the ' +
        "same attacks. McNemar's exact test determines whether a difference is statistically significant.",
    )
    .argument('<old>', 'the report of the earlier run')
    .argument('<new>', 'the report of the later run')
    .addOption(new Option('--fail-on <change>', 'condition for exit code 1').choices(COMPARE_FAIL_ON).default('worse'))
    .option('--json', 'print the comparison as JSON')
    .addHelpText('after', HELP)
    .action(async (before: string, after: string, options: CompareOptions) => {
      // Loaded lazily to keep the startup of other commands fast.
      const { compareReports } = await import('../redteam/compare.ts')
      exit(compareReports(before, after, options, io))
    })
}

const HELP = `
Values of --fail-on:
  worse      the later run has a new weakness, or significantly more attacks regressed
  regressed  an attack that was defended before now succeeds
  none       never

Exit codes:
  0  the condition of --fail-on does not hold
  1  the condition of --fail-on holds
  2  a report cannot be read
  3  the runs cannot be compared: no attack was judged in both, or a run is incomplete

Examples:
  gatehouse redteam compare before.json after.json
  gatehouse redteam compare before.json after.json --fail-on regressed --json`
