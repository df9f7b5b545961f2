import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { REPORT_FORMATS } from '@gatehouse/contracts/redteam'
import type { Store } from '@gatehouse/store'
import { expect, onTestFinished } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { bodyOf, start, untilFinal } from '../runs.ts'
import { makeKey, send, serve } from '../serve.ts'
import { readAll } from './makers.ts'

/** Secrets by purpose; configured by the caller, or issued by the target. */
const SECRETS = {
  header: 'hdr-7f31c2aa90',
  member: 'mbr-55e0a9c1d2',
  variable: 'var-0c9be4d718',
  canary: 'cny-3da8f7b2e6',
  query: 'qry-91b4e0aa37',
  password: 'pwd-c4419be0a2',
  clientSecret: 'cls-2e8d01f6b9',
  accessToken: 'acc-b8127ce5f0',
  stepToken: 'stp-6a0fd4c813',
  cookie: 'cke-d2f9913ab7',
} as const

const TARGET = {
  agentEndpoint: `/chat?key=${SECRETS.query}`,
  headers: { 'x-target-key': SECRETS.header, cookie: `sid=${SECRETS.cookie}` },
  auth: { type: 'oauth2_client_credentials', clientId: 'gatehouse', clientSecret: SECRETS.clientSecret },
  variables: { pin: SECRETS.variable },
  canaries: [{ name: 'code', value: SECRETS.canary }],
  steps: [
    {
      path: '/login',
      body: `{"user": "ann", "password": "${SECRETS.password}"}`,
      extract: { session: 'session.token' },
    },
  ],
  customApiTemplate: {
    bodyTemplate: `{"message": "{{message}}", "pin": "{{var:pin}}", "session": "{{var:session}}", "api_key": "${SECRETS.member}"}`,
  },
} as const

/** Starts an agent that discloses everything it was sent, and its own secret. */
async function startGossip(answers: number): Promise<string> {
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    let body = ''
    request.setEncoding('utf8').on('data', (piece: string) => (body += piece))
    request.on('end', () => {
      const send_ = (status: number, value: object) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
      if (request.url === '/token')
        send_(200, { access_token: SECRETS.accessToken, token_type: 'Bearer', expires_in: 600 })
      else if (request.url === '/login') send_(200, { session: { token: SECRETS.stepToken } })
      else {
        const gossip = `${request.url} ${JSON.stringify(request.headers)} ${body} ${SECRETS.canary} ${SECRETS.password} ${SECRETS.clientSecret}`
        send_(answers, { reply: gossip, error: gossip })
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Returns the entire database content as text. */
async function dump(store: Store): Promise<string> {
  return store.withConnection(async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`,
    )
    const texts: string[] = []
    for (const { name } of tables) {
      // oxlint-disable-next-line no-await-in-loop -- one connection
      const { rows } = await client.query<{ text: string }>(`SELECT t::text AS text FROM "${name}" t`)
      texts.push(...rows.map(({ text }) => text))
    }
    return texts.join('\n')
  })
}

function found(text: string): string[] {
  const forms = (secret: string) => [
    secret,
    Buffer.from(secret).toString('hex'),
    Buffer.from(secret).toString('base64').replace(/=+$/, ''),
  ]
  return Object.entries(SECRETS).flatMap(([name, secret]) =>
    forms(secret).some((form) => text.includes(form)) ? [name] : [],
  )
}

proves.each(['redteam:target.headers', 'redteam:reports.record-exchange'], [
  ['answers', 200],
  ['fails', 500],
  ['refuses', 403],
] as [string, number][])(
  'no secret of a target that %s stands in an answer, in the database or in the log',
  async (_how, status) => {
    const baseUrl = await startGossip(status)
    const served = await serve({ env: { REDTEAM_AUTH: 'api_key', GATEHOUSE_EGRESS_ALLOW: '127.0.0.1' } })
    try {
      const { url, store } = served
      const { headers } = await makeKey(store, 'admin')
      const target = { ...TARGET, retries: 0, auth: { ...TARGET.auth, tokenUrl: `${baseUrl}/token` } }
      const config = { adaptiveRounds: 0, maxAttacksPerCategory: 3 }
      const body = bodyOf(baseUrl, config, { categories: ['prompt_injection', 'system_prompt_leak'] }, target)
      const { id } = await start(served, body, headers)
      const during = await dump(store)
      const run = await untilFinal(served, id, headers)

      const file = run.reportFile
      const paths = [
        '/api/runs',
        '/api/reports-meta',
        '/api/audit-log',
        `/api/run/${id}`,
        `/api/run/${id}/events`,
        ...(file === undefined ? [] : REPORT_FORMATS.map((format) => `/api/report/${file}?format=${format}`)),
        ...(file === undefined ? [] : [`/api/report-csv/${file}`]),
      ]
      const read = await readAll(url, paths, headers)
      for (const path of ['/api/owasp-analyze', '/api/risk-analyze']) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        if (file !== undefined) read[path] = (await send(`${url}${path}`, 'POST', { reportFile: file }, headers)).text
      }
      const leaks = Object.entries(read).map(([path, text]) => [path, found(text)])
      expect(leaks).toEqual(Object.keys(read).map((path) => [path, []]))
      expect([found(during), found(await dump(store)), found(served.log.join('\n'))]).toEqual([[], [], []])
    } finally {
      await served.close()
    }
  },
)
