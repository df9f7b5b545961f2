import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import {
  type Desk,
  followGuide,
  gatehouseCommand,
  type GitServer,
  hasPrograms,
  makeDesk,
  makeRepository,
  type RunningGatehouse,
  SCRIPT_PROGRAMS,
  SEARCH_PATH,
  serveGit,
  startGatehouse,
  temporaryFolder,
} from '@gatehouse/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

/** Starts all services and scans four times, on a machine that runs everything else at the same moment. */
const STORY_MS_MAX = 180_000
/** Replaces the published OSV data for npm. */
const ADVISORY = {
  id: 'GHSA-1',
  modified: '2026-01-02T00:00:00Z',
  affected: [{ package: { ecosystem: 'npm', name: 'left' }, versions: ['1.0.0'] }],
}

describe.skipIf(!hasPrograms(...SCRIPT_PROGRAMS))('the guides of builds and commits', { timeout: STORY_MS_MAX }, () => {
  const folder = temporaryFolder()
  let gatehouse: RunningGatehouse
  let git: GitServer
  let desk: Desk
  let instead: Readonly<Record<string, string>>
  let env: Readonly<Record<string, string>>

  beforeAll(async () => {
    desk = makeDesk()
    const root = join(folder.path, 'repositories')
    mkdirSync(join(root, 'team'), { recursive: true })
    makeRepository(root, 'team/shop', [{ 'src/shop.ts': 'export const open = true\n' }])
    const bare = join(root, 'team/shop.git')
    execFileSync('git', ['config', '--file', join(bare, 'config'), 'http.receivepack', 'true'], {
      env: { PATH: SEARCH_PATH },
    })
    git = await serveGit(root)
    gatehouse = await startGatehouse(join(folder.path, 'data'))
    const [, url = ''] = await gatehouse.printed(/appsec\s+(http:\/\/\S+)/)
    desk.put('npm.zip', JSON.stringify(ADVISORY))
    instead = {
      'http://localhost:4100': url,
      'https://git.example.org': `http://127.0.0.1:${git.port}`,
      'https://osv-vulnerabilities.storage.googleapis.com/npm/all.zip': 'npm.zip',
    }
    const bin = gatehouseCommand(folder.path)
    env = { PATH: `${bin}${delimiter}${SEARCH_PATH}`, GATEHOUSE_DATA_DIR: join(folder.path, 'data') }
  }, STORY_MS_MAX)
  afterAll(async () => {
    await gatehouse.stop()
    await git.close()
    desk.remove()
    folder.remove()
  })

  // `npm run bench:waits` compares its duration with the 5 minutes of the guide.
  test('gate-a-build.md gates a build with the documented output', async () => {
    const blocks = await followGuide('gate-a-build.md', desk, { env, instead })
    for (const { heading, text, code, output, shown } of blocks) {
      expect([heading, text, code, output]).toEqual([heading, text, 0, expect.stringMatching(shown ?? /^\n$/)])
    }
    expect(blocks.filter(({ shown }) => shown !== undefined)).toHaveLength(4)
    expect(git.requests.some(({ url }) => url.endsWith('/git-receive-pack'))).toBe(true)
  })

  test('pre-commit.md blocks a commit with the documented output', async () => {
    const key = (await desk.sh('sed \'s/.*"plaintext":"\\([^"]*\\)".*/\\1/\' key.json')).out.trim()
    await desk.sh('rm -rf shop')
    const withKey = { GATEHOUSE_API_KEY: key }
    const blocks = await followGuide('pre-commit.md', desk, { env: withKey, instead })
    for (const { heading, text, code, output, shown } of blocks) {
      expect([heading, text, code, output]).toEqual([heading, text, 0, expect.stringMatching(shown ?? /^\n$/)])
    }
    expect(blocks.filter(({ shown }) => shown !== undefined)).toHaveLength(3)
  })
})
