import { redteamEndpoints } from '@gatehouse/contracts/redteam'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { decline, obey, startAgent } from '../agent.ts'
import { bodyOf, read, start, until, untilFinal } from '../runs.ts'
import { send, serve, type Served } from '../serve.ts'

/** A budget below 50 requests: the preflight is one message. */
const UNPROFILED = { budget: { maxRequests: 49 } }
let served: Served
beforeAll(async () => {
  served = await serve({ worker: { hold_ms: 100, idle_ms: 50 } })
})
afterAll(() => served.close())

describe('a run', () => {
  proves(
    [
      'redteam:endpoints.run-create',
      'redteam:create.answer',
      'redteam:states.queued',
      'redteam:endpoints.run',
      'redteam:endpoints.typical-use',
      'redteam:service.runs',
      'redteam:run.id-status',
      'redteam:run.estimated-total',
      'redteam:run.report-file',
      'redteam:run.report',
      'redteam:status.fields',
      'redteam:request.base-url',
      'redteam:request.agent-endpoint',
      'redteam:request.body-template',
      'redteam:request.response-path',
      'redteam:report.score',
      'redteam:report.counts',
      'redteam:report.by-category',
      'redteam:versions.no-segment',
      'redteam:service.api-root',
    ],
    'is queued, polled until it is done, and has a report with a score',
    async () => {
      const agent = await startAgent(obey)
      const target = {
        customApiTemplate: { bodyTemplate: '{"message": "{{message}}", "from": "test"}', responsePath: 'reply' },
      }
      const { status, body } = await send(`${served.url}/api/run`, 'POST', bodyOf(agent.url, {}, {}, target))
      expect(status).toBe(202)
      const started = redteamEndpoints.startRun.response.parse(body)
      expect(started).toMatchObject({ status: 'queued', targetUrl: `${agent.url}/chat`, estimatedTotal: 6 })
      expect(started.runId).toBe(started.id)
      expect(started.message).not.toBe('')
      const run = await untilFinal(served, started.id)
      expect(run).toMatchObject({
        id: started.id,
        runId: started.id,
        status: 'done',
        startedAt: started.startedAt,
        targetUrl: started.targetUrl,
        progressTotal: 6,
        estimatedTotal: 6,
      })
      expect(Date.parse(run.finishedAt!)).toBeGreaterThanOrEqual(Date.parse(run.startedAt))
      const { summary } = run.report!
      expect(summary.score).toBeLessThan(100)
      expect(summary).toMatchObject({ totalAttacks: 6, scoreStatus: 'final' })
      expect(summary.passed + summary.failed).toBeLessThanOrEqual(6)
      expect(summary.byCategory['prompt_injection']).toMatchObject({ total: 6, passed: summary.passed })
      expect(run.summary).toEqual(summary)
      const file = await send(`${served.url}/api/report/${run.reportFile}`, 'GET')
      expect(JSON.parse(file.text)).toEqual(run.report)
      expect(agent.asked.every(({ url, body: sent }) => url === '/chat' && sent.includes('"from": "test"'))).toBe(true)
    },
  )

  proves(
    [
      'redteam:run.progress',
      'redteam:status.progress',
      'redteam:status.since',
      'redteam:endpoints.runs',
      'redteam:status.runs-array',
    ],
    'tells of each completed attack once, from the place on that is asked for, and stands in the list',
    async () => {
      const agent = await startAgent(decline)
      const { id } = await start(served, bodyOf(agent.url))
      const { progress } = await untilFinal(served, id)
      expect(progress.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4, 5])
      expect(progress[0]).toMatchObject({ category: 'prompt_injection', verdict: 'defended', statusCode: 200 })
      expect((await read(served, id, '?since=4')).progress).toEqual(progress.slice(4))
      expect((await read(served, id, '?since=99')).progress).toEqual([])
      const list = await send(`${served.url}/api/runs?limit=1`, 'GET')
      const [first] = redteamEndpoints.listRuns.response.parse(list.body)
      expect(first).toMatchObject({ id, status: 'done', progressTotal: 6 })
      expect((await send(`${served.url}/api/run/${id}?since=-1`, 'GET')).status).toBe(400)
    },
  )

  proves(
    [
      'redteam:endpoints.run-delete',
      'redteam:status.delete',
      'redteam:status.delete-aborts',
      'redteam:status.delete-final',
      'redteam:status.values',
    ],
    'is cancelled at once, with the report of what was done; a second time nothing changes',
    async () => {
      let count = 0
      const agent = await startAgent(async (asked) => {
        count += 1
        if (count > 4) await new Promise(() => {})
        return decline(asked)
      })
      const { id } = await start(served, bodyOf(agent.url, { ...UNPROFILED, concurrency: 2, adaptiveRounds: 0 }))
      await until(served, id, ({ progressTotal }) => progressTotal >= 2 && agent.asked.length === 6)
      const { status, body } = await send(`${served.url}/api/run/${id}`, 'DELETE')
      expect([status, body]).toEqual([200, { id, runId: id, status: 'cancelled' }])
      const run = await read(served, id)
      expect(run).toMatchObject({ status: 'cancelled', summary: { scoreStatus: 'partial', totalAttacks: 2 } })
      expect(run.reportFile).toBeDefined()
      const sent = agent.asked.length
      expect(agent.aborted()).toBe(2)
      const again = await send(`${served.url}/api/run/${id}`, 'DELETE')
      expect(again.body).toEqual({ id, runId: id, status: 'cancelled' })
      expect(agent.asked).toHaveLength(sent)
      const done = await start(served, bodyOf((await startAgent(decline)).url))
      await untilFinal(served, done.id)
      const answer = await send(`${served.url}/api/run/${done.id}`, 'DELETE')
      expect(answer.body).toMatchObject({ status: 'done' })
    },
  )

  proves('redteam:status.purge', 'is deleted with its report, and cancelled before where it goes on', async () => {
    const agent = await startAgent(async (asked) => {
      if (agent.asked.length > 3) await new Promise(() => {})
      return decline(asked)
    })
    const live = await start(served, bodyOf(agent.url))
    await until(served, live.id, ({ status }) => status === 'running')
    const answer = await send(`${served.url}/api/run/${live.id}?purge=1`, 'DELETE')
    expect([answer.status, answer.body]).toEqual([200, { id: live.id, runId: live.id, status: 'cancelled' }])
    expect((await send(`${served.url}/api/run/${live.id}`, 'GET')).status).toBe(404)
    const done = await start(served, bodyOf((await startAgent(decline)).url))
    const { reportFile } = await untilFinal(served, done.id)
    expect((await send(`${served.url}/api/run/${done.id}?purge=1`, 'DELETE')).body).toMatchObject({ status: 'done' })
    expect((await send(`${served.url}/api/report/${reportFile}`, 'GET')).status).toBe(404)
    expect((await send(`${served.url}/api/run/${done.id}`, 'DELETE')).status).toBe(404)
  })

  proves(
    ['redteam:errors.run', 'redteam:status.preflight', 'redteam:states.final'],
    'ends as an error where the target does not answer at all, with a sentence',
    async () => {
      const agent = await startAgent((_, response) => void response.writeHead(500).end('no'))
      const { id } = await start(served, bodyOf(agent.url, {}, {}, { retries: 0 }))
      const run = await untilFinal(served, id)
      expect(run).toMatchObject({ status: 'error', progress: [] })
      expect(run.error).toMatch(/returned a server error/)
      expect(run.report).toBeUndefined()
    },
  )

  proves(
    ['redteam:status.all-failed', 'redteam:verdict.error-share', 'redteam:target.errors'],
    'whose attacks all fail is done, and inconclusive',
    async () => {
      const agent = await startAgent((asked, response) => {
        if (agent.asked.length === 1) return decline(asked)
        return void response.writeHead(500).end('no')
      })
      const { id } = await start(served, bodyOf(agent.url, {}, {}, { retries: 0 }))
      const run = await untilFinal(served, id)
      expect(run).toMatchObject({
        status: 'done',
        summary: { scoreStatus: 'inconclusive', score: 0, errors: 6, passed: 0 },
      })
    },
  )

  test('with an unknown or invalid id is not found', async () => {
    for (const id of ['nothing', '0191d2f0-0000-7000-8000-000000000000', '..%2f..']) {
      for (const [method, more] of [
        ['GET', ''],
        ['DELETE', ''],
        ['DELETE', '?purge=1'],
        ['GET', '/events'],
      ] as const) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        expect((await send(`${served.url}/api/run/${id}${more}`, method)).status).toBe(404)
      }
    }
  })
})
