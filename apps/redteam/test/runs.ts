import { redteamEndpoints } from '@gatehouse/contracts/redteam'
import { setTimeout as wait } from 'node:timers/promises'
import { patient_ms } from '@gatehouse/testkit'
import { send } from './serve.ts'

/** A service that listens. */
interface Where {
  readonly url: string
}

type Headers = Readonly<Record<string, string>>

/** A small run against an agent. */
export function bodyOf(baseUrl: string, attackConfig: object = {}, more: object = {}, target: object = {}): object {
  return {
    target: { baseUrl, agentEndpoint: '/chat', ...target },
    categories: ['prompt_injection'],
    attackConfig: { adaptiveRounds: 1, maxAttacksPerCategory: 6, seed: 'one', ...attackConfig },
    ...more,
  }
}

export async function start(served: Where, body: object, headers: Headers = {}) {
  const answer = await send(`${served.url}/api/run`, 'POST', body, headers)
  if (answer.status !== 202) throw new Error(`${answer.status} ${answer.text}`)
  return redteamEndpoints.startRun.response.parse(answer.body)
}

export async function read(served: Where, id: string, query = '', headers: Headers = {}) {
  const answer = await send(`${served.url}/api/run/${id}${query}`, 'GET', undefined, headers)
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`)
  return redteamEndpoints.readRun.response.parse(answer.body)
}

/** Polls as clients do. */
export async function until(
  served: Where,
  id: string,
  is: (run: Awaited<ReturnType<typeof read>>) => boolean,
  headers: Headers = {},
) {
  const ends_at = performance.now() + patient_ms(20_000)
  for (;;) {
    const run = await read(served, id, '', headers)
    if (is(run)) return run
    if (performance.now() > ends_at)
      throw new Error(`the run is still ${run.status}: ${JSON.stringify(run).slice(0, 500)}`)
    await wait(30)
  }
}

const FINAL = new Set(['done', 'error', 'cancelled'])

export function untilFinal(served: Where, id: string, headers: Headers = {}) {
  return until(served, id, ({ status }) => FINAL.has(status), headers)
}
