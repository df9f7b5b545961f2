import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createKeyRing } from '@gatehouse/kernel/sealing'
import { afterAll, expect, test } from 'vitest'
import { openAnchors } from '../src/audit-anchors.ts'

const folder = mkdtempSync(join(tmpdir(), 'anchors-'))
afterAll(() => rmSync(folder, { recursive: true }))
const keys = createKeyRing([Buffer.alloc(32, 1)])

/** Opens a file and collects the reports. */
function opened(path: string, ring = keys) {
  const problems: string[] = []
  return { problems, file: openAnchors(path, ring, (reason) => problems.push(reason)) }
}

test('heads are restored after a restart', async () => {
  const path = join(folder, 'kept.json')
  const first = opened(path)
  first.file.note('acme', { seq: 4, hash: 'aa' })
  await first.file.close()
  const second = opened(path)
  expect(second.file.get('acme')).toEqual({ seq: 4, hash: 'aa' })
  expect(second.problems).toEqual([])
  await second.file.close()
})

test('a file that was changed without the master key is reported and not used', async () => {
  const path = join(folder, 'changed.json')
  const first = opened(path)
  first.file.note('acme', { seq: 4, hash: 'aa' })
  await first.file.close()
  writeFileSync(path, readFileSync(path, 'utf8').replace('"seq":4', '"seq":3'))
  const second = opened(path)
  expect(second.file.get('acme')).toBeUndefined()
  expect(second.problems).toHaveLength(1)
  const other = opened(path, createKeyRing([Buffer.alloc(32, 2)]))
  expect(other.file.get('acme')).toBeUndefined()
  writeFileSync(path, 'no JSON')
  expect(opened(path).problems).toHaveLength(1)
})

test('two processes with the same data folder keep the later head of each chain', async () => {
  const path = join(folder, 'shared.json')
  const [one, two] = [opened(path), opened(path)]
  one.file.note('acme', { seq: 9, hash: 'a9' })
  one.file.note('beta', { seq: 1, hash: 'b1' })
  two.file.note('beta', { seq: 5, hash: 'b5' })
  await two.file.close()
  await one.file.close()
  const { file } = opened(path)
  expect(file.get('acme')).toEqual({ seq: 9, hash: 'a9' })
  expect(file.get('beta')).toEqual({ seq: 5, hash: 'b5' })
})
