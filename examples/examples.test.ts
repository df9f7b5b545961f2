import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type RunningGatehouse, startGatehouse } from '@gatehouse/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'

const folder = import.meta.dirname
const stories = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-examples-'))
let gatehouse: RunningGatehouse

beforeAll(async () => {
  gatehouse = await startGatehouse(dataDir)
})

afterAll(async () => {
  await gatehouse.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

test.each(stories.map(({ name }) => name))('%s runs and finds what it expects', async (name) => {
  const script = join(folder, name, 'run.ts')
  const env = { ...process.env, GATEHOUSE_URL: gatehouse.url }
  // A failed assertion of the story ends it with an error, and so this test.
  const { stdout } = await promisify(execFile)(process.execPath, ['--conditions=source', script], { env })
  expect(stdout).not.toBe('')
})
