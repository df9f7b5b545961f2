import { FAIL_ON, TARGET_TYPES } from '@gatehouse/contracts/redteam'
import { type Command, InvalidArgumentError, Option } from 'commander'
import type { RegisterCommand } from '../command.ts'
import { REDTEAM_EXIT_CODES } from '../redteam/exit.ts'
import type { RunOptions } from '../redteam/options.ts'
import {
  accessOptions,
  collect,
  numberFrom,
  positive,
  processOptions,
  serveOptions,
  integerBetween,
} from '../redteam/shared-options.ts'

export const redteamRun: RegisterCommand = (parent, io, exit) => {
  const command = parent
    .command('run')
    .summary('attack an agent and report the weaknesses found; no server needed')
    .description(
      'Attacks an agent over HTTP from this process; needs no service, database or model. The seed determines the ' +
        'attacks. Attack only systems that you own or have permission to test.',
    )
  targetOptions(command)
  processOptions(command)
  accessOptions(command)
  attackOptions(command)
  serveOptions(command)
  resultOptions(command)
  command.addHelpText('after', HELP).action(async (options: RunOptions) => {
    // Loaded lazily to keep the startup of other commands fast.
    const { runRedteam } = await import('../redteam/run.ts')
    exit(await runRedteam(options, io))
  })
}

/** Adds options of the target. */
export function targetOptions(command: Command): void {
  command
    .option('-t, --target <url>', "URL of the agent's chat endpoint")
    .option(
      '-c, --config <file>',
      'YAML or JSON file with target, categories, attackConfig, customAttacks, failUnder and failOn',
    )
    .addOption(new Option('--type <type>', 'target type (default: http_agent)').choices(TARGET_TYPES))
    .addOption(new Option('--method <method>', 'HTTP method').choices(['POST', 'PUT', 'PATCH', 'GET']))
    .option('--model <name>', 'model name to request from a target of type openai')
    .option('--body-template <json>', 'request body with {{message}} as the placeholder, or @file')
    .option('--response-path <path>', 'path to the reply text in the response, e.g. choices.0.message.content')
    .option('--tool-calls-path <path>', "path of the agent's tool calls in the response")
    .option('--stream', 'read the response as an event stream')
    .option(
      '--attachments <types>',
      'comma-separated file types that the agent accepts: image, pdf, docx, audio',
      names,
    )
    .option('--allowed-tools <names>', 'comma-separated names of the tools that the agent may call', names)
}

/** Adds options of the attacks. */
export function attackOptions(command: Command): void {
  command
    .option(
      '--categories <names>',
      'comma-separated attack categories, or none for datasets alone; see gatehouse redteam categories',
      names,
    )
    .option('--domains <names>', 'comma-separated domain packs, e.g. finance; see gatehouse redteam categories', names)
    .option(
      '--dataset <file[:mapping]>',
      'CSV, JSON, JSONL or text file of attacks; mapping: prompt=, category=, expected=, id=, context=, target=, limit=; repeatable',
      collect,
      [],
    )
    .option('--strategies <names>', 'comma-separated attack strategies; see gatehouse redteam strategies', names)
    .option('--languages <tags>', "comma-separated languages of the attacks, e.g. de,fr (default: the target's)", names)
    .option('--rounds <count>', 'rounds, each adapting to earlier results (default: 3)', integerBetween(0, 20))
    .option(
      '--max-attacks <count>',
      'maximum attacks per category over all rounds (default: 15)',
      integerBetween(1, 500),
    )
    .option('--repeats <count>', 'repetitions of each attack, for agents with non-deterministic responses', positive)
    .option('--concurrency <count>', 'concurrent requests (default: 3)', integerBetween(1, 64))
    .option('--requests-per-minute <count>', 'rate limit', positive)
    .option('--max-requests <count>', 'maximum requests; the run ends when they are used up', positive)
    .option('--seed <text>', 'seed for reproducible attacks (default: random)')
    .option('--no-models', 'do not use models to judge or write attacks, even if MODEL_BASE_URL is set')
}

function resultOptions(command: Command): void {
  command
    .option(
      '--fail-under <score>',
      'exit with 1 unless the score is at least this value at 95 % confidence',
      numberFrom(0, 100),
    )
    .addOption(
      new Option(
        '--fail-on <severity>',
        'exit with 1 if a finding has at least this severity (default: high, and grade F; none with --fail-under)',
      ).choices(FAIL_ON),
    )
    .option('-o, --report <file>', 'write the JSON report')
    .option('--junit <file>', 'write a JUnit XML report for CI servers')
    .option('--sarif <file>', 'write a SARIF 2.1.0 report')
    .option('--csv <file>', 'write a CSV report')
    .option('--html <file>', 'write an HTML report')
    .option('--markdown <file>', 'write a Markdown report, for example for a pull request')
    .option('--json', 'print the JSON report instead of the summary')
    .option('-q, --quiet', 'hide progress output')
}

const HELP = `${REDTEAM_EXIT_CODES}

Other users of the machine can see command-line arguments: pass secrets in environment variables or files. Files given with
--config reference environment variables as \${VARIABLE}. Targets in private networks must be listed in GATEHOUSE_EGRESS_ALLOW;
this machine is always allowed. Ctrl-C ends a run and writes reports with the results so far.

Examples:
  gatehouse redteam run --target http://localhost:3000/chat
  gatehouse redteam run -t https://agent.example.org/chat --auth bearer=AGENT_TOKEN \\
    --body-template '{"input": "{{message}}"}' --response-path output.text
  gatehouse redteam run -t http://localhost:3000/chat --categories prompt_injection,system_prompt_leak --rounds 1
  gatehouse redteam run -t http://localhost:3000/chat --domains finance,insurance
  gatehouse redteam run -t http://localhost:3000/chat --categories none --dataset harmbench.csv --dataset xstest.csv:limit=100
  gatehouse redteam run --command node --arg tools.js --set-env API_KEY=SHOP_KEY
  gatehouse redteam run -c redteam.yaml --seed nightly --fail-under 80 --report report.json --junit redteam.xml`

function names(text: string): readonly string[] {
  const found = text.split(',').map((word) => word.trim())
  if (found.every((word) => word !== '')) return found
  throw new InvalidArgumentError('Pass comma-separated names.')
}
