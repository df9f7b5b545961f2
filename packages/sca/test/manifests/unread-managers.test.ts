import { expect, test } from 'vitest'
import { readInventory } from '../../src/inventory/read.ts'
import { memoryTree } from '@gatehouse/testkit/memory-tree'

const gapsOf = async (files: Readonly<Record<string, string>>) => (await readInventory(memoryTree(files))).gaps

test.each([
  ['ios/Podfile.lock', 'PODS:\n  - AFNetworking (2.5.0)\n', 'CocoaPods'],
  ['deno.lock', '{"version": "3"}', 'Deno'],
  ['environment.yml', 'name: x\ndependencies:\n  - numpy=1.19\n', 'conda'],
])('%s names packages of an unsupported manager and is reported', async (path, text, manager) => {
  expect(await gapsOf({ [path]: text })).toEqual([
    {
      scanner: 'SCA',
      reason: 'unparsed',
      filePath: path,
      detail: `It lists packages of ${manager}, an unsupported package manager.`,
    },
  ])
})

test('an unrelated environment file names no packages', async () => {
  expect(await gapsOf({ 'environment.yml': 'stage: production\n' })).toEqual([])
})
