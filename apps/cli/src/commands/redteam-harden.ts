import type { RegisterCommand } from '../command.ts'
import type { HardenOptions } from '../redteam/harden/options.ts'
import { accessOptions, processOptions, serveOptions } from '../redteam/shared-options.ts'
import { attackOptions, targetOptions } from './redteam-run.ts'

export const redteamHarden: RegisterCommand = (parent, io, exit) => {
  const command = parent
    .command('harden')
    .summary('draft a guard policy against the findings, and replay the proofs behind the guard')
    .description(
      'Attacks an agent, or reads the report of an earlier run; drafts the smallest guard policy that blocks the ' +
        'proofs; replays the proofs and benign requests through the guard in front of the agent; and publishes the ' +
        'policy after a confirmation. A finding is blocked only if the guard blocks its proofs in the replay.',
    )
    .requiredOption('--guard <tenant|file>', 'policy file, or tenant of the guard service, to harden')
    .option('--report <file>', 'JSON report of an earlier run, instead of attacking the target first')
    .option('--traffic <file>', 'recorded requests to check for false positives: JSON Lines with input and output')
    .option('--publish', 'publish the policy without a confirmation')
    .option('--draft <file>', 'write the draft to a policy file')
    .option('--markdown <file>', 'write the result as Markdown')
    .option('--url <address>', 'URL of the guard service (default: GATEHOUSE_URL or http://127.0.0.1:4000)')
  targetOptions(command)
  processOptions(command)
  accessOptions(command)
  attackOptions(command)
  serveOptions(command)
  command
    .option('--json', 'print the result as JSON')
    .option('-q, --quiet', 'hide progress output')
    .addHelpText('after', HELP)
    .action(async (options: HardenOptions) => {
      // Loaded lazily to keep the startup of other commands fast.
      const { hardenTarget } = await import('../redteam/harden/command.ts')
      exit(await hardenTarget(options, io))
    })
}

const HELP = `
Exit codes:
  0  the guard blocks the proofs of all findings, or there are no findings
  1  a proof succeeds behind the guard, or a rule causes more false positives than it blocks
  2  invalid usage; nothing was sent
  3  inconclusive: a finding could not be replayed or judged

Examples:
  gatehouse redteam harden --target http://localhost:3000/chat --guard policy.yaml
  gatehouse redteam harden --report report.json --guard shop --publish`
