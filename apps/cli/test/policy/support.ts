import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createGuardService } from '@gatehouse/app-guard'
import { createLogger } from '@gatehouse/http'
import { openPlatform } from '@gatehouse/platform'
import { resolveSettings } from '@gatehouse/settings'
import { temporaryDatabase } from '@gatehouse/testkit'
import type { Io } from '../../src/command.ts'
import { run } from '../../src/program.ts'

export interface Outcome {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** `gatehouse policy …` in this process. */
export async function policyIn(folder: string, args: string[], env: Record<string, string> = {}): Promise<Outcome> {
  let out = ''
  let err = ''
  const io: Io = {
    env,
    cwd: folder,
    stdin: (async function* () {
      yield ''
    })(),
    stdout: { write: (text) => (out += text) },
    stderr: { write: (text) => (err += text) },
    untilStopped: () => Promise.resolve('SIGTERM'),
  }
  return { code: await run(['policy', ...args], io), out, err }
}

/** Writes a file into a folder. @returns its name */
export function fileIn(folder: string, name: string, text: string): string {
  writeFileSync(join(folder, name), text)
  return name
}

const ADMIN_KEY = 'made-up-admin-key-0123456789'

/** A guard service that demands keys. */
export async function serve() {
  const database = await temporaryDatabase()
  const env = {
    DATABASE_URL: database.url,
    SHIELD_ADMIN_KEY: ADMIN_KEY,
    SHIELD_AUTH_ENABLED: 'true',
    GATEHOUSE_MASTER_KEY: randomBytes(32).toString('hex'),
  }
  const settings = resolveSettings({ env })
  const logger = createLogger({ service: 'guard', stream: { write: () => undefined } })
  const platform = await openPlatform(settings, logger)
  const server = createGuardService({ platform, logger, version: '0.0.0' })
  const { url } = await server.listen({ host: settings.host, port: 0 })
  return {
    url,
    store: database.store,
    admin: (method: string, path: string, body?: unknown) =>
      send(url + path, method, body, { 'x-admin-key': ADMIN_KEY }),
    async close() {
      await server.close()
      await platform.close()
      await database.drop()
    },
  }
}

/** A call with a JSON body. @returns the JSON of the answer */
export async function send(
  url: string,
  method: string,
  body: unknown,
  headers: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, unknown>>> {
  const type = body === undefined ? {} : { 'content-type': 'application/json' }
  const init = body === undefined ? {} : { body: JSON.stringify(body) }
  const answer = await fetch(url, { method, headers: { ...type, ...headers }, ...init })
  return (await answer.json()) as Record<string, unknown>
}

/** Shop configuration with one item of each kind. */
export const SHOP = `version: 1
mode: enforce
input_guardrails:
  keyword-blocklist: { action: block, blocklist: [project falcon] }
  toxicity: { action: block, settings: { threshold: 0.9 } }
output_guardrails:
  system_prompt_leak: { action: block, settings: { canaries: [ZX-81-HERON] } }
custom_policies:
  - name: No investment advice
    prompt: 'Flag questions that ask for investment advice: what to buy, sell or hold.'
    confidence_threshold: 0.6
    examples:
      violating: [Should I buy Tesla stock now?, Which coin will go up?, Recommend a fund for my savings.]
      allowed: [How do I open an account?, What is the fee for a transfer?, Explain what a share is.]
agents:
  support-bot:
    tools: ['orders_*', refund]
    role_permissions: { agent: ['orders_*'], manager: ['*'] }
    metadata: { owner: shop }
tools:
  - { type: function, function: { name: refund, description: Pays an order back. } }
tool_policies:
  refund:
    argument_schema:
      type: object
      properties: { order: { type: string }, amount: { type: number, exclusiveMinimum: 0 } }
      required: [order, amount]
    parameter_policy: { numeric_limits: { amount: { max: 100 } } }
    workflow: { require_before: [orders_read] }
    approval: { when: [{ path: amount, op: gt, value: 50 }] }
  'orders_*': { role_restrictions: { guest: block } }
data_policies:
  orders_read:
    sanitization_rules: [{ pattern_id: card, regex: '\\b4[0-9]{15}\\b', severity: critical, action: redact }]
global_data_policy:
  role_policies: [{ role: guest, action: redact, output_rules: [e-mail addresses] }]
`
