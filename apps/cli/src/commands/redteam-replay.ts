import type { RegisterCommand } from '../command.ts'
import type { ReplayOptions } from '../redteam/replay-options.ts'
import { accessOptions, positive, processOptions, serveOptions } from '../redteam/shared-options.ts'

const REPEATS = 3

export const redteamReplay: RegisterCommand = (parent, io, exit) => {
  const command = parent
    .command('replay')
    .summary('send a proof again and say whether it still works')
    .description(
      'Sends the proof of a weakness again, in a session of its own, and judges what comes back as the run did. Where the ' +
        'shortest proof fails the attack that it comes from is sent too: a weakness is gone when neither works. Without --finding ' +
        'and --attack all proofs of the report are sent.',
    )
    .argument('<report>', 'the report of the run, as JSON')
    .option('--finding <id>', 'the proof of one weakness')
    .option('--attack <id>', 'one attack, whatever became of it')
    .option('--repeats <count>', 'times that each is sent', positive, REPEATS)
    .option('-t, --target <url>', 'another place of the same agent')
    .option('-c, --config <file>', 'the file of the run: reports hold no secrets of targets')
  processOptions(command)
  accessOptions(command)
  serveOptions(command)
  command
    .option('--no-models', 'ask no model to judge, whatever MODEL_BASE_URL says')
    .option('--json', 'print what came of it as JSON')
    .option('-q, --quiet', 'show no progress')
    .addHelpText('after', HELP)
    .action(async (report: string, options: ReplayOptions) => {
      // Loaded when it runs: the other commands start in a fraction of the time.
      const { replayReport } = await import('../redteam/replay.ts')
      exit(await replayReport(report, options, io))
    })
}

const HELP = `
Exit codes:
  0  none of it works any more
  1  something still works
  2  the call is wrong, and nothing was sent
  3  it could not be told: the target does not answer, or the report is of other attacks than this version makes

Examples:
  gatehouse redteam replay report.json
  gatehouse redteam replay report.json --finding 38c4f3a3d5849a79 --auth bearer=AGENT_TOKEN`
