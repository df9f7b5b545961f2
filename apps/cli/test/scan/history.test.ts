import { rmSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { hasPrograms, SEARCH_PATH, serveGit } from '@gatehouse/testkit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Workplace, workplace } from '../repository.ts'
import { gatehouse } from '../vulndb/support.ts'

/** In parts, so that scanners do not report this file as a leak. */
const KEY_ID = ['AKIA', 'Q3EGRIJ7', 'Z4XN2VPL'].join('')
const TOKEN = ['glpat', 'xQ7vR2mK9wLpT4zNcB8d'].join('-')
const OTHER = ['glpat', 'hT5bW8nJ3cYqF6sVdG1k'].join('-')

let place: Workplace
beforeEach(() => {
  place = workplace()
})
afterEach(() => place.remove())

const secrets = (...args: string[]) => gatehouse(place.folder, ['secrets', ...args], { env: { PATH: SEARCH_PATH } })
interface Found {
  readonly ruleId: string
  readonly filePath: string
  readonly metadata: Readonly<Record<string, unknown>>
}
async function found(...args: string[]): Promise<readonly Found[]> {
  const { out } = await secrets(...args, '--format', 'json')
  return (JSON.parse(out) as { findings: readonly Found[] }).findings
}

/** Creates a history with a removed token, one that still exists under another name, and one on a branch only. */
function withPast(): { readonly first: string; readonly second: string } {
  place.put({ 'app/settings.ts': `export const token = '${TOKEN}'\n`, 'deploy.sh': `export KEY=${KEY_ID}\n` })
  const first = place.commit()
  place.put({ 'app/settings.ts': 'export const token = process.env.TOKEN\n', 'deploy.sh': null })
  place.put({ 'bin/deploy.sh': `export KEY=${KEY_ID}\n`, 'logo.png': `GIF89a\u0010\0\u0010\0${TOKEN}` })
  const second = place.commit()
  place.git('checkout', '--quiet', '-b', 'side')
  place.put({ 'side.env': `GITLAB_TOKEN=${OTHER}\n` })
  place.commit()
  place.git('checkout', '--quiet', 'main')
  return { first, second }
}

describe.skipIf(!hasPrograms('git'))('the history', () => {
  test('reports a removed secret with its commit, date and presence in HEAD', async () => {
    const { first } = withPast()
    expect((await found()).map(({ filePath }) => filePath)).toEqual(['bin/deploy.sh'])
    const all = await found('--history')
    expect(all).toMatchObject([
      { filePath: 'bin/deploy.sh', metadata: { commit: first, inHead: true } },
      {
        ruleId: 'secrets/gitlab-token',
        filePath: 'app/settings.ts',
        metadata: { commit: first, authoredAt: '2025-01-01T00:00:00.000Z', inHead: false },
      },
      { filePath: 'side.env', metadata: { inHead: false } },
    ])
  })

  test('as a table reports commits and counts, and shows no secret', async () => {
    const { first } = withPast()
    const { code, out } = await secrets('--history')
    expect(code).toBe(1)
    expect(out).toContain(`introduced in commit ${first.slice(0, 12)} on 2025-01-01, not in HEAD`)
    expect(out).toMatch(/in 3 files and 4 file versions from 3 commits \(0\.0 MB\)/)
    for (const secret of [TOKEN, OTHER, KEY_ID]) expect(out).not.toContain(secret)
  })

  test('can be limited to a branch, a commit or a date', async () => {
    const { first } = withPast()
    const paths = async (...args: string[]) => (await found(...args)).map(({ filePath }) => filePath)
    expect(await paths('--history', '--branch', 'main')).toEqual(['bin/deploy.sh', 'app/settings.ts'])
    expect(await paths('--since', first)).toEqual(['bin/deploy.sh', 'side.env'])
    expect(await paths('--since', '2025-01-02')).toEqual(['bin/deploy.sh', 'side.env'])
    expect(await secrets('--since', 'soon')).toMatchObject({
      code: 2,
      err: expect.stringContaining('"soon" is neither'),
    })
  })

  test('reports where a secret still exists, also in a file with an image extension', async () => {
    withPast()
    place.put({ 'photo.png': `token = '${TOKEN}'\n` })
    place.commit()
    const { out } = await secrets('--history')
    expect(out).toMatch(/photo\.png:1:10\n[^\n]*\n\s*introduced in commit \w{12} on 2025-01-01, still in HEAD\n/)
  })

  test('accepts secrets in the baseline and fails for new secrets', async () => {
    withPast()
    expect((await secrets('--history', '--write-baseline', 'known.json')).code).toBe(1)
    expect((await secrets('--history', '--baseline', 'known.json')).code).toBe(0)
    place.put({ 'new.env': `TOKEN=${TOKEN.replace('xQ7v', 'mR2z')}\n` })
    place.commit()
    place.put({ 'new.env': null })
    expect((await secrets('--history', '--baseline', 'known.json')).code).toBe(1)
  })

  test('of a folder without a repository is a single-line error', async () => {
    place.put({ 'a.txt': 'text' })
    expect(await secrets('--history')).toMatchObject({ code: 2, err: expect.stringContaining('no history') })
  })

  test('is included in a full scan, but not in a scan without secrets', async () => {
    withPast()
    const { out } = await gatehouse(place.folder, ['scan', '--history'], { env: { PATH: SEARCH_PATH } })
    expect(out).toContain('app/settings.ts')
    const since = ['scan', '--since', '2025-01-02', '--format', 'csv', '--output', 'out.csv']
    const later = await gatehouse(place.folder, since, { env: { PATH: SEARCH_PATH } })
    expect(later).toMatchObject({
      out: '',
      err: expect.stringMatching(/^2 findings \(.*\) in 3 files and 2 file versions/),
    })
    const without = await gatehouse(place.folder, ['scan', '--history', '--type', 'SCA_ONLY'])
    expect(without).toMatchObject({ code: 2, err: expect.stringContaining('SCA_ONLY') })
  })

  test('of a repository elsewhere is that of all its branches', async () => {
    withPast()
    const bare = `${place.folder}-bare.git`
    place.git('clone', '--quiet', '--bare', '.', bare)
    const server = await serveGit(dirname(bare))
    try {
      const url = `http://127.0.0.1:${server.port}/${basename(bare)}`
      const env = { PATH: SEARCH_PATH, GATEHOUSE_EGRESS_ALLOW: '127.0.0.1' }
      const { out, err } = await gatehouse(place.folder, ['secrets', url, '--history', '--format', 'json'], { env })
      expect(err).toBe('')
      const { findings } = JSON.parse(out) as { findings: readonly Found[] }
      expect(findings.map(({ filePath }) => filePath)).toEqual(['bin/deploy.sh', 'app/settings.ts', 'side.env'])
      const outcome = await gatehouse(place.folder, ['secrets', url, '--history', '--branch', 'main'], { env })
      expect(outcome.out).not.toContain('side.env')
      expect(outcome.out).toContain('app/settings.ts')
    } finally {
      await server.close()
      rmSync(bare, { recursive: true })
    }
  })
})

const ESCAPE = '\u001b]0;owned\u0007\u202e'

describe.skipIf(!hasPrograms('git'))('names of files, branches and findings', () => {
  test('never steer the terminal', async () => {
    place.put({ [`${ESCAPE}.env`]: `TOKEN=${TOKEN}\n`, 'gone.env': `TOKEN=${OTHER}\n` })
    place.commit()
    place.put({ 'gone.env': null })
    for (const args of [['--history'], ['--branch', ESCAPE, '--history'], ['--since', ESCAPE], [ESCAPE]]) {
      const { out, err } = await secrets(...args)
      // oxlint-disable-next-line no-control-regex -- what must not be there
      expect(out + err).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/)
    }
  })
})
