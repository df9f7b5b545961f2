import { Option } from 'commander'
import type { RegisterCommand } from '../command.ts'
import { COMPARE_FAIL_ON, type CompareOptions } from '../redteam/compare-options.ts'

export const redteamCompare: RegisterCommand = (parent, io, exit) => {
  parent
    .command('compare')
    .summary('say what has changed from one run to a later one')
    .description(
      'Compares two reports attack by attack: what was fixed, what regressed, what is new, and what succeeds in some repeats ' +
        'only. Runs with the same seed have the same attacks. Whether a difference may be chance is told by the exact test of ' +
        'McNemar.',
    )
    .argument('<old>', 'the report of the earlier run')
    .argument('<new>', 'the report of the later one')
    .addOption(new Option('--fail-on <change>', 'what ends with 1').choices(COMPARE_FAIL_ON).default('worse'))
    .option('--json', 'print the comparison as JSON')
    .addHelpText('after', HELP)
    .action(async (before: string, after: string, options: CompareOptions) => {
      // Loaded when it runs: the other commands start in a fraction of the time.
      const { compareReports } = await import('../redteam/compare.ts')
      exit(compareReports(before, after, options, io))
    })
}

const HELP = `
With --fail-on:
  worse      the later run has a weakness that the earlier one has not found, or more attacks regressed than chance explains
  regressed  any attack that was withstood succeeds
  none       nothing

Exit codes:
  0  it is not
  1  it is
  2  a report cannot be read
  3  nothing can be compared: no attack was judged in both runs, or one of them did not come to an end

Examples:
  gatehouse redteam compare before.json after.json
  gatehouse redteam compare before.json after.json --fail-on regressed --json`
