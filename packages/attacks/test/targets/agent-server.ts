import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { RunTarget } from '@gatehouse/contracts/redteam'
import { createEgress } from '@gatehouse/kernel/egress'
import { onTestFinished } from 'vitest'
import type { z } from 'zod'
import type { Reply } from '../../src/engine/exchange.ts'
import { createRandom } from '../../src/engine/random.ts'
import { createTarget, type CreatedTarget, type TargetPorts } from '../../src/targets/create-target.ts'
import { egressPort } from '../../src/targets/port.ts'

export interface Asked {
  readonly method: string
  /** Path and query. */
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface Agent {
  readonly url: string
  readonly asked: Asked[]
}

/** Starts an agent on loopback with the answers of `answer`; it ends with the test. */
export async function startAgent(answer: (asked: Asked, response: ServerResponse) => unknown): Promise<Agent> {
  const calls: Asked[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const one: Asked = {
        method: request.method ?? '',
        url: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
      }
      calls.push(one)
      void answer(one, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked: calls }
}

export function json(
  response: ServerResponse,
  value: unknown,
  status = 200,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value))
}

/** Returns a target as in a run request, with its defaults. */
export function configOf(baseUrl: string, more: Partial<z.input<typeof RunTarget>> = {}): RunTarget {
  return RunTarget.parse({ baseUrl, ...more })
}

export function targetOf(
  baseUrl: string,
  more: Partial<z.input<typeof RunTarget>> = {},
  ports: Partial<TargetPorts> = {},
): CreatedTarget {
  const egress = createEgress({ localMode: true })
  onTestFinished(() => egress.close())
  return createTarget(configOf(baseUrl, more), { http: egressPort(egress), random: createRandom('seed'), ...ports })
}

const NEVER = new AbortController().signal

/** Returns the target's answer to one message in a new session. */
export async function say(target: CreatedTarget, message = 'Hello', signal = NEVER): Promise<Reply> {
  const session = await target.open()
  try {
    return await session.say(message, [], signal)
  } finally {
    await session.close()
  }
}

/** Returns the answers to these messages in one session. */
export async function converse(target: CreatedTarget, messages: readonly string[]): Promise<readonly Reply[]> {
  const session = await target.open()
  const replies: Reply[] = []
  for (const message of messages) replies.push(await session.say(message, [], NEVER))
  await session.close()
  return replies
}
