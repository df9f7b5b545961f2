import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { dockerArchive, ociLayout, type TestImage, writeFiles } from '@gatehouse/testkit/images'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Workplace, workplace } from '../repository.ts'
import { gatehouse } from '../vulndb/support.ts'

let place: Workplace
beforeEach(() => {
  place = workplace()
})
afterEach(() => place.remove())

const cli = (...args: string[]) =>
  gatehouse(place.folder, args, { env: { GATEHOUSE_DATA_DIR: join(place.folder, 'data') } })

const IMAGE: TestImage = {
  layers: [
    {
      content: {
        'etc/os-release': 'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nID=debian\nVERSION_ID="12"\n',
        'var/lib/dpkg/status':
          'Package: libssl3\nStatus: install ok installed\nSource: openssl\nArchitecture: amd64\nVersion: 3.0.9-1\n\n',
      },
      instruction: '/bin/sh -c #(nop) ADD file:1 in / ',
    },
    { content: { 'app/node_modules/inner/package.json': '{"name":"inner","version":"3.1.4"}' } },
  ],
}

function advisory(id: string, ecosystem: string, name: string, fixed: string, type: string) {
  const ranges = [{ type, events: [{ introduced: '0' }, { fixed }] }]
  const severity = [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' }]
  return JSON.stringify({
    id,
    modified: '2026-01-01T00:00:00Z',
    summary: id,
    severity,
    affected: [{ package: { ecosystem, name }, ranges }],
  })
}

test('an image is scanned with the advisories of its distribution, and the gate applies', async () => {
  const lines = [
    advisory('DEBIAN-CVE-2026-1111', 'Debian:12', 'openssl', '3.0.11-1~deb12u2', 'ECOSYSTEM'),
    advisory('DEBIAN-CVE-2026-2222', 'Debian:11', 'openssl', '9', 'ECOSYSTEM'),
    advisory('DEBIAN-CVE-2026-3333', 'Debian:12', 'openssl', '3.0.9-1', 'ECOSYSTEM'),
    advisory('GHSA-aaaa-bbbb-cccc', 'npm', 'inner', '3.2.0', 'SEMVER'),
  ]
  place.put({ 'advisories.jsonl': lines.join('\n') })
  writeFileSync(join(place.folder, 'shop.tar'), dockerArchive(IMAGE))
  expect((await cli('vulndb', 'import', 'advisories.jsonl')).code).toBe(0)
  const { code, out } = await cli('scan', '--image', 'shop.tar', '--format', 'json')
  const { findings } = JSON.parse(out) as { findings: readonly object[] }
  expect(code).toBe(1)
  expect(findings).toMatchObject([
    {
      scanner: 'CONTAINER',
      ruleId: 'GHSA-aaaa-bbbb-cccc',
      filePath: 'app/node_modules/inner/package.json',
      metadata: {
        image: 'shop.tar',
        package: 'pkg:npm/inner',
        version: '3.1.4',
        fixedVersion: '3.2.0',
        layer: { index: 1 },
      },
    },
    {
      ruleId: 'DEBIAN-CVE-2026-1111',
      severity: 'CRITICAL',
      title: 'libssl3 3.0.9-1: DEBIAN-CVE-2026-1111',
      filePath: 'var/lib/dpkg/status',
      metadata: {
        purl: 'pkg:deb/debian/libssl3@3.0.9-1?arch=amd64&distro=debian-12&upstream=openssl',
        fixedVersion: '3.0.11-1~deb12u2',
        layer: { index: 0, instruction: 'ADD file:1 in /', digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/) },
        usage: 'unknown',
      },
    },
  ])
  const table = await cli('scan', '--image', 'shop.tar', '--gate', '9,9,9,9')
  expect([table.code, table.out]).toEqual([0, expect.stringContaining('Build gate: PASSED')])
  expect(table.out).toContain('upgrade to 3.0.11-1~deb12u2 or later')
})

test('an image without advisories does not pass', async () => {
  writeFiles(join(place.folder, 'layout'), ociLayout(IMAGE))
  const { code, out } = await cli('scan', '--image', 'layout')
  expect(code).toBe(2)
  expect(out).toContain('Image not fully scanned: layout')
  expect(out).toContain('Run `gatehouse vulndb import --ecosystem')
})

test('an image that cannot be read is a finding, and the gate fails', async () => {
  writeFileSync(join(place.folder, 'broken.tar'), dockerArchive(IMAGE).subarray(0, 2_000))
  const { code, out } = await cli('scan', '--image', 'broken.tar', '--gate', '9,9,9,9')
  expect(code).toBe(2)
  expect(out).toContain('Image broken.tar was not scanned: ')
  expect(out).toContain('Build gate: FAILED')
})

test('an image of an unreachable registry is a finding that names the image', async () => {
  const { code, out } = await cli('scan', '--image', '127.0.0.1:1/team/shop:1.4', '--format', 'json')
  const { findings } = JSON.parse(out) as { findings: readonly object[] }
  expect(code).toBe(2)
  expect(findings).toMatchObject([
    { severity: 'INFO', description: expect.stringContaining('Image 127.0.0.1:1/team/shop:1.4 was not scanned: ') },
  ])
})

test('options of source code are rejected', async () => {
  expect(await cli('scan', '--image', 'missing.tar')).toMatchObject({
    code: 2,
    err: expect.stringContaining('not found: missing.tar'),
  })
  expect(await cli('scan', 'app', '--image', 'a.tar')).toMatchObject({
    code: 2,
    err: expect.stringContaining('either --image, or a source'),
  })
  expect(await cli('scan', '--image', 'a.tar', '--verify-secrets')).toMatchObject({
    code: 2,
    err: expect.stringContaining('--verify-secrets does not apply to --image'),
  })
})
