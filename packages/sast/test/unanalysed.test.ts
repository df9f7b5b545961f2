import { expect, test } from 'vitest'
import { UNANALYSED_FILES_MAX } from '@gatehouse/scan-engine'
import { codeOf, unanalysedCode } from '@gatehouse/scan-engine/gate'
import { LeftOut } from '../src/scan/left.ts'

test('unanalysed code lists each path once, and a whole file before parts of it', () => {
  const part = { path: 'b.py', language: 'python', cause: 'unparsed', extent: 'part' } as const
  const whole = { path: 'b.py', language: 'python', cause: 'failed', extent: 'file' } as const
  const other = { path: 'a.js', language: 'javascript', cause: 'installed', extent: 'file' } as const
  const gaps = [{ unanalysed: [part, other] }, {}, { unanalysed: [whole], unlisted: 2 }, { unanalysed: [part] }]
  expect(unanalysedCode(gaps)).toEqual({ files: [other, whole], unlisted: 2 })
})

test('only files in a recognized language count as code', () => {
  expect(codeOf([{ path: 'a.rb' }, { path: 'logo.png' }], 'failed')).toEqual({
    unanalysed: [{ path: 'a.rb', language: 'ruby', cause: 'failed', extent: 'file' }],
  })
  expect(codeOf([{ path: 'logo.png' }], 'failed')).toEqual({})
})

test('a gap lists a bounded number of files and counts the others, however many shards counted them', () => {
  const all = new LeftOut()
  for (const folder of ['a', 'b']) {
    const shard = new LeftOut()
    for (let at = 0; at < UNANALYSED_FILES_MAX; at += 1) shard.add('installed', `node_modules/${folder}/${at}.js`)
    shard.add('installed', `node_modules/${folder}/read.me`)
    all.take(shard.tell())
  }
  const [gap] = all.gaps()
  expect(gap).toMatchObject({ reason: 'skipped', unlisted: UNANALYSED_FILES_MAX })
  expect(gap!.unanalysed).toHaveLength(UNANALYSED_FILES_MAX)
  expect(gap!.detail).toContain(`${UNANALYSED_FILES_MAX * 2 + 2} files (node_modules/a/0.js, node_modules/a/1.js,`)
})
