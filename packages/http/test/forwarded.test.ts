import { randomBytes } from 'node:crypto'
import { createKeyRing } from '@gatehouse/kernel/sealing'
import { expect, test } from 'vitest'
import { openCaller, sealCaller } from '../src/forwarded.ts'

const keys = createKeyRing([randomBytes(32)])

test('only the console can forward the address of its caller', () => {
  const sealed = sealCaller(keys, { address: '198.51.100.7', origin: 'https://console.example.org' }, 1_000)
  expect(openCaller(keys, sealed, 2_000)).toEqual({
    address: '198.51.100.7',
    origin: 'https://console.example.org',
  })
  expect(openCaller(keys, sealCaller(keys, { address: '::1' }, 1_000), 2_000)).toEqual({ address: '::1' })
  expect(openCaller(keys, sealed, 61_001)).toBeUndefined()
  expect(openCaller(undefined, sealed, 2_000)).toBeUndefined()
  expect(openCaller(createKeyRing([randomBytes(32)]), sealed, 2_000)).toBeUndefined()
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
    expect(openCaller(keys, forged, 1_500)).toBeUndefined()
  }
})
