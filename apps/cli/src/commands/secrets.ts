import type { RegisterCommand } from '../command.ts'
import type { ScanOptions } from '../scan/options.ts'
import { EXIT_CODES, reportOptions, SOURCE_ARGUMENT, VERIFY_SECRETS } from '../scan/report-options.ts'

export const secrets: RegisterCommand = (parent, io, exit) => {
  const command = parent
    .command('secrets')
    .summary('find secrets in files and in the git history; no server needed')
    .description(
      'Scans only for credentials. With --history, scans every file version of all branches and tags once. Each secret ' +
        'is reported with the commit that introduced it and whether it is still in HEAD.',
    )
    .argument('[source]', SOURCE_ARGUMENT, '.')
    .option('--history', 'also search the git history')
    .option('--since <commit>', 'only commits after a commit, tag or date such as 2026-01-31; implies --history')
  command.option('--verify-secrets', VERIFY_SECRETS)
  reportOptions(command)
  command.addHelpText('after', HELP).action(async (text: string, options: ScanOptions) => {
    const { scanSource } = await import('../scan/run.ts')
    exit(await scanSource(text, { ...options, type: 'SECRETS_ONLY' }, io))
  })
}

const HELP = `${EXIT_CODES}

Examples:
  gatehouse secrets
  gatehouse secrets --history
  gatehouse secrets --since v1.4.0 --branch main
  gatehouse secrets https://git.example.org/team/shop.git --history --format json --output secrets.json`
