import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isOrdinaryHost, readHost } from '../../../src/detectors/payload/ssrf-host.ts'

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

describe('isOrdinaryHost', () => {
  test.each([
    ['www.example.org/terms', true],
    ['WWW.Example.COM', true],
    ['example.com. The next sentence', true],
    ['web2.example.net)', true],
    ['www', true],
    ['localhost/', false],
    ['app.LOCALHOST', false],
    ['vault.internal', false],
    ['metadata.goog', false],
    ['lvh.me', false],
    ['a.lvh.me.', false],
    ['127.1', false],
    ['0x7f.1', false],
    ['user@example.com', false],
    ['example.com:80', false],
    ['exämple.com', false],
    ['example.com..', false],
    ['', false],
  ])('classifies %s: %s', (text, ordinary) => {
    expect(isOrdinaryHost(`://${text}`, 3)).toBe(ordinary)
  })

  test('never of a host that readHost finds anything but public and plain', () => {
    const label = fc.constantFrom(
      ...'a www 1 10 127 0x7f 0177 localhost localhost6 localdomain metadata google internal goog instance-data ec2 azure intranet corp lan home arpa svc cluster local nip io sslip traefik me localtest lvh vcap lacolhost com yoogle rbndr us 1u ms ipq co spoofed burpcollaborator net 127-0-0-1 org uk fbi 7f000001 10-0-0-1 Corp LVH'.split(
        ' ',
      ),
    )
    fc.assert(
      fc.property(fc.array(label, { minLength: 1, maxLength: 5 }), (labels) => {
        const host = labels.join('.')
        const isHidden = isOrdinaryHost(`https://${host}/path`, 'https://'.length) && readHost(host).kind !== 'public'
        expect([host, isHidden]).toEqual([host, false])
      }),
      { numRuns: 3_000 },
    )
  })
})
