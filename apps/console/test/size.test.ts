import { expect, test } from 'vitest'
import { openPage } from '../build/page.ts'
import { FIRST_LOAD_BYTES_MAX, sizesOf } from '../build/size.ts'

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
