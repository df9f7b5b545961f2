import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, readdirSync, readFileSync, readlinkSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { freePort, hasPrograms, makeDesk, type Desk, type RunningGatehouse, startGatehouse } from '@gatehouse/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { blocksOf, ROOT } from '../docs/pages.ts'

/** Six commands start through npx, on a machine that runs other tests at the same time. */
const README_MS_MAX = 240_000
/** Run by `npm test` itself: they would start this test again. */
const TEST_COMMANDS = 'npm test '
/** Serves until it is stopped: for another terminal. */
const AGENT = 'npx node examples/red-team/agent.ts'
const START = 'git clone <this repository> gatehouse && cd gatehouse\nnpm start'

const blocks = blocksOf('README.md', readFileSync(join(ROOT, 'README.md'), 'utf8')).filter(
  ({ language, text }) => language === 'sh' && !text.startsWith(TEST_COMMANDS),
)

describe.skipIf(!hasPrograms('sh', 'git', 'curl', 'npx'))(
  'the commands of the README',
  { timeout: README_MS_MAX },
  () => {
    let desk: Desk
    let gatehouse: RunningGatehouse
    let agent: ChildProcess | undefined

    beforeAll(async () => {
      desk = makeDesk()
      cloneTo(desk.path)
      gatehouse = await startGatehouse(join(desk.path, '..', 'data'))
    }, README_MS_MAX)
    afterAll(async () => {
      agent?.kill()
      await gatehouse.stop()
      desk.remove()
    })

    test('start with clone and start', () => {
      expect(blocks[0]?.text).toBe(START)
    })

    test('succeed in order on a clone and print the output in the README', async () => {
      const agentPort = String(await freePort())
      const env = {
        PORT: agentPort,
        PATH: process.env['PATH'] ?? '',
        GATEHOUSE_DATA_DIR: join(desk.path, '..', 'local'),
        GATEHOUSE_EGRESS_ALLOW: '127.0.0.1/32,localhost',
      }
      const outputs: string[] = []
      for (const { text } of blocks.slice(1)) {
        if (text === AGENT) {
          agent = await startAgent(desk.path, env)
          continue
        }
        const command = text
          .replaceAll('localhost:4000', new URL(gatehouse.url).host)
          .replaceAll('localhost:3000', `localhost:${agentPort}`)
        const { code, out, err } = await desk.sh(`set -e\n${command}`, env)
        expect({ text, code, err: code === 0 ? '' : err }).toEqual({ text, code: 0, err: '' })
        outputs.push(out)
      }
      const [prompt = '', file = '', checks = '', scans = '', attack = ''] = outputs
      expect(JSON.parse(prompt)).toMatchObject({ safe: false, action: 'block' })
      expect(JSON.parse(file)).toMatchObject({ safe: false, action: 'block', file: { mime_type: 'application/pdf' } })
      expect(checks).toMatch(/^blocked$/m)
      expect(checks).toContain('[EMAIL_ADDRESS]')
      for (const found of ['GHSA-xvch-5gv4-984h', 'shop-debug-route', 'server.js:', 'rejectUnauthorized: true'])
        expect(scans).toContain(found)
      expect(scans).toMatch(/^findings of severity high or above$/m)
      expect(attack).toMatch(/^weaknesses found$/m)
      expect([outputs.length, agent?.exitCode]).toEqual([5, null])
      const written = readdirSync(desk.path)
      expect(written).toEqual(expect.arrayContaining(['report.html', 'sbom.json', 'redteam.json']))
    })
  },
)

/** Starts Node directly instead of npx, which leaves its child process running when it is stopped. */
async function startAgent(cwd: string, env: Readonly<Record<string, string>>): Promise<ChildProcess> {
  const [, , script = ''] = AGENT.split(' ')
  const child = spawn(join(cwd, 'node_modules/.bin/node'), [script], { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  return child
}

/** Files of a clone that the commands need; dependencies are links. The tested folder need not be a repository. */
const CLONED = [
  'apps',
  'packages',
  'bin',
  'tools',
  'examples',
  'schemas',
  'package.json',
  'package-lock.json',
  '.npmrc',
]
const LEFT_OUT = /\/(?:node_modules|test|dist|\.gatehouse)$/

function cloneTo(folder: string): void {
  for (const name of CLONED) {
    cpSync(join(ROOT, name), join(folder, name), { recursive: true, filter: (path) => !LEFT_OUT.test(path) })
  }
  linkDependencies(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
}

/** Workspace links stay relative, so that they point into the clone. */
function linkDependencies(from: string, to: string): void {
  mkdirSync(join(to, '@gatehouse'), { recursive: true })
  for (const name of readdirSync(from)) if (name !== '@gatehouse') symlinkSync(join(from, name), join(to, name))
  for (const name of readdirSync(join(from, '@gatehouse')))
    symlinkSync(readlinkSync(join(from, '@gatehouse', name)), join(to, '@gatehouse', name))
}
