import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { gatehouse } from '../../../bench/appsec/watched.ts'
import { writeIdioms } from '../../../bench/sast/idioms.ts'

const FOLDER = mkdtempSync(join(tmpdir(), 'gatehouse-idioms-'))
afterAll(() => rmSync(FOLDER, { recursive: true, force: true }))
writeIdioms(FOLDER)

/** Forms that no rule reports, and why. The list may only shrink. */
const MISSED = [
  // The options are in a variable.
  'javascript/xxe-3-weak.js',
  // An expression body without a declared return type.
  'kotlin/cross-site-scripting-3-weak.kt',
  // The size is set in the block of `apply`.
  'kotlin/weak-cryptography-4-weak.kt',
  // The password is part of a text that is built later.
  'php/hard-coded-credentials-4-weak.php',
  // SHA-1 of a value whose name does not indicate a secret.
  'ruby/weak-cryptography-2-weak.rb',
]

/** Safe forms that a rule reports, and why. The list may only shrink. */
const REPORTED = [
  // The analysis does not know that `ctx.throw` ends the handler.
  'javascript/path-traversal-3-safe.js',
  // The feature is set on the reader, after the sink.
  'kotlin/xxe-4-safe.kt',
  // The list is checked in a ternary, by the expression and not by the variable.
  'php/open-redirect-4-safe.php',
  'php/path-traversal-2-safe.php',
  // The rule about loaders does not read the mode.
  'ruby/insecure-deserialization-4-safe.rb',
]

type Names = readonly { readonly name: string }[]

test('weak idioms are reported and their safe twins are not', async () => {
  const { stdout } = await gatehouse(['rules', 'evaluate', FOLDER, '--truth', join(FOLDER, 'truth.csv'), '--json'])
  const { missed, wrong } = JSON.parse(stdout) as { readonly missed: Names; readonly wrong: Names }
  const sorted = (names: Names): readonly string[] => names.map(({ name }) => name).toSorted()
  expect({ missed: sorted(missed), wrong: sorted(wrong) }).toEqual({ missed: MISSED, wrong: REPORTED })
})
