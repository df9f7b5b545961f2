import { describe, expect, test } from 'vitest'
import { runScan } from '@gatehouse/scan-engine'
import { memoryTree } from '@gatehouse/testkit/memory-tree'
import { createMaliciousScanner } from '../../src/malicious/scanner.ts'

const rulesOf = async (files: Readonly<Record<string, string>>) => {
  const { observations } = await runScan({ tree: memoryTree(files), scanners: [createMaliciousScanner()] })
  return observations.map(({ ruleId, severity, metadata }) => `${severity} ${ruleId} ${String(metadata['name'])}`)
}
const PUBLIC = `https://${['registry', 'npmjs', 'org'].join('.')}`
const OWN = 'https://npm.acme.example'

function npm(entries: Readonly<Record<string, object>>): Record<string, string> {
  const packages = Object.fromEntries(
    Object.entries(entries).map(([name, entry]) => [`node_modules/${name}`, { version: '1.0.0', ...entry }]),
  )
  return { 'package-lock.json': JSON.stringify({ lockfileVersion: 3, packages: { '': {}, ...packages } }) }
}

describe('dependency confusion', () => {
  test('is detected for a private scope with a single public package', async () => {
    const files = npm({
      '@acme/core': { resolved: `${OWN}/@acme/core/-/core-1.0.0.tgz` },
      '@acme/billing': { resolved: `${PUBLIC}/@acme/billing/-/billing-1.0.0.tgz` },
      '@other/tool': { resolved: `${PUBLIC}/@other/tool/-/tool-1.0.0.tgz` },
    })
    expect(await rulesOf(files)).toEqual(['HIGH malicious/dependency-confusion @acme/billing'])
  })

  test('is detected from the scope registry in .npmrc', async () => {
    const files = {
      ...npm({ '@acme/core': { resolved: `${PUBLIC}/@acme/core/-/core-1.0.0.tgz` } }),
      '.npmrc': `@acme:registry=${OWN}/\n`,
    }
    expect(await rulesOf(files)).toEqual(['HIGH malicious/dependency-confusion @acme/core'])
  })

  test('is not reported if all packages have the same registry', async () => {
    expect(await rulesOf(npm({ '@acme/core': { resolved: `${PUBLIC}/@acme/core/-/core-1.0.0.tgz` } }))).toEqual([])
    expect(
      await rulesOf(
        npm({
          '@acme/core': { resolved: `${OWN}/@acme/core/-/core-1.0.0.tgz` },
          lodash: { resolved: `${PUBLIC}/lodash/-/lodash-1.0.0.tgz` },
        }),
      ),
    ).toEqual([])
  })

  test('is detected from an implausibly high version', async () => {
    expect(await rulesOf(npm({ 'acme-core': { version: '99.99.99' } }))).toEqual([
      'MEDIUM malicious/probe-version acme-core',
    ])
    expect(await rulesOf(npm({ 'acme-core': { version: '98.1.0' } }))).toEqual([])
  })
})

describe('package sources', () => {
  test.each([
    [
      'another name',
      { lodash: { resolved: `${PUBLIC}/evil-lib/-/evil-lib-1.0.0.tgz` } },
      ['HIGH malicious/lock-file-names-another lodash'],
    ],
    [
      'an alias that says so',
      { lodash: { name: 'lodash-es', resolved: `${PUBLIC}/lodash-es/-/lodash-es-1.0.0.tgz` } },
      [],
    ],
    ['a scope, written with a percent sign', { '@acme/a': { resolved: `${PUBLIC}/@acme%2fa/-/a-1.0.0.tgz` } }, []],
    [
      'a bare address',
      { lodash: { resolved: 'http://45.9.1.2/lodash.tgz' } },
      ['MEDIUM malicious/untrusted-source lodash'],
    ],
    [
      'no encryption',
      { lodash: { resolved: 'http://npm.acme.example/lodash/-/lodash-1.0.0.tgz' } },
      ['LOW malicious/untrusted-source lodash'],
    ],
    ['this machine', { lodash: { resolved: 'http://localhost:4873/lodash/-/lodash-1.0.0.tgz' } }, []],
  ])('%s', async (_title, entries, expected) => {
    expect(await rulesOf(npm(entries))).toEqual(expected)
  })
})

describe('install scripts', () => {
  const pnpm = `lockfileVersion: '6.0'\n\npackages:\n\n  /acme-native@1.0.0:\n    resolution: {integrity: sha512-aaaa}\n    requiresBuild: true\n`
  const bun = JSON.stringify({
    lockfileVersion: 1,
    workspaces: { '': { dependencies: { 'acme-native': '1' } } },
    trustedDependencies: ['acme-native'],
    packages: { 'acme-native': ['acme-native@1.0.0', '', {}, ''] },
  })

  test.each([
    ['npm', npm({ 'acme-native': { hasInstallScript: true } })],
    ['pnpm', { 'pnpm-lock.yaml': pnpm }],
    ['bun', { 'bun.lock': bun }],
  ])('is detected from the lock file of %s, with low severity', async (_tool, files) => {
    expect(await rulesOf(files)).toEqual(['LOW malicious/install-script acme-native'])
  })

  test('is informational for packages with a known build step', async () => {
    expect(await rulesOf(npm({ esbuild: { hasInstallScript: true } }))).toEqual([
      'INFO malicious/install-script esbuild',
    ])
  })
})

test.each(['', '@', '@/x', '..', 'a'.repeat(5_000), '\u0000', '__proto__', '%'])(
  'an invalid name (%j) does not abort a scan',
  async (name) => {
    const { observations, failed } = await runScan({
      tree: memoryTree(
        npm({ [name]: { version: '99.99.99', hasInstallScript: true, resolved: 'http://45.9.1.2/%zz/-/x.tgz' } }),
      ),
      scanners: [createMaliciousScanner()],
    })
    expect(failed).toEqual([])
    expect(observations.length).toBeLessThan(5)
  },
)
