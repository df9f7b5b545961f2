import { runScan } from '@gatehouse/scan-engine'
import { memoryTree as treeOf } from '@gatehouse/testkit/memory-tree'
import { expect, test } from 'vitest'
import { createSastScanner, OWN_PACK } from '../src/index.ts'

const LEVELS = 50_000
const NOT = '!'.repeat(LEVELS)

test.each([
  ['a.go', `package a\nvar x = ${NOT}true\n`],
  ['a.js', `var x = ${NOT}true\n`],
  ['a.ts', `const x = ${NOT}true\n`],
  ['a.py', `x = ${'not '.repeat(LEVELS)}True\n`],
  ['a.java', `class A { boolean x = ${NOT}true; }\n`],
  ['a.cs', `class A { bool x = ${NOT}true; }\n`],
  ['a.kt', `val x = ${NOT}true\n`],
  ['a.php', `<?php $x = ${NOT}true;\n`],
  ['a.rb', `x = ${NOT}true\n`],
  ['a.rs', `fn f() { let x = ${NOT}true; }\n`],
  ['a.c', `int x = ${NOT}1;\n`],
  ['a.cpp', `int x = ${NOT}1;\n`],
])('deep nesting in %s is a coverage gap and no scanner error', async (path, code) => {
  const { gaps, failed } = await runScan({
    tree: treeOf({ [path]: code }),
    scanners: [createSastScanner({ rules: OWN_PACK })],
  })
  expect(failed).toEqual([])
  expect(gaps.map(({ reason }) => reason)).toEqual(['not_covered'])
  expect(gaps[0]!.detail).toMatch(/nested deeper than 400 levels/)
})
