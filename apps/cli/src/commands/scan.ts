import { Option } from 'commander'
import type { RegisterCommand } from '../command.ts'
import { LOCAL_SCAN_TYPES, type ScanOptions } from '../scan/options.ts'
import { EXIT_CODES, reportOptions, SOURCE_ARGUMENT, VERIFY_SECRETS } from '../scan/report-options.ts'

export const scan: RegisterCommand = (parent, io, exit) => {
  const command = parent
    .command('scan')
    .summary('scan a folder, archive or repository; no server needed')
    .description('Scans source code on this machine and prints the findings.')
    .argument('[source]', SOURCE_ARGUMENT, '.')
    .addOption(new Option('--type <type>', 'scanners to run').choices(LOCAL_SCAN_TYPES).default('FULL'))
    .option(
      '--image <image>',
      'container image: docker save archive, OCI image layout (folder or tar archive), or registry reference',
    )
    .option('--platform <platform>', 'platform of the image, such as linux/arm64')
    .addOption(
      new Option('--rules <path>', 'additional rules in Semgrep syntax, a file or folder; repeatable').argParser(
        (path: string, before: readonly string[] | undefined) => [...(before ?? []), path],
      ),
    )
    .option('--only-rules', 'run only the rules from --rules, without the built-in rules')
    .option('--cache <folder>', 'cache folder for static analysis results; unchanged files are not analyzed again')
    .option('--advisories <folder>', 'folder with imported advisories (default: in the data folder)')
    .option('--online', 'query api.osv.dev instead of imported advisories; sends it the package names')
    .option('--osv <address>', 'query another OSV-compatible service, as with --online')
    .option('--history', 'also search the git history for secrets')
    .option('--since <commit>', 'only commits after a commit, tag or date such as 2026-01-31; implies --history')
  command.option('--verify-secrets', VERIFY_SECRETS)
  reportOptions(command)
  command
    .option('--gate <limits>', 'build gate limits such as 0,5,20,-1, instead of --fail-on')
    .option('--gate-file <file>', 'build gate as JSON, in the same format as the service')
    .option('--decision <file>', 'write the gate decision record, for gatehouse gate explain')
    .addHelpText('after', HELP)
    .action(async (text: string, options: ScanOptions) => {
      // Loaded lazily to keep the startup of other commands fast.
      const { scanSource } = await import('../scan/run.ts')
      exit(await scanSource(text, options, io))
    })
}

const HELP = `${EXIT_CODES}
  With --gate, --gate-file or --decision, the gate determines the exit code: 1 when a limit is exceeded.

Examples:
  gatehouse scan
  gatehouse scan https://git.example.org/team/shop.git --branch main --format sarif --output shop.sarif
  gatehouse scan --type SECRETS_ONLY --fail-on critical
  gatehouse scan --type SAST_ONLY --rules rules/ --only-rules
  gatehouse scan . --write-baseline .gatehouse-baseline.json
  gatehouse scan . --baseline .gatehouse-baseline.json --fail-on critical,high,medium
  gatehouse scan . --gate 0,5,20,-1 --decision gate.json
  gatehouse scan --image shop.tar --fail-on critical
  gatehouse scan --image registry.example/shop:1.4 --platform linux/arm64

Set GATEHOUSE_GIT_TOKEN to the access token for private git repositories.`
