import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readHost } from '../../../src/detectors/payload/ssrf-host.ts'

describe('readHost', () => {
  test.each([
    ['127.0.0.1', 'loopback', false],
    ['2130706433', 'loopback', true],
    ['0x7f000001', 'loopback', true],
    ['0177.0.0.1', 'loopback', true],
    ['127.1', 'loopback', true],
    ['127。0。0。1', 'loopback', true],
    ['%31%32%37.0.0.1', 'loopback', true],
    ['[::1]', 'loopback', false],
    ['[0:0:0:0:0:0:0:1]', 'loopback', false],
    ['[::ffff:10.0.0.1]', 'private', true],
    ['[::ffff:a9fe:a9fe]', 'metadata', true],
    ['[64:ff9b::7f00:1]', 'loopback', true],
    ['[fe80::1]', 'link_local', false],
    ['[fd00:ec2::254]', 'metadata', false],
    ['localhost.', 'loopback', false],
    ['app.localhost', 'loopback', false],
    ['172.16.0.1', 'private', false],
    ['172.32.0.1', 'public', false],
    ['100.64.0.1', 'private', false],
    ['169.254.1.1', 'link_local', false],
    ['169.254.169.254', 'metadata', false],
    ['10-0-0-1.nip.io', 'private', true],
    ['8.8.8.8.nip.io', 'public', false],
    ['lvh.me', 'loopback', true],
    ['vault.internal', 'private', false],
    ['example.com', 'public', false],
    ['256.1.1.1', 'public', false],
    ['1.2.3.4.5', 'public', false],
    ['', 'public', false],
  ])('reads %s as %s', (host, kind, disguised) => {
    expect(readHost(host)).toEqual({ kind, disguised })
  })

  test('reads every spelling of an address alike', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffffffff }), (address) => {
        const bytes = [24, 16, 8, 0].map((shift) => Math.floor(address / 2 ** shift) % 256)
        const spellings = [
          bytes.join('.'),
          String(address),
          `0x${address.toString(16)}`,
          bytes.map((byte) => `0x${byte.toString(16)}`).join('.'),
          bytes.map((byte) => `0${byte.toString(8)}`).join('.'),
          `[::ffff:${bytes.join('.')}]`,
        ]
        expect(new Set(spellings.map((spelling) => readHost(spelling).kind)).size).toBe(1)
      }),
    )
  })
})
