import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openPage } from '../build/page.ts'
import { FIRST_LOAD_BYTES_MAX, sizesOf } from '../build/size.ts'
import { ROOT } from '../build/sources.ts'

test('the first page loads little script, every page is a file of its own, and no schema is on board', async () => {
  const state = await openPage().settled
  if (!('folder' in state)) throw new Error(JSON.stringify(state))
  const { firstLoad_bytes, files, text } = sizesOf(state.folder)
  expect(firstLoad_bytes).toBeGreaterThan(50_000)
  expect(firstLoad_bytes).toBeLessThanOrEqual(FIRST_LOAD_BYTES_MAX)
  expect(Object.keys(files).length).toBeGreaterThan(5)
  // How the library of the contracts marks its errors: were it there, so would be this.
  expect(text).not.toContain('ZodError')
  expect(text).not.toContain('invalid_union')
})

test('no source of the page writes raw HTML or evaluates text', () => {
  const forbidden =
    /dangerouslySetInnerHTML|\b(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write|\beval\(|new Function\b|srcdoc/i
  const sources = join(ROOT, 'apps/console/src')
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((path) => /\.tsx?$/.test(path))
  expect(files.length).toBeGreaterThan(100)
  expect(files.filter((path) => forbidden.test(readFileSync(join(sources, path), 'utf8')))).toEqual([])
})
