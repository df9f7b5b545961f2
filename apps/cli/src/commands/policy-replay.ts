import { ReplayAnswer, type ReplayChange } from '@gatehouse/contracts/guard'
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
    .summary('evaluate recent requests with a policy file and show changed verdicts')
    .description(
      'Evaluates requests retained by the tenant with the guards and rules of the file. The replay has no side ' +
        'effects.\nExits with 0 when no verdict changes, 1 when a verdict changes, and 2 when the replay failed.',
    )
    .argument('<file>', 'a policy file')
    .option('--limit <n>', 'number of requests, newest first', count, 200)
    .option('--since <time>', 'only requests at or after this time, e.g. 2026-11-01T00:00:00Z')
    .option('--use-model', 'allow guards to call the configured model')
    .option('--json', 'print the result as JSON')
    .option('--url <address>', 'URL of the guard service (default: GATEHOUSE_URL or http://127.0.0.1:4000)')
    .action(async (name: string, { limit, since, useModel, json, url }: ReplayOptions) => {
      const { mode, input_guardrails, output_guardrails, custom_policies } = readPolicyFile(name, io)
      const answer = await serverAt(url, io).ask(
        '/v1/tenant/me/policies/replay',
        { policy: { mode, input_guardrails, output_guardrails, custom_policies }, limit, since, use_model: useModel },
        ReplayAnswer,
      )
      // Without replayed requests, "no change" would be misleading.
      if (answer.replayed === 0) throw nothingStoredError(answer)
      io.stdout.write(json === true ? `${JSON.stringify(answer, null, 2)}\n` : describe(answer))
      exit(answer.changed === 0 ? EXIT.ok : EXIT.refused)
    })
}

function count(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new InvalidArgumentError('Allowed: a number from 1 to 1000.')
  return Number(text)
}

function nothingStoredError({ retention_enabled: isStored }: ReplayAnswer): Failure {
  const reason = isStored
    ? 'no requests have been retained yet'
    : 'content retention is disabled for the tenant (PUT /v1/tenant/me/retention)'
  return new Failure('conflict', `Nothing to replay: ${reason}.`)
}

function describe({ replayed, changed, counts, truncated, changes }: ReplayAnswer): string {
  const kinds = Object.entries(counts).flatMap(([kind, number]) => (number === 0 ? [] : [`${number} ${WORDS[kind]}`]))
  const total = `${changed} of ${replayed} verdicts would change${kinds.length === 0 ? '' : `: ${kinds.join(', ')}`}`
  return [
    ...changes.map(changeLine),
    total,
    ...(truncated ? ['the time limit was reached before all requests were evaluated'] : []),
    '',
  ].join('\n')
}

const WORDS: Readonly<Record<string, string>> = {
  newly_refused: 'newly blocked',
  no_longer_refused: 'no longer blocked',
  action: 'different action',
  guardrails: 'different guards',
}

function changeLine({ request_id, timestamp, stage, before, after }: ReplayChange): string {
  const by = after.guardrails.map(({ guardrail }) => guardrail).join(', ')
  return `${timestamp} ${stage} ${request_id}: ${before.action} → ${after.action}${by === '' ? '' : ` (${by})`}`
}
