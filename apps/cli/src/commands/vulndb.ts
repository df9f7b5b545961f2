import { InvalidArgumentError, Option } from 'commander'
import type { RegisterCommand } from '../command.ts'
import { parseAge } from '../vulndb/age.ts'
import {
  type ImportOptions,
  MEMORY_MB_DEFAULT,
  MEMORY_MB_MAX,
  MEMORY_MB_MIN,
  type StatusOptions,
  type UpdateOptions,
} from '../vulndb/options.ts'

const FOLDER = ['--folder <folder>', 'where advisories are kept (default: advisories in GATEHOUSE_DATA_DIR)'] as const
const JSON_TOO = ['--json', 'tell it as JSON'] as const

export const vulndb: RegisterCommand = (parent, io, exit) => {
  const command = parent.command('vulndb').summary('look after the advisories that dependencies are compared with')
  command
    .command('import')
    .summary('import advisories in the form of OSV, from files, folders or addresses')
    .description(
      'Adds advisories to those that are there; of two records with one id the newer one counts. A source is a zip or a folder ' +
        'of JSON files, or a file of JSON lines, packed with gzip or not.',
    )
    .argument('[source...]', 'files, folders or https addresses')
    .option('--ecosystem <names>', "ecosystems to import from OSV's export, separated by commas, e.g. npm,PyPI")
    .option('--mirror <address>', "a copy of OSV's export to read ecosystems from (default: OSV's own)")
    .option('--kev <source>', "CISA's catalogue of vulnerabilities that are exploited")
    .option('--epss <source>', "FIRST's scores of how likely exploitation is")
    .option('--replace', 'leave behind what was imported before')
    .addOption(memory())
    .option(...FOLDER)
    .option(...JSON_TOO)
    .addHelpText('after', HELP)
    .action(async (sources: readonly string[], options: ImportOptions) => {
      // Loaded when it runs: the other commands start in a fraction of the time.
      const { importSources } = await import('../vulndb/import.ts')
      exit(await importSources(sources, options, io))
    })
  command
    .command('update')
    .summary('import again what the imports named, where it changed')
    .addOption(memory())
    .option(...FOLDER)
    .option(...JSON_TOO)
    .action(async (options: UpdateOptions) => {
      const { updateSources } = await import('../vulndb/import.ts')
      exit(await updateSources(options, io))
    })
  command
    .command('status')
    .summary('show what there is and how old it is')
    .description('Exits 0 when there are advisories that are young enough, 1 when not, 2 when they cannot be read.')
    .option('--max-age <age>', 'the oldest that will do, e.g. 12h, 7d, 2w', age)
    .option(...FOLDER)
    .option(...JSON_TOO)
    .action(async (options: StatusOptions) => {
      const { showStatus } = await import('../vulndb/status.ts')
      exit(showStatus(options, io))
    })
}

const HELP = `
Examples:
  gatehouse vulndb import --ecosystem npm,PyPI
  gatehouse vulndb import npm.zip pypi.jsonl.gz --kev kev.json --epss epss.csv.gz
  gatehouse vulndb import https://osv-vulnerabilities.storage.googleapis.com/npm/all.zip

An address that ends with a slash is a folder: with ecosystems.txt and an all.zip below each name, as OSV publishes them, or a
page with links to files. An address without TLS is asked only when GATEHOUSE_EGRESS_ALLOW names its host.`

function memory(): Option {
  return new Option('--memory <MB>', 'the most memory that the objects of an import may take')
    .argParser(megabytes)
    .default(MEMORY_MB_DEFAULT)
}

function megabytes(text: string): number {
  const count = /^\d{1,6}$/.test(text) ? Number(text) : 0
  if (count >= MEMORY_MB_MIN && count <= MEMORY_MB_MAX) return count
  throw new InvalidArgumentError(`"${text}" is no number of MB from ${MEMORY_MB_MIN} to ${MEMORY_MB_MAX}.`)
}

function age(text: string): number {
  const age_ms = parseAge(text)
  if (age_ms !== undefined) return age_ms
  throw new InvalidArgumentError(`"${text}" is no age such as 90m, 12h, 7d or 2w.`)
}
