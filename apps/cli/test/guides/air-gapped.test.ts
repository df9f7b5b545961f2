import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import {
  type Desk,
  followGuide,
  gatehouseCommand,
  hasPrograms,
  makeDesk,
  type RunningGatehouse,
  SCRIPT_PROGRAMS,
  SEARCH_PATH,
  startGatehouse,
  temporaryFolder,
} from '@gatehouse/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

/** Starts all services, on a machine that runs everything else at the same moment. */
const STORY_MS_MAX = 120_000
const GUARD = fileURLToPath(new URL('no-network.mjs', import.meta.url))

const record = (id: string, name: string, cve: string) => ({
  id,
  aliases: [cve],
  modified: '2026-01-02T00:00:00Z',
  summary: `${name} runs what it is given`,
  severity: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' }],
  affected: [
    {
      package: { ecosystem: 'npm', name },
      ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '2.0.0' }] }],
    },
  ],
})

describe.skipIf(!hasPrograms(...SCRIPT_PROGRAMS))('on a machine without a network', { timeout: STORY_MS_MAX }, () => {
  const folder = temporaryFolder()
  const egressLog = join(folder.path, 'egress.log')
  const dataDir = join(folder.path, 'data')
  let gatehouse: RunningGatehouse
  let desk: Desk
  let env: Readonly<Record<string, string>>

  beforeAll(async () => {
    desk = makeDesk()
    const guarded = { NODE_OPTIONS: `--import=${GUARD}`, EGRESS_LOG: egressLog }
    gatehouse = await startGatehouse(dataDir, guarded)
    const [, url = ''] = await gatehouse.printed(/appsec\s+(http:\/\/\S+)/)
    const bin = gatehouseCommand(folder.path)
    env = {
      ...guarded,
      PATH: `${bin}${delimiter}${SEARCH_PATH}`,
      GATEHOUSE_URL: url,
      GATEHOUSE_DATA_DIR: dataDir,
    }
    const records = [record('GHSA-1', 'left', 'CVE-2026-0001'), record('GHSA-2', 'right', 'CVE-2026-0002')]
    desk.put('npm.zip', records.map((item) => JSON.stringify(item)).join('\n'))
    const known = { dateReleased: '2026-02-03T04:05:06Z', vulnerabilities: [{ cveID: 'CVE-2026-0001' }] }
    desk.put('kev.json', JSON.stringify(known))
    desk.put('epss.csv.gz', gzipSync('#score_date:2026-02-04T00:00:00Z\ncve,epss,percentile\nCVE-2026-0001,0.9,0.99\n'))
    const packages = {
      '': { name: 'shop', dependencies: { left: '^1.0.0' } },
      'node_modules/left': { version: '1.0.0' },
    }
    desk.put('shop/package-lock.json', JSON.stringify({ name: 'shop', lockfileVersion: 3, packages }))
  }, STORY_MS_MAX)
  afterAll(async () => {
    await gatehouse.stop()
    desk.remove()
    folder.remove()
  })

  test('the commands of the guide succeed without outbound connections', async () => {
    const blocks = await followGuide('air-gapped.md', desk, { env, instead: {} })
    for (const { heading, text, code, output, shown } of blocks) {
      expect([heading, text, code, output]).toEqual([heading, text, 0, expect.stringMatching(shown ?? /./)])
    }
    expect(blocks.length).toBe(4)
    expect(existsSync(egressLog) ? readFileSync(egressLog, 'utf8') : '').toBe('')
  })

  test('an outbound connection is denied and logged', async () => {
    const { code } = await desk.sh('gatehouse vulndb import https://mirror.example.org/npm.zip', env)
    expect(code).not.toBe(0)
    expect(readFileSync(egressLog, 'utf8')).toContain('mirror.example.org')
  })
})
