import type { RegisterCommand } from '../command.ts'
import type { ScanOptions } from '../scan/options.ts'
import { EXIT_CODES, reportOptions, SOURCE_ARGUMENT, VERIFY_SECRETS } from '../scan/report-options.ts'

export const secrets: RegisterCommand = (parent, io, exit) => {
  const command = parent
    .command('secrets')
    .summary('find secrets in files, and in the history of a repository; no server needed')
    .description(
      'Looks for credentials and for nothing else. With --history every content that any commit of any branch or tag brought ' +
        'in is searched once; a secret is named with the commit that brought it in and whether it is still in HEAD.',
    )
    .argument('[source]', SOURCE_ARGUMENT, '.')
    .option('--history', 'search the history of the git repository, too')
    .option('--since <commit>', 'what came after a commit, a tag, or a day such as 2026-01-31; means --history')
  command.option('--verify-secrets', VERIFY_SECRETS)
  reportOptions(command)
  command.addHelpText('after', HELP).action(async (given: string, options: ScanOptions) => {
    const { scanSource } = await import('../scan/run.ts')
    exit(await scanSource(given, { ...options, type: 'SECRETS_ONLY' }, io))
  })
}

const HELP = `${EXIT_CODES}

Examples:
  gatehouse secrets
  gatehouse secrets --history
  gatehouse secrets --since v1.4.0 --branch main
  gatehouse secrets https://git.example.org/team/shop.git --history --format json --output secrets.json`
