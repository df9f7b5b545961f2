import { describe, expect, test } from 'vitest'
import { startEffort } from '@gatehouse/testkit'
import type { Observation } from '@gatehouse/scan-engine'
import { memoryTree } from '@gatehouse/testkit/memory-tree'
import { dependencyPaths } from '../../src/inventory/paths.ts'
import { withReachability } from '../../src/reach/judge.ts'

function about(purl: string, more: object = {}): Observation {
  return {
    scanner: 'SCA',
    ruleId: 'GHSA-x',
    severity: 'HIGH',
    title: 'x',
    description: 'x',
    filePath: 'x',
    startLine: 1,
    endLine: 1,
    owasp: [],
    confidence: 1,
    identity: [],
    metadata: { purl, scope: 'runtime', direct: true, ...more },
  }
}

const EXPRESS = 'pkg:npm/express@4.0.0'
const QS = 'pkg:npm/qs@6.0.0'
const GIN = 'pkg:golang/github.com/gin-gonic/gin@v1.7.0'
const YAML = 'pkg:pypi/pyyaml@5.0'
const paths = dependencyPaths({
  dependencies: new Map([
    ['root', [EXPRESS, GIN, YAML]],
    [EXPRESS, [QS]],
  ]),
})

async function reachOf(purl: string, files: Readonly<Record<string, string>>, more: object = {}) {
  const [observation] = await withReachability([about(purl, more)], memoryTree(files), paths)
  const { reachable, importedAt, importedThrough } = observation?.metadata ?? {}
  return { reachable, importedAt, importedThrough }
}

describe('whether the code imports a package', () => {
  test.each([
    ['import', "import a from './a'\nimport express from 'express'"],
    ['require', "'use strict'\nconst x = require('express/lib/x')"],
    ['a type', '\nexport type { X } from "express"'],
    ['a call', "\nawait import('express')"],
  ])('%s is found with its line', async (_title, text) => {
    expect(await reachOf(EXPRESS, { 'src/a.ts': text })).toMatchObject({
      reachable: true,
      importedAt: { path: 'src/a.ts', line: 2 },
    })
  })

  test('a dependency of an imported package is reachable through it', async () => {
    const found = await reachOf(QS, { 'a.js': "require('express')" }, { direct: false })
    expect(found).toMatchObject({ reachable: true, importedThrough: EXPRESS })
  })

  test.each([
    ['nothing imports or names it', { 'a.js': "import x from 'other'" }, false],
    ['there is no code', {}, undefined],
    ['code imports what only running tells', { 'a.js': 'require(name)' }, undefined],
    ['code loads by a built name', { 'a.js': 'import(`./${x}`)' }, undefined],
    ['a configuration names it', { 'a.js': '1', '.x.yml': 'plugins: [express]' }, undefined],
    ['a script runs it', { 'a.js': '1', 'package.json': '{"scripts": {"x": "express"}}' }, undefined],
    [
      'only the list of dependencies names it',
      { 'a.js': '1', 'package.json': '{"dependencies": {"express": "4"}}' },
      false,
    ],
    ['only an installed package imports it', { 'a.js': '1', 'node_modules/b/a.js': "require('express')" }, false],
  ] as const)('when %s', async (_title, files, reachable) => {
    expect((await reachOf(EXPRESS, files)).reachable).toBe(reachable)
  })

  test('development dependencies are never reported as unreachable', async () => {
    expect((await reachOf(EXPRESS, { 'a.js': '1' }, { scope: 'dev' })).reachable).toBeUndefined()
  })

  test.each([
    ['in a block', 'package a\n\nimport (\n\t"fmt"\n\tg "github.com/gin-gonic/gin/binding"\n)\n', true],
    ['not at all', 'package a\n\nimport "fmt"\n', false],
    [
      'only in a text',
      'package a\n\nimport "fmt"\nvar x = 1\nvar y = []string{\n"github.com/gin-gonic/gin",\n}\n',
      undefined,
    ],
  ])('of Go %s', async (_title, text, reachable) => {
    expect((await reachOf(GIN, { 'a.go': text })).reachable).toBe(reachable)
  })

  test.each([
    ['under its other name', 'import os, yaml\n', true],
    ['from a part of it', 'if x:\n    from yaml.loader import Loader\n', true],
    ['not at all, which is never sure', 'import os\n', undefined],
  ])('of Python %s', async (_title, text, reachable) => {
    expect((await reachOf(YAML, { 'a.py': text })).reachable).toBe(reachable)
  })

  test('long runs of possible import prefixes are read quickly', async () => {
    const effort_ms = startEffort()
    const hostile = ['import ', 'import(', 'require (  ', 'from "', '/*', 'import\t']
      .map((item) => item.repeat(100_000))
      .join('\n')
    await reachOf(EXPRESS, { 'a.js': hostile, 'a.py': hostile, 'a.go': hostile })
    expect(effort_ms()).toBeLessThan(15_000)
  })
})
