import { assert, constantFrom, nat, pre, property } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runScan } from '../../src/engine/run-scan.ts'
import { knownNames, makeKnown } from '../../src/malicious/names/known-names.ts'
import { likenessOf } from '../../src/malicious/names/likeness.ts'
import { SURE_MIN } from '../../src/malicious/names/run.ts'
import { createMaliciousScanner } from '../../src/malicious/scanner.ts'
import { memoryTree } from '../sca/tree.ts'

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

  test('is found after any one slip of the fingers, in any known name that is long enough', () => {
    const known = ['wonderland', 'marmalade', 'tambourine', 'blackbird']
    const names = makeKnown('npm', known, [])
    assert(
      property(constantFrom(...known), nat(), constantFrom('drop', 'swap', 'double', 'key'), (name, seed, slip) => {
        const at = 1 + (seed % (name.length - 2))
        const made = {
          drop: name.slice(0, at) + name.slice(at + 1),
          swap: name.slice(0, at) + name[at + 1] + name[at] + name.slice(at + 2),
          double: name.slice(0, at) + name[at] + name.slice(at),
          key: `${name.slice(0, at)}x${name.slice(at + 1)}`,
        }[slip]
        pre(made !== name)
        const found = names.mistakenFor(made)
        expect(found?.known).toBe(name)
        expect(found?.sure).toBeGreaterThan(0.3)
      }),
    )
  })

  test('is told the same way round only', () => {
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
  test('a look-alike that it asks for is told, with both names', async () => {
    const { observations } = await scan(lock({ 'node_modules/epxress': { version: '4.18.2' } }, { epxress: '^4.0.0' }))
    expect(observations).toMatchObject([
      { ruleId: 'malicious/typosquat', severity: 'HIGH', cweId: 'CWE-1357', metadata: { mistakenFor: 'express' } },
    ])
    expect(observations[0]?.description).toContain('epxress')
  })

  test('one that a well-known package asks for is not: its makers chose it', async () => {
    const files = lock(
      {
        'node_modules/express': { version: '4.18.2', dependencies: { comander: '1' } },
        'node_modules/comander': { version: '1.0.0' },
      },
      { express: '^4.0.0' },
    )
    expect((await scan(files)).observations).toEqual([])
  })

  test('a script at install makes a look-alike more likely to be an attack', async () => {
    const with_ = (more: object) =>
      scan(lock({ 'node_modules/requestz': { version: '1.0.0', ...more } }, { requestz: '1' }))
    const [plain] = (await with_({})).observations.filter((one) => one.ruleId === 'malicious/typosquat')
    const [scripted] = (await with_({ hasInstallScript: true })).observations.filter(
      (one) => one.ruleId === 'malicious/typosquat',
    )
    expect(scripted?.confidence).toBeGreaterThan(plain?.confidence ?? 1)
  })
})
