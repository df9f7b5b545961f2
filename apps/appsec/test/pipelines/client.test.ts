import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Desk, hasPrograms, makeDesk, SCRIPT_PROGRAMS, type ShellOutcome } from '@gatehouse/testkit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { pipelineClient } from '../../src/pipelines/templates.ts'

const SHELLS = ['dash', 'bash', 'bash --posix', 'busybox sh', 'ksh', 'mksh', 'zsh --emulate sh'].filter((item) =>
  hasPrograms(item.split(' ')[0]!),
)
const KEY = 'gha_key_of_the_pipeline'
const SCAN = { id: 's-1', status: 'COMPLETED', gateResult: 'PASSED', gateReasons: [], criticalCount: 0, highCount: 0 }
/** Minimal answer of a service. */
const PLAIN: Readonly<Record<string, unknown>> = {
  'GET /api/projects': { projects: [], pagination: { totalPages: 0 } },
  'POST /api/scans': { scanId: 's-1', projectId: 'p-1', status: 'QUEUED' },
  'GET /api/scans/s-1': SCAN,
  'GET /api/scans/s-1/findings': { findings: [], pagination: { total: 0 } },
  'GET /api/scans/s-1/artifacts': { artifacts: [] },
  'POST /api/scans/s-1/stop': SCAN,
}

/** Service with test-defined answers. */
interface Service {
  readonly url: string
  readonly asked: string[]
  /** Received form fields. */
  readonly fields: Record<string, string>
  readonly close: () => void
}

async function startService(answers: Readonly<Record<string, unknown>>): Promise<Service> {
  const requests: string[] = []
  const fields: Record<string, string> = {}
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    for (const [, name = '', value = ''] of body.matchAll(/name="(\w+)"\r\n\r\n([^]*?)\r\n--/g)) fields[name] = value
    const url = new URL(request.url ?? '/', 'http://x')
    const line = `${request.method} ${url.pathname}`
    requests.push(`${line}${url.search}`)
    const result = { ...PLAIN, ...answers }[line]
    const now = Array.isArray(result)
      ? result[Math.min(requests.filter((item) => item.startsWith(line)).length, result.length) - 1]
      : result
    if (request.headers.authorization !== `Bearer ${KEY}`) response.statusCode = 401
    else if (typeof now === 'number') response.statusCode = now
    else if (line === 'POST /api/scans') response.statusCode = 201
    response.end(typeof now === 'string' ? now : JSON.stringify(now ?? {}))
  }
  const server: Server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  return {
    url: `http://127.0.0.1:${port}`,
    asked: requests,
    fields,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

describe.skipIf(!hasPrograms(...SCRIPT_PROGRAMS))('the client of pipelines', { timeout: 60_000 }, () => {
  let desk: Desk
  let service: Service
  beforeEach(async () => {
    desk = makeDesk()
    await desk.sh('git init --quiet && git commit --quiet --allow-empty -m first')
    desk.put('.git/client.sh', pipelineClient(undefined)!)
  })
  afterEach(() => {
    service.close()
    desk.remove()
  })

  async function build(
    answers: Readonly<Record<string, unknown>>,
    env: Readonly<Record<string, string>> = {},
    command = 'sh .git/client.sh',
  ): Promise<ShellOutcome> {
    service = await startService(answers)
    return desk.sh(command, { GATEHOUSE_URL: `${service.url}/`, GATEHOUSE_API_KEY: KEY, ...env })
  }

  test.each([
    ['passed', {}, 0],
    ['failed', { gateResult: 'FAILED' }, 1],
  ])('reports that the gate has %s', async (_how, more, expected) => {
    const { code, err } = await build({ 'GET /api/scans/s-1': { ...SCAN, ...more } })
    expect([code, err]).toEqual([expected, ''])
  })

  test.each<readonly [string, Readonly<Record<string, unknown>>, RegExp]>([
    [
      'a scan that failed',
      { 'GET /api/scans/s-1': { ...SCAN, status: 'FAILED', gateResult: 'FAILED' } },
      /ended as FAILED/,
    ],
    [
      'a scan that failed and says that it passed',
      { 'GET /api/scans/s-1': { ...SCAN, status: 'FAILED' } },
      /ended as FAILED/,
    ],
    ['a scan that was stopped', { 'GET /api/scans/s-1': { ...SCAN, status: 'STOPPED' } }, /ended as STOPPED/],
    ['a gate that has not decided', { 'GET /api/scans/s-1': { ...SCAN, gateResult: 'PENDING' } }, /ended as COMPLETED/],
    ['an upload that is refused', { 'POST /api/scans': 413 }, /answered 413/],
    ['a scan without an id', { 'POST /api/scans': {} }, /did not say which scan/],
    ['a scan whose id is an address', { 'POST /api/scans': { scanId: '../x' } }, /did not say which scan/],
    ['a page of something else', { 'POST /api/scans': '<html>"PASSED"</html>' }, /did not say which scan/],
    ['a scan that is gone', { 'GET /api/scans/s-1': 404 }, /answered 404/],
    ['findings that cannot be had', { 'GET /api/scans/s-1/findings': 403 }, /answered 403/],
    ['a key that is refused', { 'GET /api/projects': 401 }, /answered 401/],
  ])('rejects %s as a result', async (_what, answers, says) => {
    const { code, err } = await build(answers)
    expect([code, err]).toEqual([2, expect.stringMatching(says)])
    expect(existsSync(join(desk.path, '.git/gatehouse-ci.1'))).toBe(false)
  })

  test.each(SHELLS)('runs in %s', async (shell) => {
    const leak = { severity: 'HIGH', title: 'A "key"', filePath: 'a\\b', startLine: 3, isNew: true }
    const { code, out, err } = await build(
      {
        'GET /api/scans/s-1': [
          { ...SCAN, status: 'RUNNING' },
          { ...SCAN, gateResult: 'FAILED', gateReasons: ['One is new.'] },
        ],
        'GET /api/scans/s-1/findings': { findings: [leak], pagination: { total: 3 } },
      },
      {},
      `${shell} .git/client.sh`,
    )
    expect([code, err]).toEqual([1, ''])
    expect(out).toContain('HIGH      new  a\\b:3  A "key"\nand 2 more\n')
    expect(out).toContain('\n  - One is new.\n')
  })

  test('escapes platform commands embedded in the repository', async () => {
    const order = '##vso[task.prependpath]/tmp/x'
    const id = (await desk.sh('git rev-parse HEAD')).out.trim()
    await desk.sh(`git update-index --add --cacheinfo '160000,${id},${order}' && git commit --quiet -m sub`)
    const found = { severity: 'HIGH', title: `###[add-mask]a ${order}`, filePath: order, startLine: 3, isNew: true }
    const { out, err } = await build({
      'GET /api/scans/s-1': { ...SCAN, status: 'FAILED', gateReasons: [`${order} is new.`], errorMessage: order },
      'GET /api/scans/s-1/findings': { findings: [found], pagination: { total: 1 } },
    })
    expect(out.match(/#vso\[/g)?.length).toBe(4)
    expect(out + err).not.toContain('##')
    expect(`${out}\n${err}`.split('\n').filter((line) => line.trim().startsWith('::'))).toEqual([])
  })

  test('writes its results into no folder that a link of the repository leads to', async () => {
    await desk.sh('mkdir ../elsewhere && ln -s ../elsewhere gatehouse-results')
    const artifacts = { artifacts: [{ kind: 'sarif' }] }
    const { code, err } = await build({ 'GET /api/scans/s-1/artifacts': artifacts })
    expect([code, err]).toEqual([2, expect.stringContaining('is a link')])
    expect((await desk.sh('ls ../elsewhere')).out).toBe('')
  })

  test('retries while the service restarts', async () => {
    const { code } = await build({ 'GET /api/scans/s-1': [503, { ...SCAN, status: 'RUNNING' }, 502, SCAN] })
    expect(code).toBe(0)
    expect(service.asked.filter((item) => item.startsWith('POST /api/scans'))).toEqual(['POST /api/scans'])
  })

  test('stops an abandoned scan', async () => {
    const running = { 'GET /api/scans/s-1': { ...SCAN, status: 'RUNNING' } }
    const late = await build(running, { GATEHOUSE_TIMEOUT_S: '0' })
    expect([late.code, late.err, service.asked.at(-1)]).toEqual([
      2,
      expect.stringContaining('has not ended after 0 s'),
      'POST /api/scans/s-1/stop',
    ])
    service.close()
    const ended = await build(running, {}, 'sh .git/client.sh & sleep 2; kill -TERM $!; wait $!')
    expect([ended.code, service.asked.at(-1)]).toEqual([2, 'POST /api/scans/s-1/stop'])
    expect((await desk.sh('ls .git')).out).not.toContain('gatehouse-ci')
  })

  const PUSHES: readonly (readonly [string, Readonly<Record<string, string>>, Readonly<Record<string, string>>])[] = [
    ['a push on GitHub', { GITHUB_REPOSITORY: 'a/b', GITHUB_REF_NAME: 'main' }, { branch: 'main', projectName: 'a/b' }],
    [
      'a tag on GitHub',
      { GITHUB_REPOSITORY: 'a/b', GITHUB_REF_NAME: 'v1', GITHUB_REF_TYPE: 'tag' },
      { projectName: 'a/b' },
    ],
    ['a push on GitLab', { CI_PROJECT_PATH: 'a/b/c', CI_COMMIT_REF_NAME: 'x' }, { branch: 'x', projectName: 'a/b/c' }],
    [
      'a tag on GitLab',
      { CI_PROJECT_PATH: 'a/b', CI_COMMIT_REF_NAME: 'v1', CI_COMMIT_TAG: 'v1' },
      { projectName: 'a/b' },
    ],
    [
      'a push on Jenkins',
      { JOB_NAME: 'job', GIT_BRANCH: 'origin/feature/y' },
      { branch: 'feature/y', projectName: 'job' },
    ],
    [
      'a push on Azure',
      { BUILD_REPOSITORY_NAME: 'r', BUILD_SOURCEBRANCH: 'refs/heads/feature/z' },
      { branch: 'feature/z', projectName: 'r' },
    ],
    ['a tag on Azure', { BUILD_REPOSITORY_NAME: 'r', BUILD_SOURCEBRANCH: 'refs/tags/v1' }, { projectName: 'r' }],
    ['a laptop', {}, { branch: 'main', projectName: 'work' }],
    [
      'a word of its own',
      { GATEHOUSE_BRANCH: 'b', GATEHOUSE_PROJECT: '"\\\n$(id);é' },
      { branch: 'b', projectName: '"\\$(id);é' },
    ],
  ]
  test.each(PUSHES)('sends branch and project: %s', async (_what, env, expected) => {
    expect((await build({}, env)).code).toBe(0)
    const { scanType, commitSha, ...rest } = service.fields
    expect([scanType, commitSha]).toEqual(['FULL', expect.stringMatching(/^[0-9a-f]{40}$/)])
    expect(rest).toEqual(expected)
  })

  test('selects the project with the exact name on any result page', async () => {
    const page = (...names: string[]) => ({
      projects: names.map((name) => ({ id: `id-of-${name.length}`, name, buildGate: { name: 'shop' } })),
      pagination: { totalPages: 2 },
    })
    const env = { GATEHOUSE_PROJECT: 'shop "\\' }
    await build({ 'GET /api/projects': [page('shop "\\ two', 'my shop "\\'), page('shop "\\')] }, env)
    expect(service.fields).toMatchObject({ projectId: 'id-of-7' })
    expect(service.fields).not.toHaveProperty('projectName')
    const query = new URL(service.asked[0]!.slice('GET '.length), service.url).searchParams
    expect(Object.fromEntries(query)).toEqual({ search: 'shop "\\', limit: '100', page: '1' })
  })

  test('fetches only supported submodules and never reads outside the folder', async () => {
    const kinds = ['sarif', 'signature', 'gate-decision', '../../evil', 'a b']
    const { out } = await build({
      'GET /api/scans/s-1/artifacts': {
        artifacts: kinds.map((kind) => ({ kind, downloadPath: 'http://other.example' })),
      },
      'GET /api/scans/s-1/artifacts/sarif': { runs: [] },
      'GET /api/scans/s-1/artifacts/signature': {},
      'GET /api/scans/s-1/artifacts/gate-decision': 404,
    })
    expect((await desk.sh('ls gatehouse-results')).out).toBe('findings.sarif\nsignature.json\n')
    expect(out).toContain('gate-decision cannot be had')
  })

  test('names unsupported submodules and warns about connections without TLS', async () => {
    const id = (await desk.sh('git rev-parse HEAD')).out.trim()
    await desk.sh(`git update-index --add --cacheinfo 160000,${id},lib && git commit --quiet -m sub`)
    expect((await build({})).out).toContain('not scanned: the submodule lib')
    const env = { GATEHOUSE_URL: 'http://gatehouse.invalid', GATEHOUSE_PROJECT_ID: 'p', GATEHOUSE_API_KEY: KEY }
    expect((await desk.sh('sh .git/client.sh', env)).err).toContain('has no TLS')
  })

  test('packs a repository of SHA-256 and a shallow clone', async () => {
    await desk.sh(
      'git init --quiet --object-format=sha256 ../new && cd ../new && echo a > a && git add a && git commit --quiet -m a',
    )
    expect(await build({}, {}, 'cd ../new && sh "$OLDPWD/.git/client.sh"')).toMatchObject({ code: 0 })
    expect(service.fields['commitSha']).toMatch(/^[0-9a-f]{64}$/)
    service.close()
    await desk.sh('git commit --quiet --allow-empty -m second && git clone --quiet --depth 1 "file://$PWD" ../shallow')
    expect(await build({}, {}, 'cd ../shallow && sh "$OLDPWD/.git/client.sh"')).toMatchObject({ code: 0 })
  })
})
