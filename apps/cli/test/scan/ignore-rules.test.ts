import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ignoreRules } from '../../src/scan/ignore-rules.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-rules-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('ignore rules behind a symbolic link are not applied, as in git', () => {
  writeFileSync(join(folder, 'rules'), '*.env\n')
  symlinkSync('rules', join(folder, '.gitignore'))
  expect(ignoreRules(folder)('a.env')).toBe(false)
  rmSync(join(folder, '.gitignore'))
  writeFileSync(join(folder, '.gitignore'), '*.env\n')
  expect(ignoreRules(folder)('a.env')).toBe(true)
})
