import { mkdirSync, readFileSync, symlinkSync } from 'node:fs'
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
  freePort,
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
    // Separate data folder: a scan in a tutorial reads no other installation's advisories.
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

  test.each([
    ['protect-a-chat-app.md', 5],
    ['scan-your-first-project.md', 4],
    ['from-finding-to-policy.md', 7],
  ])('%s runs as documented with %i matching outputs', async (name, outputs) => {
    const desk = makeDesk()
    try {
      mkdirSync(join(desk.path, 'gatehouse/examples/red-team'), { recursive: true })
      desk.put('gatehouse/examples/red-team/agent.ts', readFileSync(AGENT))
      const blocks = await followGuide(name, desk, { env, instead })
      for (const { heading, text, code, output, shown } of blocks) {
        expect([heading, text, code, output]).toEqual([heading, text, 0, expect.stringMatching(shown ?? /^\n$/)])
      }
      // A page that loses an output would prove less.
      expect(blocks.filter(({ shown }) => shown !== undefined)).toHaveLength(outputs)
    } finally {
      desk.remove()
    }
  })
})
