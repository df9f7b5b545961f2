import { FINDING_SEVERITIES, type FindingSeverity } from '@gatehouse/contracts/scans'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { REPORT_FORMATS } from './options.ts'

/** Help of commands that find secrets. */
export const VERIFY_SECRETS =
  'check with each issuer (e.g. GitHub) whether a detected secret is still valid; sends the secret to its issuer'

export const SOURCE_ARGUMENT = 'folder, tar or zip archive, or URL of a git or Subversion repository'

/** Exit codes in the help of scan commands. */
export const EXIT_CODES = `
Exit codes:
  0  no open finding with a severity in --fail-on (with --baseline: no new finding)
  1  at least one such finding
  2  the scan failed or is incomplete: a scanner failed, source code or a lock file was not analyzed, advisories for
     packages are missing, or an option is invalid`

const DEFAULT_FAIL_ON: readonly FindingSeverity[] = ['CRITICAL', 'HIGH']

/** Adds the options of all commands that scan and report. */
export function reportOptions(command: Command): void {
  command
    .addOption(
      new Option('--fail-on <severities>', 'comma-separated severities that fail the scan; none to never fail')
        .argParser(severities)
        .default(DEFAULT_FAIL_ON, '"critical,high"'),
    )
    .addOption(new Option('--format <format>', 'output format').choices(REPORT_FORMATS).default('table'))
    .option('-o, --output <file>', 'write the report to a file')
    .option(
      '--baseline <file>',
      'baseline file; only findings that are not in it fail the scan; can contain triage decisions',
    )
    .option('--triage <file>', 'triage decisions in baseline format: triaged findings do not fail')
    .option('--write-baseline <file>', 'write the findings to a baseline file')
    .option('--full-severity', 'do not lower severities in tests, examples and documentation')
    .option('--threads <count>', 'scan threads (default: number of CPU cores)', threadCount)
  sourceOptions(command)
}

/** Adds the options of all commands that read a source. */
export function sourceOptions(command: Command): void {
  command
    .option('--branch <name>', 'branch of the git repository')
    .option('--commit <id>', 'full commit ID of the git repository')
    .option('--all', 'include files excluded by .gitignore or .gatehouseignore')
}

function threadCount(text: string): number {
  const count = /^\d{1,3}$/.test(text) ? Number(text) : 0
  if (count >= 1) return count
  throw new InvalidArgumentError('Allowed: a whole number of at least 1.')
}

function severities(text: string): readonly FindingSeverity[] {
  if (text === 'none') return []
  return text.split(',').map((word) => {
    const severity = FINDING_SEVERITIES.find((item) => item === word.trim().toUpperCase())
    if (severity !== undefined) return severity
    throw new InvalidArgumentError(
      `Invalid severity "${word}". Allowed: ${FINDING_SEVERITIES.join(', ').toLowerCase()}, none.`,
    )
  })
}
