import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type RunningGatehouse, startGatehouse, temporaryFolder } from '@gatehouse/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'

const folder = import.meta.dirname
/** Files for the commands of the README, which a test of its own runs. */
const README_FILES = 'quick-start'
const stories = readdirSync(folder, { withFileTypes: true }).filter(
  (entry) => entry.isDirectory() && entry.name !== README_FILES,
)
const dataDir = temporaryFolder()
let gatehouse: RunningGatehouse

beforeAll(async () => {
  gatehouse = await startGatehouse(dataDir.path)
  // As after other stories: from its first agent on, a tenant requires the caller's agent.
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ agent_id: 'first', tools: [] })
  const response = await fetch(`${gatehouse.url}/v1/agents/registry`, { method: 'POST', headers, body })
  const removed = await fetch(`${gatehouse.url}/v1/agents/registry/first`, { method: 'DELETE' })
  if (!response.ok || !removed.ok) throw new Error(await response.text())
})

afterAll(async () => {
  await gatehouse.stop()
  dataDir.remove()
})

/** Some start the command line eight times, on a machine that runs everything else at the same moment. */
const STORY_MS_MAX = 120_000

/** Configuration of the reader's tenant that a story may change. */
const CONFIGURATION = [
  '/v1/tenant/me',
  '/v1/tenant/me/tools',
  '/v1/tenant/me/custom-policies',
  '/v1/tenant/me/model-upstreams',
  '/v1/tenant/me/mcp-gateway/upstreams',
  '/v1/tenant/me/webhooks',
  '/v1/tenant/me/retention',
  '/v1/agents/registry',
  '/v1/agents/tools/policies',
  '/v1/shield/tools/disabled',
  '/v1/shield/mcp/servers',
  '/v1/data-policies/tools',
  '/v1/data-policies/global/policy',
]

function configuration(): Promise<unknown[]> {
  return Promise.all(
    CONFIGURATION.map(async (path) => {
      const response = await fetch(gatehouse.url + path)
      expect([path, response.status]).toEqual([path, 200])
      return [path, await response.json()]
    }),
  )
}

test.each(stories.map(({ name }) => name))(
  '%s runs and its assertions succeed',
  async (name) => {
    const script = join(folder, name, 'run.ts')
    const env = { ...process.env, GATEHOUSE_URL: gatehouse.url }
    const before = await configuration()
    // A failed assertion of the story ends it with an error, and so this test.
    const { stdout } = await promisify(execFile)(process.execPath, ['--conditions=gatehouse', script], { env })
    expect(stdout).not.toBe('')
    // Each story leaves the tenant in its original state for the next one.
    expect(await configuration()).toEqual(before)
  },
  STORY_MS_MAX,
)
