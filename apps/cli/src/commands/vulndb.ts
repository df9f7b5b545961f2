import { InvalidArgumentError, Option } from 'commander'
import type { RegisterCommand } from '../command.ts'
import { parseAge } from '../vulndb/age.ts'
import {
  type ImportOptions,
  MEMORY_MB_DEFAULT,
  MEMORY_MB_MAX,
  MEMORY_MB_MIN,
  type RemoveOptions,
  type StatusOptions,
  type UpdateOptions,
} from '../vulndb/options.ts'

const FOLDER = ['--folder <folder>', 'advisory folder (default: advisories in GATEHOUSE_DATA_DIR)'] as const
const JSON_TOO = ['--json', 'print the result as JSON'] as const

export const vulndb: RegisterCommand = (parent, io, exit) => {
  const command = parent.command('vulndb').summary('manage the imported vulnerability advisories')
  command
    .command('import')
    .summary('import advisories in OSV format from files, folders or URLs')
    .description(
      'Adds advisories to those already imported. If two records have the same ID, the newer one is used. A source is ' +
        'a zip archive or folder of JSON files, or a JSON Lines file, optionally compressed with gzip.',
    )
    .argument('[source...]', 'files, folders or https URLs')
    .option('--ecosystem <names>', 'comma-separated ecosystems to import from the OSV export, e.g. npm,PyPI')
    .option('--mirror <address>', 'mirror of the OSV export (default: the OSV site)')
    .option('--kev <source>', 'CISA Known Exploited Vulnerabilities catalog (KEV)')
    .option('--epss <source>', 'FIRST EPSS scores (probability of exploitation)')
    .option('--replace', 'discard previously imported advisories')
    .addOption(memory())
    .option(...FOLDER)
    .option(...JSON_TOO)
    .addHelpText('after', HELP)
    .action(async (sources: readonly string[], options: ImportOptions) => {
      const { importSources } = await import('../vulndb/import.ts')
      exit(await importSources(sources, options, io))
    })
  command
    .command('update')
    .summary('import the configured sources again if they have changed')
    .addOption(memory())
    .option(...FOLDER)
    .option(...JSON_TOO)
    .action(async (options: UpdateOptions) => {
      const { updateSources } = await import('../vulndb/import.ts')
      exit(await updateSources(options, io))
    })
  command
    .command('status')
    .summary('show the imported advisories and their age')
    .description(
      'Exits with 0 when the advisories are recent enough, 1 when they are missing or too old, and 2 when they cannot ' +
        'be read.',
    )
    .option('--max-age <age>', 'maximum age, e.g. 12h, 7d, 2w', age)
    .option(...FOLDER)
    .option(...JSON_TOO)
    .action(async (options: StatusOptions) => {
      const { showStatus } = await import('../vulndb/status.ts')
      exit(showStatus(options, io))
    })
  command
    .command('remove')
    .summary('remove imported advisories')
    .description('Removes all imported advisories and their sources, or the advisories of some ecosystems.')
    .option('--ecosystem <names>', 'comma-separated ecosystems to remove, e.g. npm,PyPI')
    .addOption(memory())
    .option(...FOLDER)
    .option(...JSON_TOO)
    .action(async (options: RemoveOptions) => {
      const { removeImported } = await import('../vulndb/remove.ts')
      exit(await removeImported(options, io))
    })
}

const HELP = `
Examples:
  gatehouse vulndb import --ecosystem npm,PyPI
  gatehouse vulndb import npm.zip pypi.jsonl.gz --kev kev.json --epss epss.csv.gz
  gatehouse vulndb import https://osv-vulnerabilities.storage.googleapis.com/npm/all.zip

A URL that ends with a slash is treated as a folder: either OSV's layout (ecosystems.txt and one all.zip per ecosystem) or an
index page with links to files. URLs without TLS require their host in GATEHOUSE_EGRESS_ALLOW.`

function memory(): Option {
  return new Option('--memory <MB>', 'memory limit of an import in MB').argParser(megabytes).default(MEMORY_MB_DEFAULT)
}

function megabytes(text: string): number {
  const count = /^\d{1,6}$/.test(text) ? Number(text) : 0
  if (count >= MEMORY_MB_MIN && count <= MEMORY_MB_MAX) return count
  throw new InvalidArgumentError(`Invalid size "${text}". Allowed: ${MEMORY_MB_MIN} to ${MEMORY_MB_MAX} MB.`)
}

function age(text: string): number {
  const age_ms = parseAge(text)
  if (age_ms !== undefined) return age_ms
  throw new InvalidArgumentError(`Invalid age "${text}". Examples: 90m, 12h, 7d, 2w.`)
}
