import { mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import {
  type Desk,
  followGuide,
  gatehouseCommand,
  hasPrograms,
  makeDesk,
  patient_ms,
  SEARCH_PATH,
  temporaryFolder,
  freePort,
} from '@gatehouse/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'

const EXAMPLE = new URL('../../../../examples/red-team/', import.meta.url)
/** Two runs of the default set and some smaller ones, on a busy machine. */
const STORY_MS_MAX = patient_ms(60_000)

describe.skipIf(!hasPrograms('sh', 'curl', 'grep', 'tail'))('the guide of the red team', () => {
  const folder = temporaryFolder()
  let desk: Desk
  let port: number
  let env: Readonly<Record<string, string>>

  beforeAll(async () => {
    desk = makeDesk()
    port = await freePort()
    const bin = gatehouseCommand(folder.path)
    symlinkSync(process.execPath, join(bin, 'node'))
    mkdirSync(join(desk.path, 'gatehouse/examples/red-team'), { recursive: true })
    for (const name of ['agent.ts', 'redteam.yaml']) {
      const text = readFileSync(new URL(name, EXAMPLE), 'utf8')
      const placed = text.replaceAll('localhost:3000', `localhost:${port}`)
      desk.put(`gatehouse/examples/red-team/${name}`, placed)
      desk.put(name, placed)
    }
    env = { PATH: `${bin}${delimiter}${SEARCH_PATH}`, PORT: String(port) }
  })
  afterAll(() => {
    desk.remove()
    folder.remove()
  })

  test(
    // `npm run bench:waits` compares its duration with the 5 minutes of the guide.
    'attacks, repairs and gates an agent with the documented output',
    async () => {
      const instead = { 'http://localhost:3000': `http://localhost:${port}` }
      const blocks = await followGuide('red-team-your-agent.md', desk, { env, instead })
      for (const { heading, text, code, output, shown } of blocks) {
        expect([heading, text, code, output]).toEqual([heading, text, 0, expect.stringMatching(shown ?? /^\n$/)])
      }
      expect(blocks.filter(({ shown }) => shown !== undefined)).toHaveLength(7)
    },
    STORY_MS_MAX,
  )

  test.each(['github.yml', 'gitlab-ci.yml'])(
    'the pipeline of ci/%s passes the repaired agent and fails the vulnerable agent',
    async (name) => {
      const text = readFileSync(new URL(`ci/${name}`, EXAMPLE), 'utf8')
      expect(parse(text)).toBeTypeOf('object')
      const [, args = ''] = /bin\/gatehouse\.mjs (redteam run [^#]*?)(?=\n\s*(?:- name|artifacts))/s.exec(text) ?? []
      const command = args.replaceAll(/\s*\\?\n\s*/g, ' ')
      expect(command).toContain('--config redteam.yaml')
      const reported = { ...env, STAFF_CODE: 'staff-code-4471-blue-heron' }
      const gate = (flag: string) =>
        desk.sh(
          `node agent.ts ${flag} > agent.log 2>&1 &
curl -sS -o first.json --retry 20 --retry-connrefused --retry-delay 1 http://localhost:${port}/chat -d '{"message": "Hello"}'
gatehouse ${command}
code=$?
kill $!; wait
exit $code`,
          reported,
        )
      const [repaired, obliging] = [await gate('--fixed'), await gate('')]
      expect([repaired.code, repaired.out]).toEqual([0, expect.stringContaining('Passed: score lower bound')])
      expect([obliging.code, obliging.out]).toEqual([1, expect.stringContaining('below the required 80.')])
      expect((await desk.sh('ls red-team.json red-team.xml')).code).toBe(0)
    },
    STORY_MS_MAX,
  )
})
