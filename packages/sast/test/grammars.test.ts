import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const FOLDER = new URL('../grammars/', import.meta.url)

test('every bundled grammar has the digest that the table states', () => {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.wasm'))
  const table = readFileSync(new URL('README.md', FOLDER), 'utf8')
  const stated = [...table.matchAll(/^\| `([^`]+)` .*`([0-9a-f]{64})` \|$/gm)].map(([, name, digest]) => [name, digest])
  const measured = files.map((name) => [
    name,
    createHash('sha256')
      .update(readFileSync(new URL(name, FOLDER)))
      .digest('hex'),
  ])
  expect(measured).toEqual(stated)
})
