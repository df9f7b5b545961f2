import { parsePurl } from '@gatehouse/formats'
import { describe, expect, test } from 'vitest'
import { normaliseName, osvPackageOf } from '../../src/osv/names.ts'

describe('The name of a package', () => {
  test.each([
    ['PyPI', 'Zope.Interface__x', 'zope-interface-x'],
    ['npm', '@Scope/Name', '@Scope/Name'],
    ['Go', 'github.com/!burnt!sushi/toml', 'github.com/BurntSushi/toml'],
    ['Maven', 'org.apache/commons', 'org.apache:commons'],
    ['NuGet', 'Newtonsoft.Json', 'newtonsoft.json'],
    ['Packagist', 'Symfony/Console', 'symfony/console'],
    ['crates.io', 'Serde_JSON', 'serde-json'],
    ['GitHub Actions', 'Actions/Cache/save', 'actions/cache'],
    ['SwiftURL', 'https://github.com/Apple/swift-nio.git', 'github.com/apple/swift-nio'],
    ['Debian:12', 'OpenSSL', 'OpenSSL'],
  ])('of %s %s is %s', (ecosystem, name, normal) => {
    expect(normaliseName(ecosystem, name)).toBe(normal)
    expect(normaliseName(ecosystem, normal)).toBe(normal)
  })

  test.each([
    ['pkg:npm/%40babel/core@7.0.0', { ecosystem: 'npm', name: '@babel/core' }],
    ['pkg:maven/org.a/b@1', { ecosystem: 'Maven', name: 'org.a:b' }],
    ['pkg:golang/github.com/BurntSushi/toml@v1', { ecosystem: 'Go', name: 'github.com/BurntSushi/toml' }],
    ['pkg:deb/debian/curl@7?distro=debian-12', { ecosystem: 'Debian:12', name: 'curl' }],
    ['pkg:apk/alpine/curl@7?distro=alpine-3.20.1', { ecosystem: 'Alpine:v3.20', name: 'curl' }],
    ['pkg:rpm/rocky/curl@7', { ecosystem: 'Rocky Linux', name: 'curl' }],
    ['pkg:github/Actions/checkout@v4', { ecosystem: 'GitHub Actions', name: 'actions/checkout' }],
    ['pkg:generic/openssl@1', undefined],
    ['pkg:deb/constructor/curl@7', undefined],
  ])('is that of %s', (purl, expected) => {
    expect(osvPackageOf(parsePurl(purl))).toEqual(expected)
  })
})
