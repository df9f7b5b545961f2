import { uuidv7 } from '@gatehouse/kernel'
import { insertRedteamRun } from '@gatehouse/store/redteam'
import { expect, test } from 'vitest'
import { decline, startAgent } from '../agent.ts'
import { bodyOf, start, untilFinal } from '../runs.ts'
import { serve } from '../serve.ts'

test('a tenant over its report storage quota cannot start runs, and other tenants can', async () => {
  const served = await serve({ worker: { idle_ms: 50 } })
  try {
    const agent = await startAgent(decline)
    await untilFinal(served, (await start(served, bodyOf(agent.url))).id)
    const of = (tenantId: string) => ({
      id: uuidv7(),
      tenantId,
      request: Buffer.alloc(1),
      seed: 'one',
      targetUrl: agent.url,
      startedBy: 'local',
      estimatedTotal: 1,
    })
    await expect(insertRedteamRun(served.store, of('default'), 10)).rejects.toMatchObject({ code: 'limit_reached' })
    await expect(insertRedteamRun(served.store, of('other'), 10)).resolves.toMatchObject({ status: 'queued' })
    await expect(insertRedteamRun(served.store, of('default'), 1_000_000)).resolves.toMatchObject({ status: 'queued' })
  } finally {
    await served.close()
  }
})
