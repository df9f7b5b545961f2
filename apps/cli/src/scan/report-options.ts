import { FINDING_SEVERITIES, type FindingSeverity } from '@gatehouse/contracts'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { REPORT_FORMATS } from './options.ts'

/** Of the commands that look for secrets. */
export const VERIFY_SECRETS =
  'send each secret that was found to its issuer, e.g. GitHub, and say whether it still works; nothing is sent otherwise'

export const SOURCE_ARGUMENT = 'a folder, a tar or zip archive, or the address of a git or Subversion repository'

/** The end of the help of whatever scans. */
export const EXIT_CODES = `
Exit codes:
  0  nothing of the severities of --fail-on was found that is open (with --baseline: nothing new)
  1  something was
  2  the scan was incomplete or impossible: a scanner failed, source code or a lock file was not analysed, advisories for
     packages are missing, an option is wrong`

const DEFAULT_FAIL_ON: readonly FindingSeverity[] = ['CRITICAL', 'HIGH']

/** Adds what all commands take that scan and report. */
export function reportOptions(command: Command): void {
  command
    .addOption(
      new Option('--fail-on <severities>', 'severities that fail, with commas; none for never')
        .argParser(severities)
        .default(DEFAULT_FAIL_ON, '"critical,high"'),
    )
    .addOption(new Option('--format <format>', 'output format').choices(REPORT_FORMATS).default('table'))
    .option('-o, --output <file>', 'write the report to a file')
    .option('--baseline <file>', 'file of known findings: only new ones fail; may hold triage decisions')
    .option('--triage <file>', 'triage decisions in the form of a baseline: triaged findings do not fail')
    .option('--write-baseline <file>', 'write what was found as a baseline')
    .option('--full-severity', 'keep the severity of findings in tests, examples and documentation')
    .option('--threads <count>', 'threads that scan; otherwise as many as there are processors', threadCount)
  sourceOptions(command)
}

/** Adds what all commands take that read a source. */
export function sourceOptions(command: Command): void {
  command
    .option('--branch <name>', 'of a git repository')
    .option('--commit <id>', 'of a git repository, in full')
    .option('--all', 'read files too that .gitignore or .gatehouseignore leave out')
}

function threadCount(text: string): number {
  const count = /^\d{1,3}$/.test(text) ? Number(text) : 0
  if (count >= 1) return count
  throw new InvalidArgumentError('It is a number from 1.')
}

function severities(text: string): readonly FindingSeverity[] {
  if (text === 'none') return []
  return text.split(',').map((word) => {
    const severity = FINDING_SEVERITIES.find((one) => one === word.trim().toUpperCase())
    if (severity !== undefined) return severity
    throw new InvalidArgumentError(`"${word}" is not one of ${FINDING_SEVERITIES.join(', ').toLowerCase()} or none.`)
  })
}
