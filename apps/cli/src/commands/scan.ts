import { Option } from 'commander'
import type { RegisterCommand } from '../command.ts'
import { LOCAL_SCAN_TYPES, type ScanOptions } from '../scan/options.ts'
import { EXIT_CODES, reportOptions, SOURCE_ARGUMENT, VERIFY_SECRETS } from '../scan/report-options.ts'

export const scan: RegisterCommand = (parent, io, exit) => {
  const command = parent
    .command('scan')
    .summary('scan a folder, an archive or a repository; no server needed')
    .description('Scans source code on this machine and prints what it found.')
    .argument('[source]', SOURCE_ARGUMENT, '.')
    .addOption(new Option('--type <type>', 'what to look for').choices(LOCAL_SCAN_TYPES).default('FULL'))
    .addOption(
      new Option('--rules <path>', "more rules in Semgrep's syntax, a file or folder; may be given again").argParser(
        (path: string, before: readonly string[] | undefined) => [...(before ?? []), path],
      ),
    )
    .option('--only-rules', 'run the rules of --rules alone, without those that come with the program')
    .option(
      '--cache <folder>',
      'where results of the static analysis are kept, so that unchanged files are not analysed again',
    )
    .option('--advisories <folder>', 'where advisories were imported to; otherwise in the data folder')
    .option('--online', 'ask api.osv.dev instead of imported advisories: it learns what packages there are')
    .option('--osv <address>', 'ask another service in the form of OSV, as with --online')
    .option('--history', 'search the history of the git repository for secrets, too')
    .option('--since <commit>', 'what came after a commit, a tag, or a day such as 2026-01-31; means --history')
  command.option('--verify-secrets', VERIFY_SECRETS)
  reportOptions(command)
  command
    .option('--gate <limits>', 'a build gate such as 0,5,20,-1 decides in the place of --fail-on')
    .option('--gate-file <file>', 'a build gate as JSON, as the service answers it')
    .option('--decision <file>', 'write what the gate decided and on what; read it with gatehouse gate explain')
    .addHelpText('after', HELP)
    .action(async (given: string, options: ScanOptions) => {
      // Loaded when it runs: the other commands start in a fraction of the time.
      const { scanSource } = await import('../scan/run.ts')
      exit(await scanSource(given, options, io))
    })
}

const HELP = `${EXIT_CODES}
  With --gate, --gate-file or --decision the gate decides: 1 when a limit is broken.

Examples:
  gatehouse scan
  gatehouse scan https://git.example.org/team/shop.git --branch main --format sarif --output shop.sarif
  gatehouse scan --type SECRETS_ONLY --fail-on critical
  gatehouse scan --type SAST_ONLY --rules rules/ --only-rules
  gatehouse scan . --write-baseline .gatehouse-baseline.json
  gatehouse scan . --baseline .gatehouse-baseline.json --fail-on critical,high,medium
  gatehouse scan . --gate 0,5,20,-1 --decision gate.json

A token for a git repository is read from GATEHOUSE_GIT_TOKEN.`
