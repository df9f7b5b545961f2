import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { makeOrganization, makePerson, type Person, send, serve, type Served } from '../serve.ts'
import { deliver, fresh, hookedProject, PROVIDERS, PUSH, queuedScan, repositoryOf } from '../webhooks/deliver.ts'
import { githubOther, githubPullRequest, githubPush } from '../webhooks/github.ts'
import { gitlabPush } from '../webhooks/gitlab.ts'
import { SECRET, sign } from '../webhooks/host-request.ts'

let service: Served
let ann: Person
beforeAll(async () => {
  service = await serve({ env: { GATEHOUSE_EGRESS_ALLOW: '127.0.0.1' } })
  ann = await makePerson(service.store, await makeOrganization(service.store), 'SECURITY')
})
afterAll(() => service.close())

describe('the sender', () => {
  proves(
    'appsec:hooks.no-secret',
    'is rejected in the same way without a secret, without a signature and with another signature',
    async () => {
      const [without, other] = [fresh(), fresh()]
      await hookedProject(service, ann, without, { secret: null })
      await hookedProject(service, ann, other)
      const signed = githubPush({ repository: other })
      const { 'x-hub-signature-256': signature = '', ...unsigned } = signed.headers
      const withSignature = (value: string) => ({ ...signed, headers: { ...unsigned, 'x-hub-signature-256': value } })
      const answers = [
        await deliver(service, githubPush({ repository: without })),
        await deliver(service, { ...signed, headers: unsigned }),
        await deliver(service, githubPush({ repository: other, secret: 'not-the-secret-at-all' })),
        await deliver(service, { ...signed, body: `${signed.body} ` }),
        await deliver(service, withSignature(signature.slice(0, -1))),
        await deliver(service, withSignature(`${signature}, ${signature}`)),
        await deliver(service, withSignature(`sha1=${signature.slice(7, 47)}`)),
      ]
      const [{ request_id: _, ...first } = {}] = answers.map(({ body }) => body as { request_id?: string })
      for (const { status, body } of answers) {
        expect([status, body]).toEqual([401, { ...first, request_id: expect.any(String) }])
      }
      expect(JSON.stringify(first)).not.toContain(other)
      expect(await deliver(service, signed)).toMatchObject({ status: 202 })
    },
  )

  test('of an unknown repository learns that no project has it', async () => {
    expect(await deliver(service, githubPush({ repository: fresh() }))).toMatchObject({
      status: 200,
      body: { message: 'No matching project found', reason: 'repository_unknown' },
    })
    const organization = githubOther('ping', { more: { repository: undefined } })
    expect((await deliver(service, organization)).body).toEqual({
      message: 'Event ignored',
      reason: 'repository_missing',
    })
  })

  test('is verified over the received bytes', async () => {
    const repository = fresh()
    await hookedProject(service, ann, repository)
    const { headers, body, provider } = githubPush({ repository })
    // Equal JSON with other bytes.
    const spelled = JSON.stringify(JSON.parse(body), null, 2).replace('main', String.raw`\u006dain`)
    expect(await deliver(service, { provider, headers, body: spelled })).toMatchObject({ status: 401 })
    const signed = { ...headers, 'x-hub-signature-256': sign(spelled, SECRET) }
    expect(await deliver(service, { provider, headers: signed, body: spelled })).toMatchObject({ status: 202 })
  })

  test('must send JSON objects with the documented fields', async () => {
    const repository = fresh()
    await hookedProject(service, ann, repository)
    const form = githubPush({ repository })
    const typed = { ...form.headers, 'content-type': 'application/x-www-form-urlencoded' }
    expect(await deliver(service, { ...form, headers: typed })).toMatchObject({ status: 415 })
    expect(await deliver(service, { ...form, body: '[]' })).toMatchObject({ status: 400 })
    expect(await deliver(service, { ...form, body: '' })).toMatchObject({ status: 400 })
    const odd = await deliver(service, githubPush({ repository, more: { after: 'HEAD; rm -rf' } }))
    expect([odd.status, odd.text]).toEqual([400, expect.stringContaining('after')])
  })
})

describe('the repository', () => {
  test.each([
    ['https://GitHub.com/Acme/Shop-%.git', 'https://github.com/acme/shop-%'],
    ['https://github.com/acme/shop-%/', 'https://github.com/Acme/Shop-%'],
    ['https://github.com:443/acme/shop-%', 'https://github.com/acme/shop-%'],
  ])('%s is found', async (stored, sent) => {
    const id = randomUUID()
    await hookedProject(service, ann, stored.replace('%', id))
    expect(await deliver(service, githubPush({ repository: sent.replace('%', id) }))).toMatchObject({ status: 202 })
  })

  test('is found by any of its addresses in the payload, and at another address after a change', async () => {
    const [first, second] = [fresh('https://git.example.org:8443'), fresh()]
    const id = await hookedProject(service, ann, first)
    expect(await deliver(service, gitlabPush({ repository: first }))).toMatchObject({ status: 202 })
    const port = first.replace(':8443', ':9443')
    expect(await deliver(service, gitlabPush({ repository: port }))).toMatchObject({
      body: { message: 'No matching project found' },
    })
    await send(`${service.url}/api/projects/${id}`, 'PATCH', { repoUrl: second }, ann.session)
    expect(await deliver(service, githubPush({ repository: first }))).toMatchObject({ status: 200 })
    expect(await deliver(service, githubPush({ repository: second }))).toMatchObject({ status: 202 })
    await send(`${service.url}/api/projects/${id}`, 'PATCH', { repoUrl: null }, ann.session)
    expect(await deliver(service, githubPush({ repository: second }))).toMatchObject({ status: 200 })
  })

  proves(
    'appsec:finer.two-projects',
    'of several projects gets one scan for each project whose secret verifies',
    async () => {
      const repository = fresh()
      const bob = await makePerson(service.store, await makeOrganization(service.store), 'SECURITY')
      const first = await hookedProject(service, ann, repository)
      const shared = await hookedProject(service, bob, `${repository}.git`)
      await hookedProject(service, bob, repository, { secret: 'a-different-secret' })
      await hookedProject(service, bob, repository, { secret: null })
      const answer = await deliver(service, githubPush({ repository }))
      const [ownId, othersId, ...rest] = answer.body['scanIds'] as string[]
      expect(rest).toEqual([])
      expect(await queuedScan(service, ann, answer)).toMatchObject({ id: ownId, projectId: first })
      const path = `${service.url}/api/scans/${othersId}`
      expect((await send(path, 'GET', undefined, bob.key)).body).toMatchObject({ projectId: shared })
      expect(await send(path, 'GET', undefined, ann.key)).toMatchObject({ status: 403 })
    },
  )
})

describe('a delivery', () => {
  proves(['appsec:hooks.replays', 'appsec:finer.replay-ids'], 'queues one scan however often it is sent', async () => {
    for (const provider of PROVIDERS) {
      const repository = repositoryOf(provider)
      await hookedProject(service, ann, repository)
      const request = PUSH[provider]({ repository })
      const answers = await Promise.all([
        deliver(service, request),
        deliver(service, request),
        deliver(service, request),
      ])
      const queued = answers.filter(({ status }) => status === 202)
      expect(queued).toHaveLength(1)
      const scanId = queued[0]!.body['scanId']
      const ignored = { status: 200, body: { message: 'Event ignored', reason: 'duplicate_delivery', scanId } }
      for (const answer of [...answers, await deliver(service, request)]) {
        if (answer !== queued[0]) expect(answer).toMatchObject(ignored)
      }
      expect(await deliver(service, PUSH[provider]({ repository }))).toMatchObject({ status: 202 })
    }
  })

  test('without an id is recognized by its bytes', async () => {
    const repository = fresh()
    await hookedProject(service, ann, repository)
    const { headers, ...request } = githubPush({ repository })
    const { 'x-github-delivery': _, ...rest } = headers
    expect(await deliver(service, { ...request, headers: rest })).toMatchObject({ status: 202 })
    expect(await deliver(service, { ...request, headers: rest })).toMatchObject({
      body: { reason: 'duplicate_delivery' },
    })
  })

  test('above the quota of the organization can be sent again', async () => {
    const limited = await serve({ database: service.database, env: { APPSEC_ACTIVE_SCANS_MAX: '1' } })
    try {
      const repository = fresh()
      const carl = await makePerson(service.store, await makeOrganization(service.store), 'SECURITY')
      await hookedProject(service, carl, repository)
      const first = await deliver(limited, githubPush({ repository }))
      const request = githubPush({ repository })
      expect(await deliver(limited, request)).toMatchObject({ status: 429, body: { error: 'quota_exceeded' } })
      const stop = `${service.url}/api/scans/${String(first.body['scanId'])}/stop`
      expect(await send(stop, 'POST', undefined, carl.session)).toMatchObject({ status: 200 })
      expect(await deliver(limited, request)).toMatchObject({ status: 202 })
    } finally {
      await limited.close()
    }
  })

  test('leaves an audit entry', async () => {
    const repository = fresh()
    await hookedProject(service, ann, repository)
    const { body } = await deliver(service, githubPullRequest('opened', { repository, number: 4 }))
    const log = await send(`${service.url}/api/audit-log?action=scan.queued&limit=1`, 'GET', undefined, ann.session)
    expect(log.body['entries']).toMatchObject([
      {
        resourceId: body['scanId'],
        details: { scanType: 'INCREMENTAL', provider: 'github', trigger: 'pull_request', prNumber: 4 },
      },
    ])
  })
})
