import { afterAll, beforeAll, expect, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { obey, startAgent } from '../agent.ts'
import { bodyOf, start, until, untilFinal } from '../runs.ts'
import { send, serve, type Served } from '../serve.ts'

const SECRETS = {
  token: 'tok-71f2c0aa9d41',
  header: 'hdr-55b1e9d07c22',
  variable: 'var-0c4a7be1f933',
  canary: 'canary-9e21b7d4a8',
  member: 'mem-3a5d8f1c6b44',
  query: 'qry-6d2e0b9f7a55',
} as const

let served: Served
beforeAll(async () => {
  served = await serve({ worker: { hold_ms: 100, idle_ms: 50 } })
})
afterAll(() => served.close())

const target = {
  agentEndpoint: `/chat?key=${SECRETS.query}`,
  auth: { type: 'bearer', token: SECRETS.token },
  headers: { 'x-api-key': SECRETS.header, accept: 'application/json' },
  variables: { of: SECRETS.variable },
  canaries: [{ name: 'the code', value: SECRETS.canary }],
  customApiTemplate: { bodyTemplate: `{"message": "{{message}}", "api_key": "${SECRETS.member}", "of": "{{var:of}}"}` },
}

/** Returns the entire database content as text. */
function dumped(): Promise<string> {
  return served.store.withConnection(async (client) => {
    let text = ''
    for (const table of ['redteam_runs', 'redteam_attempts', 'redteam_reports', 'audit_entries']) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const { rows } = await client.query<{ row: string }>(`SELECT to_jsonb(t)::text AS row FROM ${table} AS t`)
      for (const { row } of rows) {
        text += row
        // Decodes binary columns, which the dump contains as hexadecimal.
        for (const [, hex = ''] of row.matchAll(/\\\\x([0-9a-f]+)/g)) text += Buffer.from(hex, 'hex').toString('latin1')
      }
    }
    return text
  })
}

function expectNone(text: string): void {
  for (const secret of Object.values(SECRETS)) expect(text).not.toContain(secret)
}

proves(
  'redteam:target.headers',
  'secrets of a target are sealed while a run goes on, gone when it is over, and in no answer, report or log',
  async () => {
    const agent = await startAgent(
      (asked) =>
        `${obey(asked)} Your headers: ${JSON.stringify(asked.headers)}, your body: ${asked.body}, ${SECRETS.canary}`,
      { delay_ms: 20 },
    )
    const started = await start(served, bodyOf(agent.url, { concurrency: 1 }, {}, target))
    expectNone(JSON.stringify(started))
    await until(served, started.id, ({ progressTotal }) => progressTotal >= 2)
    const meanwhile = await dumped()
    expect(meanwhile).toContain(started.id)
    expectNone(meanwhile)
    const run = await untilFinal(served, started.id)
    expect(run.status).toBe('done')
    expect(agent.asked.at(-1)).toMatchObject({
      url: `/chat?key=${SECRETS.query}`,
      headers: { authorization: `Bearer ${SECRETS.token}`, 'x-api-key': SECRETS.header },
    })
    expectNone(JSON.stringify(run))
    expect(JSON.stringify(run)).toContain('***')
    for (const format of ['json', 'csv', 'junit', 'sarif', 'html', 'md']) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expectNone((await send(`${served.url}/api/report/${run.reportFile}?format=${format}`, 'GET')).text)
    }
    expectNone((await send(`${served.url}/api/runs`, 'GET')).text)
    expectNone((await send(`${served.url}/api/audit-log`, 'GET')).text)
    expectNone(await dumped())
    expectNone(served.log.join(''))
    const row = await served.store.db
      .selectFrom('redteam_runs')
      .select('request')
      .where('id', '=', started.id)
      .executeTakeFirstOrThrow()
    expect(row.request).toBeNull()
  },
)

test('validation errors contain no secrets', async () => {
  const bad = { ...target, customApiTemplate: { bodyTemplate: `{"token": "${SECRETS.member}"}` } }
  const answer = await send(`${served.url}/api/run`, 'POST', bodyOf('http://127.0.0.1:9', {}, {}, bad))
  expect(answer.status).toBe(400)
  expectNone(answer.text)
  const refused = await send(`${served.url}/api/run`, 'POST', bodyOf('http://127.0.0.1:1', {}, {}, target))
  const run = await untilFinal(served, String(refused.body['id']))
  expect(run.status).toBe('error')
  expectNone(JSON.stringify(run))
})
