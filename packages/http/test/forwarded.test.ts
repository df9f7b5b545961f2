import { randomBytes } from 'node:crypto'
import { createKeyRing } from '@gatehouse/kernel'
import { expect, test } from 'vitest'
import { openClientAddress, sealClientAddress } from '../src/forwarded.ts'

const keys = createKeyRing([randomBytes(32)])

test('the console names the address of its caller, and nobody else can', () => {
  const sealed = sealClientAddress(keys, '198.51.100.7', 1_000)
  expect(openClientAddress(keys, sealed, 2_000)).toBe('198.51.100.7')
  expect(openClientAddress(keys, sealed, 61_001)).toBeUndefined()
  expect(openClientAddress(undefined, sealed, 2_000)).toBeUndefined()
  expect(openClientAddress(createKeyRing([randomBytes(32)]), sealed, 2_000)).toBeUndefined()
  const other = keys.seal(Buffer.from('{"address":"1.1.1.1","until":2000}'), { purpose: 'vault_value', tenantId: '' })
  for (const forged of [
    undefined,
    '',
    '198.51.100.7',
    `${sealed}x`,
    'A'.repeat(10_000),
    [sealed],
    other.toString('base64url'),
  ]) {
    expect(openClientAddress(keys, forged, 1_500)).toBeUndefined()
  }
})
