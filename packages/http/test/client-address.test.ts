import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clientAddressOf } from '../src/client-address.ts'
import { handlers, postJson, start } from './support.ts'

function from(remoteAddress: string, forwarded?: string) {
  return { socket: { remoteAddress }, headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded } }
}

describe('the address of a client', () => {
  const trusted = ['10.0.0.0/8', '2001:db8:0:0:0:0:0:1/128']

  test('is the socket address without trusted proxies, regardless of the header', () => {
    fc.assert(
      fc.property(fc.ipV4(), fc.string(), (peer, forwarded) => {
        expect(clientAddressOf(from(peer, forwarded), [])).toBe(peer)
      }),
    )
  })

  test.each([
    ['no header: the proxy asked itself', '10.0.0.1', undefined, '10.0.0.1'],
    ['a stranger at the other end says nothing that counts', '192.0.2.9', '198.51.100.1', '192.0.2.9'],
    ['one proxy, one client', '10.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['what the client wrote before the proxy did is no matter', '10.0.0.1', '1.1.1.1, 198.51.100.1', '198.51.100.1'],
    ['two proxies in a row', '10.0.0.1', '1.1.1.1, 198.51.100.1, 10.9.9.9', '198.51.100.1'],
    ['a client inside, behind proxies alone', '10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
    ['an address of the other family', '2001:db8::1', '2001:db8:5::7', '2001:db8:5::7'],
    ['a mapped address is the address that it carries', '::ffff:10.0.0.1', '::ffff:198.51.100.1', '198.51.100.1'],
    ['with a port', '10.0.0.1', '198.51.100.1:4711', '198.51.100.1'],
    ['with a port, in brackets', '10.0.0.1', '[2001:db8:5::7]:4711', '2001:db8:5::7'],
    ['a word in place of an address: the proxy is the last that is known', '10.0.0.1', 'unknown', '10.0.0.1'],
    ['nothing behind a word is believed', '10.0.0.1', '198.51.100.1, unknown, 10.0.0.2', '10.0.0.2'],
    ['empty elements', '10.0.0.1', '198.51.100.1,,', '10.0.0.1'],
    ['an odd spelling', '10.0.0.1', '0x7f.1', '10.0.0.1'],
  ])('%s', (_title, peer, forwarded, expected) => {
    expect(clientAddressOf(from(peer, forwarded), trusted)).toBe(expected)
  })

  test('has a canonical form', () => {
    const spellings = ['2001:DB8:5:0:0:0:0:7', '2001:db8:5::7', '[2001:db8:5::7]']
    expect(new Set(spellings.map((text) => clientAddressOf(from('10.0.0.1', text), trusted))).size).toBe(1)
  })

  test('is searched in a limited number of proxies', () => {
    const many = Array.from({ length: 2_000 }, () => '10.0.0.2').join(',')
    expect(clientAddressOf(from('10.0.0.1', `198.51.100.1,${many}`), trusted)).toBe('10.0.0.2')
  })
})

test.each([
  [undefined, '127.0.0.1'],
  [['127.0.0.0/8'], '198.51.100.1'],
])('a server that trusts %j reads a request as from %s', async (trustedProxies, expected) => {
  const started = await start({
    handlers: { ...handlers, act: ({ context }) => ({ address: context.clientAddress }) },
    ...(trustedProxies === undefined ? {} : { trustedProxies }),
  })
  const { body } = await postJson(`${started.url}/v1/act`, { what: 'tenant' }, { 'x-forwarded-for': '198.51.100.1' })
  expect(body['address']).toBe(expected)
  await started.server.close()
})
