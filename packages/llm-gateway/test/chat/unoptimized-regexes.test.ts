import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

/**
 * V8 stops optimizing regular expressions in processes that have compiled many of them. A pattern that repeats over a whole value
 * then throws a RangeError after 16 million characters, which a long-running service answered with 500.
 */
const PROGRAM = `
import { embeddedFiles } from '${new URL('../../src/chat/embedded-files.ts', import.meta.url).href}'
const CHARS = 19 * 1024 * 1024
const parts = {
  picture: { type: 'image_url', image_url: { url: 'data:image/png;base64,' + 'A'.repeat(CHARS) } },
  base64: { type: 'file', file: { file_data: 'data:application/pdf;base64,' + 'QUJD'.repeat(CHARS / 4) } },
  raw: { type: 'file', file: { file_data: 'z'.repeat(CHARS) } },
  hex: { type: 'file', file: { file_data: '41'.repeat(CHARS / 2) } },
  escapes: { type: 'file', file: { file_data: 'data:text/plain,' + '%C3%A9'.repeat(CHARS / 6) } },
  spaces: { type: 'file', file: { file_data: 'data:application/pdf;base64,' + ' '.repeat(CHARS) + 'QUJD' } },
  padding: { type: 'file', file: { file_data: 'data:application/pdf;base64,' + '='.repeat(CHARS) } },
}
const read = Object.entries(parts).map(([name, part]) => {
  const [file] = embeddedFiles({ messages: [{ role: 'user', content: [part] }] }, ['messages'], new Map())
  return [name, file === undefined ? 'none' : file.isMalformed === true ? 'malformed' : file.base64.length]
})
process.stdout.write(JSON.stringify(Object.fromEntries(read)))
`

test('documents of the largest body are read without optimized regular expressions', () => {
  const output = execFileSync(
    process.execPath,
    ['--no-regexp-optimization', '--conditions=gatehouse', '--input-type=module', '--eval', PROGRAM],
    { encoding: 'utf8' },
  )
  const chars = 19 * 1024 * 1024
  expect(JSON.parse(output)).toEqual({
    picture: 'none',
    base64: chars,
    raw: chars,
    hex: 'malformed',
    escapes: Math.ceil((Math.floor(chars / 6) * 2) / 3) * 4,
    spaces: 4,
    padding: 'malformed',
  })
})
