import { freePort } from '@gatehouse/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startAgent } from '../agent.ts'
import { bodyOf, start, untilFinal } from '../runs.ts'
import { serve, type Served } from '../serve.ts'

/** Page URL in an instruction to the agent. */
const PAGE = /https?:\/\/[^\s"'<>)]+/

/** Starts an agent that reads requested pages and records their URLs. */
async function reader() {
  const read: string[] = []
  const agent = await startAgent(async ({ message }) => {
    const [page] = PAGE.exec(message) ?? []
    if (page === undefined) return 'I can read pages.'
    const answer = await fetch(page)
    if (answer.ok) read.push(page)
    return `It says: ${(await answer.text()).slice(0, 40)}`
  })
  return { agent, read }
}

/** Some ideas of the category have no page. */
const ATTACKS = 20
const config = { adaptiveRounds: 0, maxAttacksPerCategory: ATTACKS }
const more = { categories: ['indirect_prompt_injection'] }

describe('planted content of a run', () => {
  let port: number
  let served: Served
  beforeAll(async () => {
    port = await freePort()
    const env = { REDTEAM_CONTENT_URL: `http://127.0.0.1:${port}/`, REDTEAM_CONTENT_PORT: String(port) }
    served = await serve({ env, worker: { idle_ms: 50 } })
  })
  afterAll(() => served.close())

  test('is served at the operator address, under the run id, during the run', async () => {
    const { agent, read } = await reader()
    const { id } = await start(served, bodyOf(agent.url, config, more))
    const run = await untilFinal(served, id)
    expect(run).toMatchObject({ status: 'done', progressTotal: ATTACKS })
    expect(read.length).toBeGreaterThan(0)
    expect(read.every((page) => page.startsWith(`http://127.0.0.1:${port}/${id}/c/`))).toBe(true)
    // After the end of a run its content is gone, and unknown addresses never exist.
    for (const page of [read[0]!, `http://127.0.0.1:${port}/`, `http://127.0.0.1:${port}/${id}/s/nothing`]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect([page, (await fetch(page)).status]).toEqual([page, 404])
    }
  })
})

test('without an operator address planted content is served on loopback', async () => {
  const served = await serve({ worker: { idle_ms: 50 } })
  try {
    const { agent, read } = await reader()
    const { id, estimatedTotal } = await start(served, bodyOf(agent.url, config, more))
    expect(estimatedTotal).toBe(ATTACKS)
    expect(await untilFinal(served, id)).toMatchObject({ status: 'done', progressTotal: ATTACKS })
    expect(read.length).toBeGreaterThan(0)
  } finally {
    await served.close()
  }
})
