import { mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { delimiter, join } from 'node:path'
import {
  followGuide,
  gatehouseCommand,
  hasPrograms,
  makeDesk,
  patient_ms,
  type RunningGatehouse,
  SCRIPT_PROGRAMS,
  SEARCH_PATH,
  startGatehouse,
  temporaryFolder,
} from '@gatehouse/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const AGENT = new URL('../../../../examples/red-team/agent.ts', import.meta.url)
/** Starts all services, scans four times and attacks twice, on a machine that runs everything else at the same moment. */
const STORY_MS_MAX = patient_ms(90_000)

describe.skipIf(!hasPrograms(...SCRIPT_PROGRAMS, 'grep', 'tail'))('the tutorials', { timeout: STORY_MS_MAX }, () => {
  const folder = temporaryFolder()
  let gatehouse: RunningGatehouse
  let env: Readonly<Record<string, string>>
  let instead: Readonly<Record<string, string>>

  beforeAll(async () => {
    gatehouse = await startGatehouse(join(folder.path, 'data'))
    const bin = gatehouseCommand(folder.path)
    symlinkSync(process.execPath, join(bin, 'node'))
    const [app, guarded] = [await freePort(), await freePort()]
    // The data folder of its own: a scan for a lesson reads the advisories of nobody.
    env = {
      PATH: `${bin}${delimiter}${SEARCH_PATH}`,
      PORT: String(app),
      GATEHOUSE_URL: gatehouse.url,
      GATEHOUSE_DATA_DIR: join(folder.path, 'own'),
    }
    instead = {
      'http://localhost:4000': gatehouse.url,
      'localhost:3000': `localhost:${app}`,
      'localhost:3001': `localhost:${guarded}`,
      'listen(3000,': `listen(${app},`,
      'listen(3001,': `listen(${guarded},`,
    }
  }, STORY_MS_MAX)
  afterAll(async () => {
    await gatehouse.stop()
    folder.remove()
  })

  /** @param outputs  how many blocks the page shows the output of: one that loses its output would prove less */
  async function follow(name: string, outputs: number): Promise<void> {
    const desk = makeDesk()
    try {
      mkdirSync(join(desk.path, 'gatehouse/examples/red-team'), { recursive: true })
      desk.put('gatehouse/examples/red-team/agent.ts', readFileSync(AGENT))
      const blocks = await followGuide(name, desk, { env, instead })
      for (const { heading, text, code, output, shown } of blocks) {
        expect([heading, text, code, output]).toEqual([heading, text, 0, expect.stringMatching(shown ?? /^\n$/)])
      }
      expect(blocks.filter(({ shown }) => shown !== undefined)).toHaveLength(outputs)
    } finally {
      desk.remove()
    }
  }

  test('a chat app is protected as the lesson says', () => follow('protect-a-chat-app.md', 5))

  test('a project is scanned and repaired as the lesson says', () => follow('scan-your-first-project.md', 4))

  test('a finding becomes a policy as the lesson says', () => follow('from-finding-to-policy.md', 7))
})

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise<void>((resolve) => server.close(() => resolve()))
  return port
}
