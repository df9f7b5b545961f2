import { ReplayAnswer, type ReplayChange } from '@gatehouse/contracts'
import { Failure } from '@gatehouse/kernel'
import { InvalidArgumentError } from 'commander'
import { EXIT, type RegisterCommand } from '../command.ts'
import { readPolicyFile } from '../policy/file.ts'
import { serverAt } from '../policy/server.ts'

interface ReplayOptions {
  readonly limit: number
  readonly since?: string
  readonly useModel?: true
  readonly json?: true
  readonly url?: string
}

export const policyReplay: RegisterCommand = (parent, io, exit) => {
  parent
    .command('replay')
    .summary('run recent requests against a file and show which verdicts would change')
    .description(
      'Has the service run requests that the tenant chose to keep through the guards and rules of the file. Nothing follows\n' +
        'from it. Exits 0 when no verdict would change, 1 when one would, 2 when it cannot be told.',
    )
    .argument('<file>', 'a policy file')
    .option('--limit <n>', 'how many requests, the newest first', count, 200)
    .option('--since <time>', 'requests of this moment and later ones, e.g. 2026-11-01T00:00:00Z')
    .option('--use-model', 'let guards ask the configured model')
    .option('--json', 'print the answer as JSON')
    .option('--url <address>', 'the guard service; GATEHOUSE_URL or http://127.0.0.1:4000 otherwise')
    .action(async (name: string, { limit, since, useModel, json, url }: ReplayOptions) => {
      const { mode, input_guardrails, output_guardrails, custom_policies } = readPolicyFile(name, io)
      const answer = await serverAt(url, io).ask(
        '/v1/tenant/me/policies/replay',
        { policy: { mode, input_guardrails, output_guardrails, custom_policies }, limit, since, use_model: useModel },
        ReplayAnswer,
      )
      // Nothing changed because nothing was run is no good news.
      if (answer.replayed === 0) throw nothingKept(answer)
      io.stdout.write(json === true ? `${JSON.stringify(answer, null, 2)}\n` : describe(answer))
      exit(answer.changed === 0 ? EXIT.ok : EXIT.refused)
    })
}

function count(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new InvalidArgumentError('It is a number from 1 to 1000.')
  return Number(text)
}

function nothingKept({ retention_enabled: kept }: ReplayAnswer): Failure {
  const why = kept ? 'no request is kept yet' : 'the tenant keeps no content (PUT /v1/tenant/me/retention)'
  return new Failure('conflict', `There is nothing to replay: ${why}.`)
}

function describe({ replayed, changed, counts, truncated, changes }: ReplayAnswer): string {
  const kinds = Object.entries(counts).flatMap(([kind, number]) => (number === 0 ? [] : [`${number} ${WORDS[kind]}`]))
  const total = `${changed} of ${replayed} verdicts would change${kinds.length === 0 ? '' : `: ${kinds.join(', ')}`}`
  return [...changes.map(changeLine), total, ...(truncated ? ['time ran out before all were run'] : []), ''].join('\n')
}

const WORDS: Readonly<Record<string, string>> = {
  newly_refused: 'newly refused',
  no_longer_refused: 'no longer refused',
  action: 'with another action',
  guardrails: 'by other guards',
}

function changeLine({ request_id, timestamp, stage, before, after }: ReplayChange): string {
  const by = after.guardrails.map(({ guardrail }) => guardrail).join(', ')
  return `${timestamp} ${stage} ${request_id}: ${before.action} → ${after.action}${by === '' ? '' : ` (${by})`}`
}
