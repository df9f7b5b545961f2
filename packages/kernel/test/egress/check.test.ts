import { describe, expect, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { createEgress, type EgressOptions, parseEgressAllow } from '../../src/egress/index.ts'

const PUBLIC = '93.184.215.14'

/** Creates a policy whose resolver knows only the given names. */
function policyWith(allow: string, names: Record<string, readonly string[]> = {}, options: EgressOptions = {}) {
  const resolve = async (host: string) => {
    const found = names[host]
    if (found === undefined) throw new Error(`no such name: ${host}`)
    return found
  }
  return createEgress({ allow: parseEgressAllow(allow), resolve, ...options })
}

const REFUSED = { code: 'egress_refused' }

proves.group(['all:egress.ranges-refused', 'all:egress.schemes'], 'rejects addresses by default', () => {
  test.each([
    ['not a URL', 'example.com'],
    ['a scheme that is not of the web', 'file:///etc/passwd'],
    ['another scheme', 'gopher://93.184.215.14/'],
    ['credentials in the address', 'http://user:pass@93.184.215.14/'],
    ['credentials that look like a host', 'http://93.184.215.14@127.0.0.1/'],
    ['too long a URL', `http://93.184.215.14/${'a'.repeat(9000)}`],
    ['loopback', 'http://127.0.0.1/'],
    ['loopback, any of it', 'http://127.8.9.10:8080/'],
    ['this host', 'http://0.0.0.0/'],
    ['private 10', 'http://10.1.2.3/'],
    ['private 172.16', 'http://172.31.255.255/'],
    ['private 192.168', 'http://192.168.0.1/'],
    ['carrier-grade NAT', 'http://100.64.0.1/'],
    ['link-local', 'http://169.254.1.1/'],
    ['the metadata service', 'http://169.254.169.254/latest/meta-data/'],
    ['the metadata service of Alibaba', 'http://100.100.100.200/'],
    ["the public address of Azure's host agent", 'http://168.63.129.16/'],
    ['multicast', 'http://224.0.0.1/'],
    ['broadcast', 'http://255.255.255.255/'],
    ['documentation', 'http://192.0.2.1/'],
    ['benchmarking', 'http://198.18.0.1/'],
    ['loopback as one number', 'http://2130706433/'],
    ['loopback in octal', 'http://0177.0.0.1/'],
    ['loopback in hex', 'http://0x7f.0x0.0x0.0x1/'],
    ['loopback, shortened', 'http://127.1/'],
    ['loopback in full-width digits', 'http://１２７.0.0.1/'],
    ['loopback with a final dot', 'http://127.0.0.1./'],
    ['a public address as one number', 'http://1572395790/'],
    ['a public address in octal', 'http://0135.0270.0327.016/'],
    ['loopback of IPv6', 'http://[::1]/'],
    ['unspecified of IPv6', 'http://[::]/'],
    ['unique local', 'http://[fd00::1]/'],
    ['link-local of IPv6', 'http://[fe80::1]/'],
    ['the metadata service over IPv6', 'http://[fd00:ec2::254]/'],
    ['multicast of IPv6', 'http://[ff02::1]/'],
    ['documentation of IPv6', 'http://[2001:db8::1]/'],
    ['unassigned space of IPv6', 'http://[4000::1]/'],
    ['site-local of IPv6', 'http://[fec0::1]/'],
    ['mapped loopback', 'http://[::ffff:127.0.0.1]/'],
    ['mapped metadata in hex', 'http://[::ffff:a9fe:a9fe]/'],
    ['compatible loopback', 'http://[::127.0.0.1]/'],
    ['NAT64 to a private address', 'http://[64:ff9b::10.0.0.1]/'],
    ['NAT64 to the metadata service', 'http://[64:ff9b::169.254.169.254]/'],
    ['local NAT64', 'http://[64:ff9b:1::1]/'],
    ['6to4 of loopback', 'http://[2002:7f00:1::]/'],
    ['Teredo', 'http://[2001:0:7f00:1::]/'],
    ['ISATAP to loopback', 'http://[2600::5efe:7f00:1]/'],
  ])('%s', async (_title, url) => {
    await expect(policyWith('').check(url)).rejects.toMatchObject(REFUSED)
  })

  test.each([
    ['a plain address', `https://${PUBLIC}/`, PUBLIC],
    ['an address of IPv6', 'https://[2606:2800:21f::1]:8443/', '2606:2800:21f::1'],
    ['a mapped public address, as IPv4', `http://[::ffff:${PUBLIC}]/`, PUBLIC],
    ['NAT64 to a public address', `http://[64:ff9b::${PUBLIC}]/`, PUBLIC],
  ])('%s that is public passes', async (_title, url, address) => {
    await expect(policyWith('').check(url)).resolves.toMatchObject({ addresses: [address], allowlisted: false })
  })

  test('other schemes require an explicit option of the caller, and follow the same rules', async () => {
    const policy = policyWith('', { 'git.test': [PUBLIC] })
    await expect(policy.check('ssh://git.test/a', ['ssh'])).resolves.toMatchObject({ addresses: [PUBLIC] })
    await expect(policy.check('https://git.test/a', ['ssh'])).rejects.toMatchObject(REFUSED)
    await expect(policy.check('udp://0x7f.1:514', ['udp'])).rejects.toMatchObject(REFUSED)
    await expect(policy.check('udp://127.0.0.1:514', ['udp'])).rejects.toMatchObject(REFUSED)
    await expect(policy.check('udp:514', ['udp'])).rejects.toMatchObject(REFUSED)
  })

  test('the error names the kind of address and the setting that allows it', async () => {
    await expect(policyWith('').check('http://10.1.2.3/')).rejects.toThrow(
      '10.1.2.3 is a private address, which the egress policy blocks; to allow it, add it to GATEHOUSE_EGRESS_ALLOW',
    )
  })
})

describe('names', () => {
  const names = {
    'public.test': [PUBLIC, '2606:2800:21f::1'],
    'inside.test': ['10.0.0.7'],
    'both.test': [PUBLIC, '127.0.0.1'],
    'mapped.test': ['::ffff:10.0.0.7'],
    'zone.test': ['fe80::1%eth0'],
    'odd.test': ['0x7f.1'],
    'none.test': [],
    'many.test': Array.from({ length: 65 }, () => PUBLIC),
    'metadata.test': ['169.254.169.254'],
  }

  test('resolving to public addresses return all of them', async () => {
    await expect(policyWith('', names).check('https://PUBLIC.test./x')).resolves.toMatchObject({
      host: 'public.test',
      addresses: names['public.test'],
    })
  })

  test.each(['inside', 'both', 'mapped', 'zone', 'odd', 'many', 'metadata'])('%s.test is refused', async (name) => {
    await expect(policyWith('', names).check(`https://${name}.test/`)).rejects.toMatchObject(REFUSED)
  })

  test.each(['none', 'unknown'])('%s.test is unavailable', async (name) => {
    await expect(policyWith('', names).check(`https://${name}.test/`)).rejects.toMatchObject({ code: 'unavailable' })
  })

  proves('all:egress.allowlist', 'the allowlist permits only its entries', async () => {
    const hosts = policyWith('inside.test *.corp.test', {
      ...names,
      'a.corp.test': ['10.0.0.8'],
      'corp.test': ['10.0.0.8'],
      'evilcorp.test': ['10.0.0.8'],
    })
    await expect(hosts.check('http://inside.test/')).resolves.toMatchObject({
      addresses: ['10.0.0.7'],
      allowlisted: true,
    })
    await expect(hosts.check('http://a.corp.test/')).resolves.toMatchObject({ addresses: ['10.0.0.8'] })
    for (const url of ['http://10.0.0.7/', 'http://corp.test/', 'http://evilcorp.test/', 'http://both.test/']) {
      await expect(hosts.check(url)).rejects.toMatchObject(REFUSED)
    }
    const ranges = policyWith('10.0.0.0/24 fd00::/64', names)
    for (const url of [
      'http://inside.test/',
      'http://mapped.test/',
      'http://10.0.0.255/',
      'http://[fd00::9]/',
      'http://0xa000001/',
    ]) {
      await expect(ranges.check(url)).resolves.toBeDefined()
    }
    for (const url of ['http://10.0.1.0/', 'http://[fd00:0:0:1::]/', 'http://127.0.0.1/']) {
      await expect(ranges.check(url)).rejects.toMatchObject(REFUSED)
    }
  })

  test('a metadata address opens only when it is named by itself', async () => {
    const url = 'http://metadata.test/'
    await expect(policyWith('metadata.test 169.254.0.0/16 0.0.0.0/0', names).check(url)).rejects.toMatchObject(REFUSED)
    await expect(policyWith('169.254.169.254', names).check(url)).resolves.toBeDefined()
  })

  proves('all:egress.local-mode', 'local mode opens loopback alone', async () => {
    const local = policyWith('', { ...names, localhost: ['127.0.0.1', '::1'] }, { localMode: true })
    for (const url of ['http://localhost:1/', 'http://127.0.0.1/', 'http://[::1]/', 'http://[::ffff:127.0.0.1]/']) {
      await expect(local.check(url)).resolves.toBeDefined()
    }
    for (const url of [
      'http://0.0.0.0/',
      'http://10.0.0.1/',
      'http://169.254.169.254/',
      'http://inside.test/',
      'http://2130706433/',
    ]) {
      await expect(local.check(url)).rejects.toMatchObject(REFUSED)
    }
  })
})
