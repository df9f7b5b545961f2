import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { KINDS, randomFrom } from '../../packages/secrets/test/corpus/draw.ts'

const SEED = 23
/** One of this many packages also has a second version, below its dependent. */
const NESTED_OF = 12
const SCOPED_OF = 4
const DEV_OF = 3
const DEPENDENCIES_MAX = 5

interface Locked {
  readonly version: string
  readonly resolved: string
  readonly integrity: string
  readonly license: string
  readonly dev?: true
  readonly dependencies?: Readonly<Record<string, string>>
}

const LICENCES = ['MIT', 'ISC', 'Apache-2.0', 'BSD-3-Clause', '(MIT OR CC0-1.0)']

/**
 * Writes a `package.json` and a `package-lock.json` of version 3 as npm does: a tree of so many packages with scopes, second
 * versions in folders below and packages for development, each needed by another or by the project. The same in every run.
 */
export function writeLockFile(folder: string, count: number): void {
  const random = randomFrom(SEED)
  const name = (at: number): string => (at % SCOPED_OF === 0 ? `@scope-${at % 7}/part-${at}` : `package-${at}`)
  const packages: Record<string, Locked> = {}
  const add = (path: string, at: number, version: string, more: Partial<Locked> = {}): void => {
    const plain = name(at).replace(/^.*\//, '')
    packages[path] = {
      version,
      resolved: `https://registry.example.org/${name(at)}/-/${plain}-${version}.tgz`,
      integrity: `sha512-${KINDS['sha512']?.(random) ?? ''}`,
      license: LICENCES[random(LICENCES.length)] ?? 'MIT',
      ...(at % DEV_OF === 0 && { dev: true as const }),
      ...more,
    }
  }
  const versions = new Map<number, string>()
  const needed = new Set<number>()
  let written = 0
  for (let at = 0; written < count; at += 1) {
    const version = `${1 + random(9)}.${random(30)}.${random(20)}`
    versions.set(at, version)
    // Each depends on earlier ones, so that every package is reachable.
    const dependencies: Record<string, string> = {}
    for (let more = at === 0 ? 0 : random(DEPENDENCIES_MAX); more > 0; more -= 1) {
      const other = random(at)
      // Production packages never depend on development ones.
      if (at % DEV_OF !== 0 && other % DEV_OF === 0) continue
      dependencies[name(other)] = `^${versions.get(other) ?? '1.0.0'}`
      needed.add(other)
    }
    const isNesting = at % NESTED_OF === NESTED_OF - 1 && written + 1 < count
    const [other, older] = [random(Math.max(1, at)), `0.${random(30)}.${random(20)}`]
    if (isNesting) dependencies[name(other)] = `^${older}`
    add(`node_modules/${name(at)}`, at, version, { dependencies })
    written += 1
    if (!isNesting) continue
    add(`node_modules/${name(at)}/node_modules/${name(other)}`, other, older)
    written += 1
  }
  const [direct, dev]: [Record<string, string>, Record<string, string>] = [{}, {}]
  for (const [at, version] of versions) {
    if (!needed.has(at)) (at % DEV_OF === 0 ? dev : direct)[name(at)] = `^${version}`
  }
  const root = { name: 'shop', version: '1.4.0', license: 'Apache-2.0', dependencies: direct, devDependencies: dev }
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(root, undefined, 2)}\n`)
  writeFileSync(
    join(folder, 'package-lock.json'),
    `${JSON.stringify({ name: 'shop', version: '1.4.0', lockfileVersion: 3, requires: true, packages: { '': root, ...packages } }, undefined, 2)}\n`,
  )
}
