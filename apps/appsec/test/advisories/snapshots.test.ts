import { readdirSync, readlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createNews } from '../../src/advisories/news.ts'
import { createSnapshots, SNAPSHOT_CHECK_MS } from '../../src/advisories/snapshots.ts'
import { advisory, importInto, temporaryFolder } from './made.ts'

const LODASH = { ecosystem: 'npm', name: 'lodash', version: '4.17.0' }
const OLD = advisory('GHSA-aaaa-aaaa-aaaa', 'lodash', '4.17.11')
const NEW = advisory('GHSA-bbbb-bbbb-bbbb', 'lodash', '4.17.21')

function opened(dataDir: string) {
  const clock = { time_ms: 1_000_000, now: () => clock.time_ms }
  return { clock, snapshots: createSnapshots(join(dataDir, 'advisories'), clock) }
}

/** Files below a folder that this process has open. */
function openWithin(folder: string): number {
  return readdirSync('/proc/self/fd').filter((file) => {
    try {
      return readlinkSync(`/proc/self/fd/${file}`).startsWith(folder)
    } catch {
      return false
    }
  }).length
}

describe('Advisories that were imported', () => {
  test('are absent before the first import and available after it', async () => {
    const dataDir = temporaryFolder()
    const { clock, snapshots } = opened(dataDir)
    expect(snapshots.use()).toEqual({ release: expect.any(Function) })
    const { snapshot } = await importInto(dataDir, OLD)
    clock.time_ms += SNAPSHOT_CHECK_MS
    const used = snapshots.use()
    expect(used.snapshot).toBe(snapshot.id)
    expect(used.port?.match(LODASH).map(({ id }) => id)).toEqual(['GHSA-aaaa-aaaa-aaaa'])
    used.release()
    snapshots.close()
  })

  test('are replaced for new readers; existing readers keep the old snapshot until release', async () => {
    const dataDir = temporaryFolder()
    await importInto(dataDir, OLD)
    const { clock, snapshots } = opened(dataDir)
    const before = snapshots.use()
    const besides = snapshots.use()
    await importInto(dataDir, NEW)
    expect(snapshots.use().snapshot, 'looked at only every few seconds').toBe(before.snapshot)
    clock.time_ms += SNAPSHOT_CHECK_MS
    const after = snapshots.use()
    expect(after.snapshot).not.toBe(before.snapshot)
    expect(after.port?.match(LODASH)).toHaveLength(2)
    besides.release()
    besides.release()
    expect(before.port?.match({ ...LODASH, name: 'other' })).toEqual([])
    expect(before.port?.match(LODASH), 'still open').toHaveLength(1)
    after.release()
    snapshots.close()
  })

  test.skipIf(process.platform !== 'linux')('close when the last user of an old snapshot is gone', async () => {
    const dataDir = temporaryFolder()
    await importInto(dataDir, OLD)
    const { clock, snapshots } = opened(dataDir)
    const before = snapshots.use()
    await importInto(dataDir, NEW)
    clock.time_ms += SNAPSHOT_CHECK_MS
    snapshots.use().release()
    const old = join(dataDir, 'advisories', 'snapshots', before.snapshot!)
    expect(openWithin(old)).toBeGreaterThan(0)
    before.release()
    expect(openWithin(old)).toBe(0)
    snapshots.close()
  })

  test('with damage are reported, and the previous snapshot stays in use', async () => {
    const dataDir = temporaryFolder()
    await importInto(dataDir, OLD)
    const { clock, snapshots } = opened(dataDir)
    const before = snapshots.use()
    const { snapshot } = await importInto(dataDir, NEW)
    const path = join(dataDir, 'advisories', 'snapshots', snapshot.id)
    for (const name of readdirSync(path)) writeFileSync(join(path, name), '{}')
    clock.time_ms += SNAPSHOT_CHECK_MS
    expect(snapshots.use()).toMatchObject({ snapshot: before.snapshot, gap: expect.stringContaining('corrupt') })
    snapshots.close()
  })
})

test('New snapshots are announced exactly once, even if a listener fails', async () => {
  let newest: string | undefined = 'first'
  const seen: string[] = []
  const failures: unknown[] = []
  const news = createNews(
    () => newest,
    (error) => failures.push(error),
    5,
  )
  const end = news.listen(({ id }) => {
    seen.push(id)
    throw new Error('a listener')
  })
  news.listen(({ id }) => seen.push(`too: ${id}`))
  await new Promise((resolve) => setTimeout(resolve, 30))
  expect(seen).toEqual([])
  newest = 'second'
  await expect.poll(() => seen).toEqual(['second', 'too: second'])
  end()
  newest = 'third'
  await expect.poll(() => seen).toEqual(['second', 'too: second', 'too: third'])
  expect(failures).toHaveLength(1)
  news.close()
})
