import { ROOT } from '@gatehouse/formats/artifacts'
import { describe, expect, test } from 'vitest'
import { readInventory } from '../../src/inventory/read.ts'
import { memoryTree } from '@gatehouse/testkit/memory-tree'
import { fixture } from './fixture.ts'

const project = {
  'package.json': fixture('project.package.json'),
  'packages/cart/package.json': fixture('member.package.json'),
}

describe('one project, as locked by every JavaScript package manager', () => {
  test.each([
    ['npm 6', { 'package-lock.json': fixture('npm-v1.package-lock.json') }],
    ['npm 7', { 'package-lock.json': fixture('npm-v2.package-lock.json') }],
    ['npm 11', { 'package-lock.json': fixture('npm-v3.package-lock.json') }],
    ['yarn classic', { 'yarn.lock': fixture('classic.yarn.lock') }],
    ['yarn berry', { 'yarn.lock': fixture('berry.yarn.lock') }],
    ['pnpm 7', { 'pnpm-lock.yaml': fixture('pnpm-7.pnpm-lock.yaml') }],
    ['pnpm 8', { 'pnpm-lock.yaml': fixture('pnpm-8.pnpm-lock.yaml') }],
    ['pnpm 9', { 'pnpm-lock.yaml': fixture('pnpm-9.pnpm-lock.yaml') }],
    ['bun', { 'bun.lock': fixture('bun.lock') }],
  ] as const)('%s', async (tool, files) => {
    const inventory = await readInventory(memoryTree({ ...project, ...files }))
    const facts = Object.fromEntries(
      inventory.components.map((component) => [component.purl, `${component.scope} ${component.direct}`]),
    )
    expect(facts).toMatchObject({
      'pkg:npm/%40sindresorhus/is@4.6.0': 'runtime true',
      'pkg:npm/ms@2.1.2': 'dev true',
      'pkg:npm/fsevents@2.3.3': 'optional true',
      'pkg:npm/is-number@6.0.0': 'dev false',
      'pkg:npm/is-odd@3.0.1': 'dev true',
      'pkg:npm/minimist@0.0.8': 'runtime false',
      'pkg:npm/mkdirp@0.5.1': 'runtime true',
    })
    expect(inventory.dependencies.get('pkg:npm/mkdirp@0.5.1')).toEqual(['pkg:npm/minimist@0.0.8'])
    expect(inventory.dependencies.get(ROOT)).toContain('pkg:npm/mkdirp@0.5.1')
    expect(inventory.gaps).toEqual([])
    const minimist = inventory.components.find(({ name }) => name === 'minimist')
    const [place] = minimist?.locations ?? []
    const lines = Object.values(files).join('').split('\n')
    expect(lines[(place?.line ?? 0) - 1]).toContain('minimist')
    // Berry stores a digest of its own archive, which is not comparable.
    const algorithms = tool === 'yarn berry' ? [] : ['SHA-512']
    expect((minimist?.hashes ?? []).map(({ algorithm }) => algorithm).filter((item) => item !== 'SHA-1')).toEqual(
      algorithms,
    )
  })
})

test('pnpm may store its own tools in a document before the project', async () => {
  const lock = fixture('pnpm-9.pnpm-lock.yaml')
  const tools =
    "lockfileVersion: '9.0'\nimporters:\n  .: {}\npackages:\n  tool@1.0.0: {}\nsnapshots:\n  tool@1.0.0: {}\n"
  const text = `---\n${tools}---\n${lock}`
  const { components } = await readInventory(memoryTree({ ...project, 'pnpm-lock.yaml': text }))
  expect(components.map(({ purl }) => purl)).toContain('pkg:npm/tool@1.0.0')
  const minimist = components.find(({ name }) => name === 'minimist')
  expect(text.split('\n')[(minimist?.locations[0]?.line ?? 0) - 1]).toContain('minimist')
})
