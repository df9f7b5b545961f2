import { expect, test } from 'vitest'
import { classifyPaths, entryPointsIn, type MergedObservation } from '../src/index.ts'
import { memoryTree as treeOf } from '@gatehouse/testkit/memory-tree'

const observation = (filePath: string): MergedObservation => ({
  scanner: 'SAST_PATTERN',
  seenBy: ['SAST_PATTERN'],
  ruleId: 'r',
  severity: 'CRITICAL',
  title: 't',
  description: 'd',
  filePath,
  startLine: 1,
  endLine: 1,
  owasp: [],
  confidence: 1,
  identity: [filePath],
  metadata: {},
})

async function severities(
  manifests: Readonly<Record<string, string>>,
  paths: readonly string[],
): Promise<readonly string[]> {
  const files = Object.fromEntries(paths.map((path) => [path, 'x']))
  const entries = await entryPointsIn(treeOf({ ...files, ...manifests }))
  return classifyPaths(
    paths.map((path) => observation(path)),
    true,
    entries,
  ).map(({ severity }) => severity)
}

test.each([
  ['main', { main: 'spec/server.js' }],
  ['main without an ending', { main: './spec/server' }],
  ['bin', { bin: { shop: 'spec/server.js' } }],
  ['exports', { exports: { '.': { node: { import: './spec/server.js' } } } }],
  ['the start script', { scripts: { start: 'NODE_ENV=production node --enable-source-maps spec/server.js' } }],
])('an entry point that package.json names is production code: %s', async (_by, manifest) => {
  const found = await severities({ 'package.json': JSON.stringify(manifest) }, ['spec/server.js', 'test/a.js'])
  expect(found).toEqual(['CRITICAL', 'MEDIUM'])
})

test('a file next to an entry point in a test folder is production code, and test files are not', async () => {
  const manifest = JSON.stringify({ main: 'spec/server.js' })
  const paths = ['spec/handlers.js', 'spec/db/store.js', 'spec/server.test.js', 'spec/server_test.py', 'tests/a.js']
  const found = await severities({ 'package.json': manifest }, ['spec/server.js', ...paths])
  expect(found).toEqual(['CRITICAL', 'CRITICAL', 'CRITICAL', 'MEDIUM', 'MEDIUM', 'MEDIUM'])
})

test('an example that a script starts is the only production code of its folder', async () => {
  const manifest = JSON.stringify({ scripts: { start: 'node examples/shop.js' } })
  expect(await severities({ 'package.json': manifest }, ['examples/shop.js', 'examples/other.js'])).toEqual([
    'CRITICAL',
    'MEDIUM',
  ])
})

test.each([
  ['a manifest of a test', { 'test/app/package.json': '{"main": "server.js"}' }],
  ['a script that runs tests', { 'package.json': '{"scripts": {"test": "node test/app/server.js"}}' }],
  ['a file that is not there', { 'package.json': '{"main": "test/other.js"}' }],
  ['a file outside of the source', { 'package.json': '{"main": "../test/app/server.js"}' }],
  ['a broken manifest', { 'package.json': '{"main": "test/app/server.js"' }],
  ['a manifest of another shape', { 'package.json': '[{"main": 5}]' }],
])('%s names no entry point', async (_name, manifests) => {
  expect(await severities(manifests, ['test/app/server.js'])).toEqual(['MEDIUM'])
})

test.each([
  '[project.scripts]\nshop = "tests.server:main"\n',
  '[project.entry-points."shop.plugins"]\na = "tests.server"\n',
  '[tool.poetry.scripts]\nshop = "tests.server:main"\n',
])('a script of pyproject.toml is production code: %j', async (manifest) => {
  const found = await severities({ 'pyproject.toml': manifest }, ['tests/server.py', 'docs/conf.py'])
  expect(found).toEqual(['CRITICAL', 'MEDIUM'])
})

test.each([
  ['Procfile', 'web: node --trace-warnings spec/server.js\nworker: bundle exec sidekiq\n', 'spec/server.js'],
  ['Procfile', 'web: gunicorn --workers 2 docs.server:app\n', 'docs/server.py'],
  ['Dockerfile', 'FROM node\nCMD ["node", "spec/server.js"]\n', 'spec/server.js'],
  [
    'Dockerfile',
    'FROM python\nWORKDIR /srv/app\nENTRYPOINT python \\\n  /srv/app/examples/main.py\n',
    'examples/main.py',
  ],
  ['deploy/web.Dockerfile', 'FROM python\nCMD python -m tests.server\n', 'tests/server.py'],
])('an entry point that %s names is production code: %j', async (file, text, path) => {
  expect(await severities({ [file]: text }, [path])).toEqual(['CRITICAL'])
  expect(await severities({ [file]: text.replaceAll(/server|main/g, 'other') }, [path])).not.toEqual(['CRITICAL'])
})
