import { expect, test } from 'vitest'
import { planShards } from '../src/scan/plan.ts'
import { memoryTree as treeOf } from '@gatehouse/testkit/memory-tree'

function shardsOf(files: number, bytes: number) {
  const tree = treeOf({})
  const paths = Array.from({ length: files }, (_, at) => `${String(at).padStart(6, '0')}.js`)
  return planShards({ ...tree, files: paths.map((path) => ({ path, size_bytes: bytes })) }, false)
}

/** Returns the duration, in bytes, of threads that each take the next shard when they finish. */
function lastOf(shards: ReturnType<typeof shardsOf>, threads: number): number {
  const busy = Array.from({ length: threads }, () => 0)
  for (const { files } of shards) {
    const first = busy.indexOf(Math.min(...busy))
    busy[first]! += files.reduce((sum, { size_bytes }) => sum + size_bytes, 0)
  }
  return Math.max(...busy)
}

test.each([
  [100, 4_000, 2],
  [800, 4_000, 2],
  [800, 27_000, 4],
  [3_000, 8_000, 8],
])('%d files of %d bytes keep %d threads busy to the end', (files, bytes, threads) => {
  const shards = shardsOf(files, bytes)
  expect(shards.flatMap((shard) => shard.files).map(({ path }) => path)).toEqual(
    Array.from({ length: files }, (_, at) => `${String(at).padStart(6, '0')}.js`),
  )
  const ideal = (files * bytes) / threads
  expect(lastOf(shards, threads) - ideal).toBeLessThan(130_000)
})

test('shards of large trees are few, and a file is never cut', () => {
  expect(shardsOf(10_000, 10_000).length).toBeLessThan(200)
  expect(shardsOf(3, 900_000).map(({ files }) => files.length)).toEqual([1, 1, 1])
  expect(shardsOf(0, 1)).toEqual([])
})
