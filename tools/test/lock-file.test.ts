import { expect, test } from 'vitest'
import { completeLock, lockProblems } from '../lib/lock-file.ts'

const lock = (packages: Readonly<Record<string, unknown>>): string => JSON.stringify({ lockfileVersion: 3, packages })
const tool = {
  version: '1.2.3',
  dev: true,
  optionalDependencies: { '@tool/binding-linux-x64-musl': '1.2.3', '@tool/darwin-arm64': '1.2.3' },
}

test('a URL in the lock file is a problem, and a link to a workspace is not', () => {
  expect(lockProblems(lock({ 'node_modules/a': { version: '1.0.0', resolved: 'https://example.com/a.tgz' } }))).toEqual(
    [expect.stringContaining('node_modules/a has an address')],
  )
  expect(lockProblems(lock({ 'node_modules/@gatehouse/a': { resolved: 'packages/a', link: true } }))).toEqual([])
})

test('packages of other platforms that npm left out are named, and added with their platform', () => {
  const text = lock({ 'node_modules/tool': tool })
  expect(lockProblems(text)).toHaveLength(2)
  const complete = completeLock(text)
  expect(lockProblems(complete)).toEqual([])
  expect(JSON.parse(complete)).toMatchObject({
    packages: {
      'node_modules/@tool/binding-linux-x64-musl': {
        version: '1.2.3',
        optional: true,
        dev: true,
        os: ['linux'],
        cpu: ['x64'],
        libc: ['musl'],
      },
      'node_modules/@tool/darwin-arm64': {
        version: '1.2.3',
        optional: true,
        dev: true,
        os: ['darwin'],
        cpu: ['arm64'],
      },
    },
  })
})

test('a package next to its dependent is not missing, and a complete file is unchanged', () => {
  const text = lock({
    'node_modules/a/node_modules/tool': { optionalDependencies: { b: '1.0.0' } },
    'node_modules/a/node_modules/b': { version: '1.0.0', optional: true },
  })
  expect(completeLock(text)).toBe(text)
})
