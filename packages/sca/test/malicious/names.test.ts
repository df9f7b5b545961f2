import { assert, constantFrom, nat, pre, property } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runScan } from '@gatehouse/scan-engine'
import { memoryTree } from '@gatehouse/testkit/memory-tree'
import { knownNames, makeKnown } from '../../src/malicious/names/known-names.ts'
import { likenessOf } from '../../src/malicious/names/likeness.ts'
import { SCRIPT_BONUS, SURE_MIN } from '../../src/malicious/names/run.ts'
import { createMaliciousScanner } from '../../src/malicious/scanner.ts'
import { ORDINARY } from './ordinary-names.ts'

describe('a name that could be mistaken for another', () => {
  test.each([
    ['npm', 'epxress', 'express', 'swapped'],
    ['npm', 'lodahs', 'lodash', 'swapped'],
    ['npm', 'expresss', 'express', 'doubled'],
    ['npm', 'axois', 'axios', 'swapped'],
    ['npm', 'comander', 'commander', 'doubled'],
    ['npm', 'cornmander', 'commander', 'lookalike'],
    ['npm', '1odash', 'lodash', 'lookalike'],
    ['npm', 'typescripr', 'typescript', 'keyboard'],
    ['npm', '@tpyes/node', '@types/node', 'swapped'],
    ['PyPI', 'requsts', 'requests', 'omitted'],
    ['PyPI', 'djanga', 'django', 'replaced'],
    ['PyPI', 'Python_Dateutill', 'python-dateutil', 'doubled'],
    ['crates.io', 'oncecell', 'once-cell', 'separator'],
    ['RubyGems', 'nokogirii', 'nokogiri', 'doubled'],
    ['NuGet', 'Newtonsoft.Jsom', 'newtonsoft.json', 'keyboard'],
  ])('%s: %s', (ecosystem, name, known, kind) => {
    expect(knownNames(ecosystem)?.mistakenFor(name)).toMatchObject({ known, kind })
  })

  test.each([
    ['npm', 'express'],
    ['npm', 'preact'],
    ['npm', '@types/node'],
    ['npm', '@acme/node'],
    ['npm', 'left-of-centre'],
    ['PyPI', 'Requests'],
    ['PyPI', 'python_dateutil'],
    ['crates.io', 'serde_json'],
    ['npm', 'ab'],
  ])('is not %s: %s', (ecosystem, name) => {
    expect(knownNames(ecosystem)?.mistakenFor(name)).toBeUndefined()
  })

  test('is detected after any single typo in a sufficiently long known name', () => {
    const known = ['wonderland', 'marmalade', 'tambourine', 'blackbird']
    const names = makeKnown('npm', known, [])
    assert(
      property(constantFrom(...known), nat(), constantFrom('drop', 'swap', 'double', 'key'), (name, seed, slip) => {
        const at = 1 + (seed % (name.length - 2))
        const output = {
          drop: name.slice(0, at) + name.slice(at + 1),
          swap: name.slice(0, at) + name[at + 1] + name[at] + name.slice(at + 2),
          double: name.slice(0, at) + name[at] + name.slice(at),
          key: `${name.slice(0, at)}x${name.slice(at + 1)}`,
        }[slip]
        pre(output !== name)
        const found = names.mistakenFor(output)
        expect(found?.known).toBe(name)
        expect(found?.sure).toBeGreaterThan(0.3)
      }),
    )
  })

  test.each(Object.entries(ORDINARY))(
    'is not an established name of %s, even with a script at install',
    (ecosystem, text) => {
      const names = text.trim().split(/\s+/)
      expect(new Set(names).size).toBeGreaterThanOrEqual(100)
      const flagged = names.filter(
        (name) => (knownNames(ecosystem)?.mistakenFor(name)?.sure ?? 0) + SCRIPT_BONUS >= SURE_MIN,
      )
      expect(flagged).toEqual([])
    },
  )

  test.each([
    ['abcliff', 'abdiff', false],
    ['engine2', 'engine3', false],
    ['purple-values-box', 'purple-value-box', false],
    ['cornmander', 'commander', true],
    ['1odash', 'lodash', true],
    ['purple-vlaue-box', 'purple-value-box', true],
  ])('%s and %s: mistaken is %s', (name, known, isMistaken) => {
    expect((makeKnown('npm', [known], []).mistakenFor(name)?.sure ?? 0) >= SURE_MIN).toBe(isMistaken)
  })

  test('of several words is a companion if its distinct word is a known name', () => {
    const names = makeKnown('RubyGems', ['sassc', 'sass-rails'], [])
    expect(names.mistakenFor('sassc-rails')).toBeUndefined()
    expect(names.mistakenFor('sassx-rails')).toMatchObject({ known: 'sass-rails' })
  })

  test('is never similar to itself or to an unrelated name', () => {
    expect(likenessOf('lodash', 'lodash')).toBeUndefined()
    expect(likenessOf('lodash', 'underscore')).toBeUndefined()
    expect(SURE_MIN).toBeGreaterThan(0.3)
  })
})

const lock = (packages: Readonly<Record<string, object>>, dependencies: Readonly<Record<string, string>>) => ({
  'package-lock.json': JSON.stringify({
    name: 'shop',
    lockfileVersion: 3,
    packages: { '': { name: 'shop', dependencies }, ...packages },
  }),
})
const scan = (files: Readonly<Record<string, string>>) =>
  runScan({ tree: memoryTree(files), scanners: [createMaliciousScanner()] })

describe('in a project', () => {
  test('a typosquat dependency is reported with both names', async () => {
    const { observations } = await scan(lock({ 'node_modules/epxress': { version: '4.18.2' } }, { epxress: '^4.0.0' }))
    expect(observations).toMatchObject([
      { ruleId: 'malicious/typosquat', severity: 'HIGH', cweId: 'CWE-1357', metadata: { mistakenFor: 'express' } },
    ])
    expect(observations[0]?.description).toContain('epxress')
  })

  test('a similar name required by a well-known package is not reported', async () => {
    const files = lock(
      {
        'node_modules/express': { version: '4.18.2', dependencies: { comander: '1' } },
        'node_modules/comander': { version: '1.0.0' },
      },
      { express: '^4.0.0' },
    )
    expect((await scan(files)).observations).toEqual([])
  })

  test('one edited letter in a transitive dependency is reported only with a script at install', async () => {
    const files = (more: object) =>
      lock(
        {
          'node_modules/acme-tool': { version: '1.0.0', dependencies: { typescripr: '1' } },
          'node_modules/typescripr': { version: '1.0.0', ...more },
        },
        { 'acme-tool': '1' },
      )
    const typosquats = async (more: object) =>
      (await scan(files(more))).observations.filter((observation) => observation.ruleId === 'malicious/typosquat')
    expect(await typosquats({})).toEqual([])
    expect(await typosquats({ hasInstallScript: true })).toHaveLength(1)
  })

  test('a script at install raises the confidence of a typosquat', async () => {
    const with_ = (more: object) =>
      scan(lock({ 'node_modules/requestz': { version: '1.0.0', ...more } }, { requestz: '1' }))
    const [plain] = (await with_({})).observations.filter((observation) => observation.ruleId === 'malicious/typosquat')
    const [scripted] = (await with_({ hasInstallScript: true })).observations.filter(
      (observation) => observation.ruleId === 'malicious/typosquat',
    )
    expect(scripted?.confidence).toBeGreaterThan(plain?.confidence ?? 1)
  })
})
