import { FAIL_ON, REPORT_FORMATS } from '@gatehouse/contracts/redteam'
import { Option } from 'commander'
import type { RegisterCommand } from '../command.ts'
import { numberFrom } from '../redteam/shared-options.ts'
import type { ReportOptions } from '../redteam/show-report.ts'

export const redteamReport: RegisterCommand = (parent, io, exit) => {
  parent
    .command('report')
    .summary('show a report, or convert it to another format')
    .description('Reads a run report written by --report or by the service.')
    .argument('<file>', 'the JSON report')
    .addOption(
      new Option('--format <format>', 'output format').choices(['summary', ...REPORT_FORMATS]).default('summary'),
    )
    .option('-o, --output <file>', 'write the output to a file')
    .option('--fail-under <score>', 'minimum score; sets the exit code as in `redteam run`', numberFrom(0, 100))
    .addOption(
      new Option('--fail-on <severity>', 'lowest severity that fails; sets the exit code as in `redteam run`').choices(
        FAIL_ON,
      ),
    )
    .option('--location <file>', 'SARIF: repository file to use as the location of the findings')
    .addHelpText('after', HELP)
    .action(async (file: string, options: ReportOptions) => {
      // Loaded lazily to keep the startup of other commands fast.
      const { showReport } = await import('../redteam/show-report.ts')
      exit(await showReport(file, options, io))
    })
}

const HELP = `
Exit codes:
  0  the report was shown; with --fail-under or --fail-on: the run passes
  1  with --fail-under: the score may be below the minimum; with --fail-on: a finding has at least this severity
  2  the report cannot be read
  3  with --fail-under or --fail-on: the run is inconclusive or incomplete

Examples:
  gatehouse redteam report report.json
  gatehouse redteam report report.json --format html --output report.html
  gatehouse redteam report report.json --fail-under 80`
