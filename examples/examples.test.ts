import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type RunningGatehouse, startGatehouse, temporaryFolder } from '@gatehouse/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'

const folder = import.meta.dirname
const stories = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
const dataDir = temporaryFolder()
let gatehouse: RunningGatehouse

beforeAll(async () => {
  gatehouse = await startGatehouse(dataDir.path)
})

afterAll(async () => {
  await gatehouse.stop()
  dataDir.remove()
})

test.each(stories.map(({ name }) => name))('%s runs and finds what it expects', async (name) => {
  const script = join(folder, name, 'run.ts')
  const env = { ...process.env, GATEHOUSE_URL: gatehouse.url }
  // A failed assertion of the story ends it with an error, and so this test.
  const { stdout } = await promisify(execFile)(process.execPath, ['--conditions=gatehouse', script], { env })
  expect(stdout).not.toBe('')
})
