import type { Inventory, ShardResult } from '@gatehouse/scan-engine'
import { describe, expect, test } from 'vitest'
import { packInventory, packResult, unpackInventory, unpackResult } from '../../src/jobs/shard-results.ts'

const inventory: Inventory = {
  components: [
    {
      purl: 'pkg:npm/left-pad@1.3.0',
      name: 'left-pad',
      version: '1.3.0',
      scope: 'runtime',
      direct: true,
      ecosystem: 'npm',
      locations: [{ path: 'package-lock.json', line: 7 }],
    },
  ],
  dependencies: new Map([['root', ['pkg:npm/left-pad@1.3.0']]]),
  gaps: [],
  files: ['package-lock.json'],
}

describe('shard results', () => {
  test('are restored unchanged, with and without packages', () => {
    const bare: ShardResult = {
      observations: [],
      gaps: [{ scanner: 'SCA', reason: 'unparsed', filePath: 'go.mod', detail: 'It could not be read.' }],
    }
    expect(unpackResult(packResult(bare))).toEqual(bare)
    expect(unpackResult(packResult({ ...bare, inventory }))).toEqual({ ...bare, inventory })
  })

  test('keep the dependency graph of an inventory', () => {
    expect(unpackInventory(packInventory(inventory))).toEqual(inventory)
  })
})
