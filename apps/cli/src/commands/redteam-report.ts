import { REPORT_FORMATS } from '@gatehouse/contracts'
import { Option } from 'commander'
import type { RegisterCommand } from '../command.ts'
import { numberFrom } from '../redteam/shared-options.ts'
import type { ReportOptions } from '../redteam/show-report.ts'

export const redteamReport: RegisterCommand = (parent, io, exit) => {
  parent
    .command('report')
    .summary('show a report, or write it in another form')
    .description('Reads the report of a run, as --report or the service has written it.')
    .argument('<file>', 'the report, as JSON')
    .addOption(
      new Option('--format <format>', 'how to tell').choices(['summary', ...REPORT_FORMATS]).default('summary'),
    )
    .option('-o, --output <file>', 'write it to a file')
    .option('--fail-under <score>', 'end as a run with that bound would', numberFrom(0, 100))
    .option('--location <file>', 'SARIF: a file of the repository that stands for the agent')
    .addHelpText('after', HELP)
    .action(async (file: string, options: ReportOptions) => {
      // Loaded when it runs: the other commands start in a fraction of the time.
      const { showReport } = await import('../redteam/show-report.ts')
      exit(await showReport(file, options, io))
    })
}

const HELP = `
Exit codes:
  0  it was shown, whatever it says; with --fail-under: it reaches the bound
  1  with --fail-under: the score may be lower than that
  2  it cannot be read
  3  with --fail-under: nobody knows, since the run is inconclusive or did not come to its end

Examples:
  gatehouse redteam report report.json
  gatehouse redteam report report.json --format html --output report.html
  gatehouse redteam report report.json --fail-under 80`
