import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Desk, hasPrograms, makeDesk, SCRIPT_PROGRAMS, type ShellOutcome } from '@gatehouse/testkit'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { proves } from '../../../../spec/proves.ts'
import { makeOrganization, makePerson, type Person, send, serve, type Served } from '../serve.ts'
import { LEAKED_KEY, LEAKING } from '../leaks.ts'
import { ENV_OF, SHELL_OF, STEP_OF, WORDS_OF } from './steps.ts'

const PLATFORMS = ['github', 'gitlab', 'jenkins', 'azure-devops', 'bitbucket'] as const
/** Each scans twice, on a machine that runs everything else at the same moment. */
const STORY_MS_MAX = 60_000

let service: Served
let person: Person
let key: string
beforeAll(async () => {
  service = await serve({ worker: {} })
  person = await makePerson(service.store, await makeOrganization(service.store), 'DEVELOPER')
  key = person.key['authorization']!.slice('Bearer '.length)
})
afterAll(() => service.close())

const ask = (path: string) => send(`${service.url}/api${path}`, 'GET', undefined, person.key)
const template = async (platform: string) => (await ask(`/cicd-templates/${platform}`)).text

proves('appsec:service.extras', 'serves the scripts for pipelines, commits, editors and logs', async () => {
  const { session, organizationId } = await makePerson(service.store, await makeOrganization(service.store), 'SECURITY')
  const call = (method: string, path: string, body?: object) => send(`${service.url}/api${path}`, method, body, session)
  const project = await call('POST', '/projects', { name: organizationId })
  const answers = await Promise.all([
    call('POST', '/precommit/scan', { files: [] }),
    call('GET', `/ide/findings?projectId=${String(project.body['id'])}`),
    call('GET', '/cicd-templates/gitlab'),
    call('GET', '/audit-log'),
    call('GET', '/dashboard/trends'),
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
})

describe('a template', () => {
  proves(
    ['appsec:endpoints.cicd-templates', 'appsec:templates.platforms'],
    'is there for each platform under each of its names',
    async () => {
      for (const [one, other] of [
        ['github', 'github-actions'],
        ['gitlab', 'GitLab-CI'],
        ['azure-devops', 'azure-devops-pipelines'],
        ['jenkins', 'jenkins'],
        ['bitbucket', 'bitbucket'],
      ] as const) {
        const { status, headers, text } = await ask(`/cicd-templates/${one}`)
        expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
        expect(await template(other)).toBe(text)
        expect(text).not.toMatch(/@[A-Z_0-9]+@/)
        expect(text).toContain('GATEHOUSE_API_KEY')
      }
    },
  )

  proves('appsec:templates.404', 'is a 404 for another platform, with the supported platforms', async () => {
    for (const platform of ['travis', 'constructor', '__proto__', '..%2fclient.sh']) {
      const { status, body } = await ask(`/cicd-templates/${platform}`)
      expect([status, body]).toEqual([
        404,
        expect.objectContaining({ error: 'not_found', availablePlatforms: expect.arrayContaining([...PLATFORMS]) }),
      ])
    }
    expect((await send(`${service.url}/api/cicd-templates/github`, 'GET')).status).toBe(401)
  })

  test.each(PLATFORMS)(
    'of %s fetches the client that matches its digest, whatever is served later',
    async (platform) => {
      const { script } = STEP_OF[platform]!(await template(platform))
      const digests = new Set([...script.matchAll(/[0-9a-f]{64}/g)].map(([digest]) => digest))
      expect(digests.size).toBe(1)
      const [digest = ''] = digests
      const { status, text } = await send(`${service.url}/api/cicd-templates/client.sh?sha256=${digest}`, 'GET')
      expect([status, createHash('sha256').update(text).digest('hex')]).toEqual([200, digest])
      expect((await send(`${service.url}/api/cicd-templates/client.sh`, 'GET')).text).toBe(text)
      const unknown = await send(`${service.url}/api/cicd-templates/client.sh?sha256=${'0'.repeat(64)}`, 'GET')
      expect([unknown.status, unknown.body['error']]).toEqual([404, 'not_found'])
    },
  )

  test.each(Object.keys(WORDS_OF))('of %s uses only keywords of the platform', async (platform) => {
    for (const [words, known] of WORDS_OF[platform]!(await template(platform))) {
      expect(words.filter((word) => !known.includes(word))).toEqual([])
    }
  })

  test('of GitHub has read-only permissions and pins actions to commits', async () => {
    const text = await template('github')
    const workflow = parse(text) as { permissions: object; jobs: { gatehouse: object } }
    expect(workflow.permissions).toEqual({ contents: 'read' })
    expect(Object.keys(workflow)).toEqual(['name', 'on', 'permissions', 'jobs'])
    expect([...text.matchAll(/uses: \S+@(\S+)/g)].map(([, commit]) => commit)).toEqual([
      expect.stringMatching(/^[0-9a-f]{40}$/),
      expect.stringMatching(/^[0-9a-f]{40}$/),
    ])
    // Platform substitutions in a script would be executed as code.
    expect(STEP_OF['github']!(text).script).not.toContain('${{')
    expect(STEP_OF['github']!(text).env['GATEHOUSE_API_KEY']).toBe('${{ secrets.GATEHOUSE_API_KEY }}')
  })

  test('of Azure hands the secret on, which is in no environment by itself', async () => {
    expect(STEP_OF['azure-devops']!(await template('azure-devops')).env).toEqual({
      GATEHOUSE_API_KEY: '$(GATEHOUSE_API_KEY)',
    })
  })

  test('of Jenkins has a script without Groovy interpolation', async () => {
    const text = await template('jenkins')
    expect(STEP_OF['jenkins']!(text).script).toMatch(/client\.sh/)
    expect(STEP_OF['jenkins']!(text).script).not.toContain('\\')
    expect(text.split('{').length).toBe(text.split('}').length)
    expect(text).toContain("credentials('gatehouse-api-key')")
  })
})

describe.skipIf(!hasPrograms(...SCRIPT_PROGRAMS, 'sha256sum', 'bash'))('a pipeline', { timeout: STORY_MS_MAX }, () => {
  let desk: Desk
  beforeEach(async () => {
    desk = makeDesk()
    await desk.sh('git init --quiet')
  })
  afterEach(() => desk.remove())

  /** Simulates the platform: executes the step in a checkout of the commit, with its variables. */
  async function build(platform: string, env: Readonly<Record<string, string>> = {}): Promise<ShellOutcome> {
    await desk.sh('git add -A && git commit --quiet --allow-empty -m change && git checkout --quiet --detach')
    const { script } = STEP_OF[platform]!(await template(platform))
    desk.put('../step', script)
    return desk.sh(`${SHELL_OF[platform]} ../step`, {
      ...ENV_OF[platform],
      GATEHOUSE_URL: service.url,
      GATEHOUSE_API_KEY: key,
      GATEHOUSE_PROJECT: `${platform} ${desk.path.slice(-6)} "\\ é`,
      GATEHOUSE_SCAN_TYPE: 'SECRETS_ONLY',
      ...env,
    })
  }

  test.each(PLATFORMS)('of %s passes clean code and fails on a secret', async (platform) => {
    desk.put('src/a.ts', 'export const a = 1\n')
    const passed = await build(platform)
    expect([passed.code, passed.out]).toEqual([0, expect.stringContaining('gate: PASSED')])
    // The two programs of the pipe are traced concurrently, sometimes interleaved within a line.
    const reported = /(?:\+ )*(?:echo [0-9a-f]{64} {1,2}\.git\/gatehouse-ci\.sh|sha256sum -c -)|^\+ .*/gm
    expect(passed.err.replaceAll(reported, '').trim()).toBe('')
    expect(readdirSync(join(desk.path, 'gatehouse-results'))).toEqual(
      expect.arrayContaining(['findings.sarif', 'sbom.cdx.json', 'sbom.spdx.json', 'signature.json']),
    )
    await desk.sh('rm -r gatehouse-results')
    desk.put('src/b.ts', LEAKING)
    const failed = await build(platform)
    expect(failed.code).toBe(1)
    expect(failed.out).toMatch(/^SEVERITY {2}NEW {2}FINDING\nHIGH {6}new {2}src\/b\.ts:1 {2}\S/m)
    expect(failed.out).toMatch(/gate: FAILED, found: critical 0, high 1, .*\n {2}- 1 new finding since/)
    expect(readFileSync(join(desk.path, 'gatehouse-results/findings.sarif'), 'utf8')).toContain('src/b.ts')
    const shown = passed.out + failed.out + failed.err
    expect(shown).not.toContain(key)
    expect(shown).not.toContain(LEAKED_KEY)
    const [, scanId] = /scan (\S+) of commit/.exec(failed.out) ?? []
    const { body } = await ask(`/scans/${scanId}`)
    const commit = (await desk.sh('git rev-parse HEAD')).out.trim()
    expect(body).toMatchObject({ branch: 'feature/one', prNumber: 7, commitSha: commit, sourceType: 'UPLOAD' })
    const [, before] = /scan (\S+) of commit/.exec(passed.out) ?? []
    expect((await ask(`/scans/${before}`)).body['projectId']).toBe(body['projectId'])
    expect(readdirSync(join(desk.path, '.git')).filter((name) => name.startsWith('gatehouse'))).toEqual([
      'gatehouse-ci.sh',
    ])
  })

  test.each(PLATFORMS)('of %s exits with 2 without a result', async (platform) => {
    for (const [env, says] of [
      [{ GATEHOUSE_URL: 'http://127.0.0.1:1' }, /curl: \(7\)/],
      [{ GATEHOUSE_URL: '' }, /GATEHOUSE_URL is not set/],
      [{ GATEHOUSE_API_KEY: '' }, /GATEHOUSE_API_KEY is not set/],
      [{ GATEHOUSE_API_KEY: '$(GATEHOUSE_API_KEY)' }, /GATEHOUSE_API_KEY is not set, or is no key/],
      [{ GATEHOUSE_API_KEY: 'gha_unknown' }, /answered 401 Unauthorized/],
    ] as const) {
      const { code, out, err } = await build(platform, env)
      expect([code, `${out}${err}`]).toEqual([2, expect.stringMatching(says)])
    }
    expect(existsSync(join(desk.path, 'gatehouse-results'))).toBe(false)
  })

  test('runs only the client that matches its digest', async () => {
    const { script } = STEP_OF['github']!(await template('github'))
    const forged = script.replace('/api/cicd-templates/client.sh', '/api/precommit/install.sh')
    const { code, out } = await desk.sh(forged, { GATEHOUSE_URL: service.url, GATEHOUSE_API_KEY: key })
    expect([code, out]).toEqual([2, expect.stringContaining('FAILED')])
    expect(existsSync(join(desk.path, '.git/hooks/pre-commit'))).toBe(false)
  })

  test('scans files that git attributes would omit or change', async () => {
    desk.put('.gitattributes', 'hidden.ts export-ignore\nhidden export-ignore\n*.ts export-subst ident\n* -diff\n')
    desk.put('hidden.ts', `$Format:%an$ $Id$\n${LEAKING}`)
    desk.put('hidden/b.ts', LEAKING)
    desk.put("odd name '$(id)'.ts", LEAKING)
    const { out } = await build('github')
    for (const place of [' hidden.ts:2 ', ' hidden/b.ts:1 ', " odd name '$(id)'.ts:1 "]) expect(out).toContain(place)
    const [, scanId] = /scan (\S+) of commit/.exec(out) ?? []
    expect((await ask(`/scans/${scanId}`)).body).toMatchObject({ highCount: 3, filesScanned: 4 })
  })

  test('never passes a scan that did not end well, or was stopped', async () => {
    desk.put('a.ts', 'clean\n')
    const unknown = await build('gitlab', { GATEHOUSE_SCAN_TYPE: 'DAST_ONLY' })
    expect([unknown.code, unknown.err]).toEqual([2, expect.stringMatching(/answered (?:400|501)/)])
    const late = await build('gitlab', { GATEHOUSE_TIMEOUT_S: '0' })
    expect([0, 2]).toContain(late.code)
    const project = await build('gitlab', { GATEHOUSE_PROJECT_ID: '0199f0c1-2b3c-7d4e-8f5a-6b7c8d9e0f1a' })
    expect([project.code, project.err]).toEqual([2, expect.stringContaining('answered 404 not_found')])
    const removed = { GATEHOUSE_URL: 'http://127.0.0.1:1', GATEHOUSE_API_KEY: key, GATEHOUSE_PROJECT_ID: 'any' }
    const away = await desk.sh('sh .git/gatehouse-ci.sh', removed)
    expect([away.code, away.err]).toEqual([2, expect.stringMatching(/could not scan: curl: \(7\)/)])
    const bare = await desk.sh('cd .. && sh work/.git/gatehouse-ci.sh', {
      GATEHOUSE_URL: service.url,
      GATEHOUSE_API_KEY: key,
    })
    expect([bare.code, bare.err]).toEqual([2, expect.stringContaining('in no repository of git')])
  })

  test('hides the key from shell traces', async () => {
    desk.put('src/a.ts', 'export const a = 1\n')
    await build('github')
    const env = { GATEHOUSE_URL: service.url, GATEHOUSE_API_KEY: key, GATEHOUSE_SCAN_TYPE: 'SECRETS_ONLY' }
    const { code, out, err } = await desk.sh('sh -x .git/gatehouse-ci.sh', env)
    expect(code).toBe(0)
    expect(out + err).not.toContain(key)
  })
})
