import type { RegisterCommand } from '../command.ts'
import type { ReplayOptions } from '../redteam/replay-options.ts'
import { accessOptions, positive, processOptions, serveOptions } from '../redteam/shared-options.ts'

const REPEATS = 3

export const redteamReplay: RegisterCommand = (parent, io, exit) => {
  const command = parent
    .command('replay')
    .summary('resend a proof of concept and report whether it still works')
    .description(
      'Resends the proof of concept of a weakness in a new session and judges the response as in the run. If the ' +
        'minimized proof fails, the original attack is sent too; a weakness is fixed only when both fail. Without ' +
        '--finding or --attack, all proofs in the report are sent.',
    )
    .argument('<report>', 'the JSON report of a run')
    .option('--finding <id>', 'replay the proof of one finding')
    .option('--attack <id>', 'replay one attack, whatever its result was')
    .option('--repeats <count>', 'number of times to replay each successful attack', positive, REPEATS)
    .option('-t, --target <url>', 'additional URL for the same agent')
    .option('-c, --config <file>', 'the configuration file of the run, because reports contain no target credentials')
  processOptions(command)
  accessOptions(command)
  serveOptions(command)
  command
    .option('--no-models', 'do not use a model to judge, even if MODEL_BASE_URL is set')
    .option('--json', 'print the result as JSON')
    .option('-q, --quiet', 'hide progress output')
    .addHelpText('after', HELP)
    .action(async (report: string, options: ReplayOptions) => {
      // Loaded lazily to keep the startup of other commands fast.
      const { replayReport } = await import('../redteam/replay.ts')
      exit(await replayReport(report, options, io))
    })
}

const HELP = `
Exit codes:
  0  no replayed attack succeeded
  1  an attack still succeeds
  2  invalid usage; nothing was sent
  3  inconclusive: the target does not respond, or the report contains attacks that this version does not generate

Examples:
  gatehouse redteam replay report.json
  gatehouse redteam replay report.json --finding 38c4f3a3d5849a79 --auth bearer=AGENT_TOKEN`
