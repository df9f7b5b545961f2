import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type LayerEntry, ociLayout, type TestImage, writeFiles } from '@gatehouse/testkit/images'
import type { AdvisoryPort } from '@gatehouse/sca'
import { runScan } from '@gatehouse/scan-engine'
import { strToU8, zipSync } from 'fflate'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createContainerScanner, ImageView, openImage } from '../src/index.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'container-test-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Records what is looked up. */
function advisoryPort(ecosystems: Readonly<Record<string, number>>) {
  const wanted: string[] = []
  const port: AdvisoryPort = {
    manifest: { ecosystems },
    match: ({ ecosystem, name, version }) => {
      wanted.push(`${ecosystem} ${name} ${version}`)
      return []
    },
    record: () => undefined,
  }
  return { port, wanted }
}

async function scan(image: TestImage, ecosystems: Readonly<Record<string, number>> = { Debian: 999, Alpine: 999 }) {
  const { signal } = new AbortController()
  const { port, wanted } = advisoryPort(ecosystems)
  const opened = await openImage(writeFiles(folder, ociLayout(image)), 'shop', { signal })
  try {
    const view = new ImageView(opened)
    const result = await runScan({ tree: view.tree, scanners: [createContainerScanner(view, { advisories: port })] })
    return { ...result, wanted: wanted.toSorted() }
  } finally {
    opened.close()
  }
}

const DEBIAN = 'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nID=debian\nVERSION_ID="12"\n'
const stanza = (name: string, version: string, more = '') =>
  `Package: ${name}\nStatus: install ok installed\nArchitecture: amd64\n${more}Version: ${version}\nDescription: a\n b: c\n\n`
const packages = (content: Readonly<Record<string, LayerEntry>>) => scan({ layers: [{ content }] })

describe('operating system packages', () => {
  test('of dpkg are looked up by their source package, in their release, since the layer of their version', async () => {
    const glibc = stanza('libc6', '2.36-9+deb12u8', 'Source: glibc\n')
    const { inventory, wanted, gaps } = await scan({
      layers: [
        {
          content: {
            'usr/lib/os-release': DEBIAN,
            'etc/os-release': { symlink: '../usr/lib/os-release' },
            'var/lib/dpkg/status': glibc + stanza('a', '1:1.0-1'),
          },
        },
        {
          content: {
            'var/lib/dpkg/status':
              glibc +
              stanza('a', '1:1.1-1') +
              stanza('b', '2.0-1+b3', 'Source: bee (2.0-1)\n') +
              stanza('c', '1').replace('install ok installed', 'deinstall ok config-files'),
          },
          instruction: 'RUN apt-get install b',
        },
      ],
    })
    expect(wanted).toEqual(['Debian:12 a 1:1.1-1', 'Debian:12 bee 2.0-1', 'Debian:12 glibc 2.36-9+deb12u8'])
    expect(gaps).toEqual([])
    expect(inventory?.components.map(({ purl, origin }) => [purl, origin])).toEqual([
      [
        'pkg:deb/debian/a@1:1.1-1?arch=amd64&distro=debian-12',
        'It is installed in layer 1 of the image by `RUN apt-get install b`.',
      ],
      [
        'pkg:deb/debian/b@2.0-1%2Bb3?arch=amd64&distro=debian-12&upstream=bee%402.0-1',
        'It is installed in layer 1 of the image by `RUN apt-get install b`.',
      ],
      [
        'pkg:deb/debian/libc6@2.36-9%2Bdeb12u8?arch=amd64&distro=debian-12&upstream=glibc',
        expect.stringContaining('layer 0'),
      ],
    ])
  })

  test('of distroless images are in status.d', async () => {
    const { wanted } = await packages({
      'etc/os-release': DEBIAN,
      'var/lib/dpkg/status.d/base-files': 'Package: base-files\nVersion: 12.4\nArchitecture: amd64\n',
      'var/lib/dpkg/status.d/base-files.md5sums': '0  usr/share/x\n',
    })
    expect(wanted).toEqual(['Debian:12 base-files 12.4'])
  })

  test('of apk are looked up by their origin', async () => {
    const { wanted, inventory } = await packages({
      'etc/os-release': 'ID=alpine\nVERSION_ID=3.20.3\n',
      'lib/apk/db/installed':
        'C:Q1=\nP:libssl3\nV:3.3.2-r0\nA:x86_64\nL:Apache-2.0\no:openssl\nF:usr/lib\nR:libssl.so.3\n\nP:musl\nV:1.2.5-r0\n\n',
    })
    expect(wanted).toEqual(['Alpine:v3.20 musl 1.2.5-r0', 'Alpine:v3.20 openssl 3.3.2-r0'])
    expect(inventory?.components[0]).toMatchObject({
      licence: 'Apache-2.0',
      locations: [{ path: 'lib/apk/db/installed', line: 1 }],
    })
  })

  test('of pacman are listed', async () => {
    const { inventory, gaps } = await packages({
      'etc/os-release': 'ID=arch\nPRETTY_NAME="Arch Linux"\n',
      'var/lib/pacman/local/a-1-1/desc': '%NAME%\na\n\n%VERSION%\n1-1\n\n%ARCH%\nany\n',
    })
    expect(inventory?.components.map(({ purl }) => purl)).toEqual(['pkg:alpm/arch/a@1-1?arch=any'])
    expect(gaps).toMatchObject([{ reason: 'no_advisories' }])
  })

  test.each([
    [
      'a distribution without advisories',
      'ID=arch\nPRETTY_NAME="Arch Linux"\n',
      /no advisories are available for Arch Linux/,
    ],
    [
      'a release without a number',
      'ID=debian\nPRETTY_NAME="Debian sid"\n',
      /no advisories are available for Debian sid/,
    ],
    ['a derivative', 'ID=kali\nID_LIKE=debian\nVERSION_ID=12\n', /no advisories are available for kali/],
    ['no os-release file', '', /no os-release file/],
  ])('of %s are an INFO finding that names the image, and fail the gate', async (_name, release, message) => {
    const { observations, gaps } = await packages({
      'etc/os-release': release,
      'var/lib/dpkg/status': stanza('a', '1'),
    })
    expect(gaps).toContainEqual(
      expect.objectContaining({ reason: 'no_advisories', detail: expect.stringMatching(message) }),
    )
    expect(observations).toMatchObject([
      { severity: 'INFO', title: 'Image not fully scanned: shop', description: expect.stringMatching(message) },
    ])
  })

  test.each([
    ['a missing package database', { 'etc/os-release': DEBIAN, x: '1' }, /its package database is missing/],
    [
      'a damaged package database',
      { 'etc/os-release': DEBIAN, 'var/lib/rpm/rpmdb.sqlite': 'x' },
      /The package database var\/lib\/rpm\/rpmdb.sqlite cannot be read/,
    ],
    ['an image without packages', { x: '1' }, /No packages were found/],
  ])('%s is an INFO finding and fails the gate', async (_name, content, message) => {
    const { gaps, observations } = await packages(content)
    expect(gaps).toMatchObject([{ reason: 'nothing_analysed', detail: expect.stringMatching(message) }])
    expect(observations).toMatchObject([{ severity: 'INFO', metadata: { image: 'shop' } }])
  })

  test('missing advisories of the ecosystem fail the gate', async () => {
    const content = { 'etc/os-release': DEBIAN, 'var/lib/dpkg/status': stanza('a', '1') }
    const { gaps } = await scan({ layers: [{ content }] }, { npm: 999 })
    expect(gaps).toMatchObject([
      { reason: 'no_advisories', detail: expect.stringMatching(/^Image shop: 1 package \(Debian\) not looked up/) },
    ])
  })
})

describe('language packages', () => {
  const jar = (files: Record<string, string | Uint8Array>) =>
    zipSync(
      Object.fromEntries(
        Object.entries(files).map(([name, text]) => [name, typeof text === 'string' ? strToU8(text) : text]),
      ),
    )
  const properties = (group: string, name: string, version: string) => ({
    [`META-INF/maven/${group}/${name}/pom.properties`]: `#c\nversion=${version}\ngroupId=${group}\nartifactId=${name}\n`,
  })

  test('are read from installed packages, and from lock files of other ecosystems', async () => {
    const manifest = (name: string, version: string) => JSON.stringify({ name, version })
    const { inventory, gaps } = await packages({
      'app/package-lock.json': JSON.stringify({
        lockfileVersion: 3,
        packages: { 'node_modules/only-dev': { version: '1.0.0', dev: true } },
      }),
      'app/node_modules/a/package.json': manifest('a', '1.0.0'),
      'app/node_modules/a/lib/package.json': manifest('inner', '9.0.0'),
      'app/node_modules/a/node_modules/@s/b/package.json': manifest('@s/b', '2.0.0'),
      'usr/lib/python3/site-packages/Flask-3.0.0.dist-info/METADATA':
        'Metadata-Version: 2.1\nName: Flask\nVersion: 3.0.0\nLicense: BSD-3-Clause\n\nName: x\n',
      'app/requirements.txt': 'django==4.0\n',
      'app/Cargo.lock': '[[package]]\nname = "serde"\nversion = "1.0.1"\nsource = "registry+https://x"\n',
      'app/app.jar': jar({
        ...properties('com.x', 'app', '1.0'),
        'BOOT-INF/lib/in.jar': jar(properties('org.y', 'in', '2.0')),
        'a.class': 'x',
      }),
      'app/plain.jar': jar({ 'META-INF/MANIFEST.MF': 'Implementation-Version: 1\n' }),
    })
    expect(inventory?.components.map(({ purl }) => purl)).toEqual([
      'pkg:cargo/serde@1.0.1',
      'pkg:maven/com.x/app@1.0',
      'pkg:maven/org.y/in@2.0',
      'pkg:npm/%40s/b@2.0.0',
      'pkg:npm/a@1.0.0',
      'pkg:pypi/flask@3.0.0',
    ])
    expect(gaps).toContainEqual(
      expect.objectContaining({ filePath: 'app/plain.jar', detail: expect.stringContaining('No Maven coordinates') }),
    )
  })

  test('of operating system packages are not reported twice', async () => {
    const metadata = 'Name: six\nVersion: 1.16.0\n\n'
    const { inventory } = await packages({
      'etc/os-release': DEBIAN,
      'var/lib/dpkg/status': stanza('python3-six', '1.16.0-4'),
      'var/lib/dpkg/info/python3-six.list': '/.\n/usr/lib/python3/dist-packages/six-1.16.0.egg-info/PKG-INFO\n',
      'usr/lib/python3/dist-packages/six-1.16.0.egg-info/PKG-INFO': metadata,
    })
    expect(inventory?.components.map(({ name }) => name)).toEqual(['python3-six'])
  })
})

describe('credentials', () => {
  const token = `ghp_${'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'.slice(0, 36)}`
  const secretsOf = async (image: TestImage) =>
    (await scan(image)).observations.filter(({ severity }) => severity !== 'INFO')

  test('are found in every layer, with the first layer of their content and whether it is deleted', async () => {
    const found = await secretsOf({
      layers: [
        { content: { 'app/.env': `TOKEN=${token}\n`, 'app/b.env': `OTHER=${token}\n` }, instruction: 'COPY . /app' },
        { content: { 'app/.wh..env': '', 'app/b.env': `OTHER=${token}\n` }, instruction: 'RUN rm /app/.env' },
      ],
    })
    expect(
      found.map(({ filePath, scanner, metadata: { layer, deleted, image } }) => ({
        filePath,
        scanner,
        layer,
        deleted,
        image,
      })),
    ).toMatchObject([
      {
        filePath: 'app/.env',
        scanner: 'CONTAINER',
        image: 'shop',
        deleted: true,
        layer: { index: 0, instruction: 'COPY . /app', digest: expect.stringMatching(/^sha256:/) },
      },
      { filePath: 'app/b.env', layer: { index: 0 } },
    ])
    expect(JSON.stringify(found)).not.toContain(token)
  })

  test('are found in environment variables and history', async () => {
    const found = await secretsOf({
      env: ['PATH=/bin', `GITHUB_TOKEN=${token}`],
      layers: [{ content: { a: '1' }, instruction: `RUN git clone https://x:${token}@github.com/a/b` }],
    })
    expect(found.map(({ filePath }) => filePath)).toEqual(['image-config.env', 'image-history.sh'])
  })

  test('of operating system packages are public, until a later layer replaces the file', async () => {
    const base = {
      'etc/os-release': DEBIAN,
      'var/lib/dpkg/status': stanza('a', '1'),
      'var/lib/dpkg/info/a.list': '/opt/a/key\n',
      'opt/a/key': `token=${token}\n`,
    }
    expect(await secretsOf({ layers: [{ content: base }] })).toEqual([])
    const replaced = await secretsOf({ layers: [{ content: base }, { content: { 'opt/a/key': `token=${token}\n` } }] })
    expect(replaced).toMatchObject([{ filePath: 'opt/a/key', metadata: { layer: { index: 1 } } }])
  })
})
