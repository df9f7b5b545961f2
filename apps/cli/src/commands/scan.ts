import { FINDING_SEVERITIES, type FindingSeverity } from '@gatehouse/contracts'
import { InvalidArgumentError, Option } from 'commander'
import type { RegisterCommand } from '../command.ts'
import { LOCAL_SCAN_TYPES, REPORT_FORMATS, type ScanOptions } from '../scan/options.ts'

export const scan: RegisterCommand = (parent, io, exit) => {
  parent
    .command('scan')
    .summary('scan a folder, an archive or a repository; no server needed')
    .description(
      'Scans source code on this machine and prints what it found. Exits 0 when nothing of the severities of --fail-on was ' +
        'found (with --baseline: nothing new), 1 when something was, 2 when it could not be scanned in full: a scanner failed, or packages are there and no advisories.',
    )
    .argument('[source]', 'a folder, a tar or zip archive, or the address of a git or Subversion repository', '.')
    .addOption(new Option('--type <type>', 'what to look for').choices(LOCAL_SCAN_TYPES).default('FULL'))
    .option('--fail-on <severities>', 'severities that fail, with commas; none for never', severities, DEFAULT_FAIL_ON)
    .addOption(new Option('--format <format>', 'how to tell').choices(REPORT_FORMATS).default('table'))
    .option('--output <file>', 'write the report to a file')
    .option('--baseline <file>', 'findings that are known: only new ones fail')
    .option('--write-baseline <file>', 'write what was found as a baseline')
    .option('--advisories <folder>', 'where advisories were imported to; otherwise in the data folder')
    .option('--branch <name>', 'of a git repository')
    .option('--commit <id>', 'of a git repository, in full')
    .option('--threads <count>', 'threads that scan; otherwise as many as there are processors', threadCount)
    .option('--all', 'scan files too that .gitignore or .gatehouseignore leave out')
    .addHelpText('after', HELP)
    .action(async (given: string, options: ScanOptions) => {
      // Loaded when it runs: the other commands start in a fraction of the time.
      const { scanSource } = await import('../scan/run.ts')
      exit(await scanSource(given, options, io))
    })
}

const DEFAULT_FAIL_ON: readonly FindingSeverity[] = ['CRITICAL', 'HIGH']

const HELP = `
Examples:
  gatehouse scan
  gatehouse scan https://git.example.org/team/shop.git --branch main --format sarif --output shop.sarif
  gatehouse scan --type SECRETS_ONLY --fail-on critical
  gatehouse scan . --write-baseline .gatehouse-baseline.json
  gatehouse scan . --baseline .gatehouse-baseline.json --fail-on critical,high,medium

A token for a git repository is read from GATEHOUSE_GIT_TOKEN.`

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
