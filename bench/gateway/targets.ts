import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { chmodSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort, said, spawnServer } from './processes.ts'

/** A way to the scripted upstream. */
export interface Target {
  readonly name: string
  readonly port: number
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** Process whose memory and CPU time are measured; absent for direct access. */
  readonly pid: number | undefined
  stop(): Promise<void>
}

export function direct(upstreamPort: number): Target {
  const headers = { authorization: 'Bearer made-up' }
  return { name: 'direct', port: upstreamPort, path: '/v1/chat/completions', headers, pid: undefined, stop: nothing }
}

const MAIN = fileURLToPath(new URL('../../apps/cli/src/main.ts', import.meta.url))
const ADMIN_KEY = 'made-up-admin-key-0123456789'

/** `gatehouse guard` as its users start it: keys demanded, embedded PostgreSQL with durable commits, default guards. */
export async function gatehouse(upstreamPort: number, flags: readonly string[] = []): Promise<Target> {
  const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'))
  chmodSync(dataDir, 0o711)
  const server = spawnServer([...process.execArgv, ...flags, MAIN, 'guard'], {
    GATEHOUSE_DATA_DIR: dataDir,
    GUARD_PORT: '0',
    SHIELD_AUTH_ENABLED: 'true',
    SHIELD_ADMIN_KEY: ADMIN_KEY,
    GATEHOUSE_EGRESS_ALLOW: '127.0.0.0/8',
  })
  const stop = async (): Promise<void> => {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    const [, url] = await said(server, /guard\s+(http:\/\/\S+)/)
    const key = await makeTenant(url!, upstreamPort)
    return {
      name: 'Gatehouse, default guards',
      port: Number(new URL(url!).port),
      path: '/v1/chat/completions',
      headers: { authorization: `Bearer ${key}` },
      pid: server.child.pid,
      stop,
    }
  } catch (thrown) {
    await stop()
    throw thrown
  }
}

async function makeTenant(url: string, upstreamPort: number): Promise<string> {
  const unlimited = { requests_per_minute: null, requests_per_day: null, tokens_per_day: null }
  const created = await send(
    `${url}/v1/admin/tenants`,
    'POST',
    { 'x-admin-key': ADMIN_KEY },
    {
      tenant_id: 'bench',
      plan: 'enterprise',
      quota: unlimited,
      api_keys: [{ scope: 'admin' }],
    },
  )
  const key = (created as { api_keys: { api_key: string }[] }).api_keys[0]!.api_key
  const upstream = { name: 'bench', base_url: `http://127.0.0.1:${upstreamPort}/v1`, api_key: 'made-up', models: ['*'] }
  await send(
    `${url}/v1/tenant/me/model-upstreams`,
    'PUT',
    { authorization: `Bearer ${key}` },
    { upstreams: [upstream] },
  )
  return key
}

async function send(
  url: string,
  method: string,
  headers: Readonly<Record<string, string>>,
  body: object,
): Promise<unknown> {
  const answer = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${new URL(url).pathname} answered ${answer.status}: ${text.slice(0, 400)}`)
  return JSON.parse(text)
}

const PORTKEY = fileURLToPath(new URL('peers/node_modules/@portkey-ai/gateway/build/start-server.js', import.meta.url))

/** Whether the other gateways are installed. */
export const PEERS_THERE: boolean = existsSync(PORTKEY)

/** Starts Portkey's gateway, one process for both of its rows. @returns it in default configuration, and with its own regex guardrail */
export async function portkey(upstreamPort: number): Promise<readonly [Target, Target]> {
  const port = await freePort()
  const server = spawnServer([PORTKEY, `--port=${port}`, '--headless'], { NODE_ENV: 'production' })
  await untilAnswers(port)
  const customHost = `http://127.0.0.1:${upstreamPort}/v1`
  const authorization = 'Bearer made-up'
  const plain = { authorization, 'x-portkey-provider': 'openai', 'x-portkey-custom-host': customHost }
  const config = { provider: 'openai', custom_host: customHost, input_guardrails: CHECKS, output_guardrails: CHECKS }
  const rest = { port, path: '/v1/chat/completions', pid: server.child.pid }
  return [
    { name: 'Portkey, no guards', headers: plain, ...rest, stop: () => server.stop() },
    {
      name: 'Portkey, its regex guard',
      headers: { authorization, 'x-portkey-config': JSON.stringify(config) },
      ...rest,
      stop: nothing,
    },
  ]
}

/** Three expressions, as its documentation shows how to set them: an order to ignore rules, card numbers, mail addresses. */
const CHECKS = [
  String.raw`ignore\s+(all|any|previous|prior)\s+(instructions|rules)`,
  String.raw`\b(?:\d[ -]?){13,16}\b`,
  String.raw`[\w.+-]+@[\w-]+\.[\w.]+`,
].map((rule) => ({ 'default.regexMatch': { rule, not: true }, deny: true }))

async function untilAnswers(port: number): Promise<void> {
  for (let tries = 0; tries < 500; tries += 1) {
    try {
      await fetch(`http://127.0.0.1:${port}/`)
      return
    } catch {
      await sleep(20)
    }
  }
  throw new Error('Portkey’s gateway did not start')
}

const nothing = (): Promise<void> => Promise.resolve()
