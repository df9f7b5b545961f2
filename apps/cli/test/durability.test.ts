import { temporaryFolder } from '@gatehouse/testkit'
import { expect, test } from 'vitest'
import { killRounds } from './durability/rounds.ts'

test('no verdict that was answered is lost to kill -9, and the chain verifies', { timeout: 120_000 }, async () => {
  const folder = temporaryFolder()
  const { acknowledged, missing, chain } = await killRounds(folder.path, 3, () => undefined)
  folder.remove()
  expect(missing).toEqual([])
  expect(chain.valid).toBe(true)
  expect(chain.checked).toBeGreaterThanOrEqual(acknowledged)
  expect(acknowledged).toBeGreaterThan(50)
})
