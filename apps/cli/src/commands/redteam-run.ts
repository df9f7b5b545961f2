import { TARGET_TYPES } from '@gatehouse/contracts'
import { type Command, InvalidArgumentError, Option } from 'commander'
import type { RegisterCommand } from '../command.ts'
import { REDTEAM_EXIT_CODES } from '../redteam/exit.ts'
import type { RunOptions } from '../redteam/options.ts'
import {
  accessOptions,
  numberFrom,
  positive,
  processOptions,
  serveOptions,
  wholeFrom,
} from '../redteam/shared-options.ts'

export const redteamRun: RegisterCommand = (parent, io, exit) => {
  const command = parent
    .command('run')
    .summary('attack an agent and report what held; no server needed')
    .description(
      'Attacks the agent at an address over HTTP from this process: no service, no database, no model. Attacks are made from the ' +
        'seed, so that the same seed makes the same attacks. Attack only what is yours, or whose owner has agreed.',
    )
  targetOptions(command)
  processOptions(command)
  accessOptions(command)
  attackOptions(command)
  serveOptions(command)
  resultOptions(command)
  command.addHelpText('after', HELP).action(async (options: RunOptions) => {
    // Loaded when it runs: the other commands start in a fraction of the time.
    const { runRedteam } = await import('../redteam/run.ts')
    exit(await runRedteam(options, io))
  })
}

function targetOptions(command: Command): void {
  command
    .option('-t, --target <url>', 'where the agent takes a message')
    .option('-c, --config <file>', 'YAML or JSON with target, categories, attackConfig, customAttacks and failUnder')
    .addOption(new Option('--type <type>', 'how it is spoken to; http_agent otherwise').choices(TARGET_TYPES))
    .addOption(new Option('--method <method>', 'of its requests').choices(['POST', 'PUT', 'PATCH', 'GET']))
    .option('--model <name>', 'that a target of type openai is asked for')
    .option('--body-template <json>', 'the body, with {{message}} where the message goes; or @ and a file')
    .option('--response-path <path>', 'where the answer holds the reply, e.g. choices.0.message.content')
    .option('--tool-calls-path <path>', 'where it holds the calls of tools that the agent made')
    .option('--stream', 'the answer is a stream of events')
    .option('--allowed-tools <names>', 'tools that the agent may call, with commas', names)
}

function attackOptions(command: Command): void {
  command
    .option('--categories <names>', 'what is attacked, with commas; see gatehouse redteam categories', names)
    .option('--strategies <names>', 'how, with commas; see gatehouse redteam strategies', names)
    .option('--rounds <count>', 'rounds that adapt to what was seen; 3 otherwise', wholeFrom(0, 20))
    .option('--max-attacks <count>', 'attacks of each category over all rounds; 15 otherwise', wholeFrom(1, 500))
    .option('--repeats <count>', 'times that each attack is made, for agents that do not always answer alike', positive)
    .option('--concurrency <count>', 'requests at once; 3 otherwise', wholeFrom(1, 64))
    .option('--requests-per-minute <count>', 'no more than these', positive)
    .option('--max-requests <count>', 'ends the run when they are spent', positive)
    .option('--seed <text>', 'the same seed makes the same attacks; a new one otherwise')
    .option('--no-models', 'ask no model to judge or to write attacks, whatever MODEL_BASE_URL says')
}

function resultOptions(command: Command): void {
  command
    .option(
      '--fail-under <score>',
      'ends with 1 unless the score is at least that with 95 % certainty; without it any success does',
      numberFrom(0, 100),
    )
    .option('-o, --report <file>', 'write the report, as JSON')
    .option('--junit <file>', 'write it for servers of continuous integration')
    .option('--sarif <file>', 'write it as SARIF 2.1.0')
    .option('--csv <file>', 'write it for spreadsheets')
    .option('--html <file>', 'write it as one page')
    .option('--markdown <file>', 'write it for merge requests')
    .option('--json', 'print the report as JSON in place of the summary')
    .option('-q, --quiet', 'show no progress')
}

const HELP = `${REDTEAM_EXIT_CODES}

What stands on a command line is seen by others of the machine: secrets come from variables of the environment or from files.
A file given with --config names them as \${VARIABLE}. Addresses of private networks are attacked where GATEHOUSE_EGRESS_ALLOW
names them; this machine always is. Ctrl-C ends a run and writes the reports of what was seen till then.

Examples:
  gatehouse redteam run --target http://localhost:3000/chat
  gatehouse redteam run -t https://agent.example.org/chat --auth bearer=AGENT_TOKEN \\
    --body-template '{"input": "{{message}}"}' --response-path output.text
  gatehouse redteam run -t http://localhost:3000/chat --categories prompt_injection,system_prompt_leak --rounds 1
  gatehouse redteam run --command node --arg tools.js --set-env API_KEY=SHOP_KEY
  gatehouse redteam run -c redteam.yaml --seed nightly --fail-under 80 --report report.json --junit redteam.xml`

function names(text: string): readonly string[] {
  const found = text.split(',').map((word) => word.trim())
  if (found.every((word) => word !== '')) return found
  throw new InvalidArgumentError('It is names with commas between them.')
}
