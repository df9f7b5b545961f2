import { execFile } from 'node:child_process'
import { copyFileSync, cpSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

import { type TemporaryFolder, temporaryFolder } from '@gatehouse/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { gateways } from '../kit/before.ts'
import { text } from '../kit/scripted-upstream.ts'

const before = gateways()
const PUBLISHED = fileURLToPath(import.meta.resolve('@modelcontextprotocol/inspector-cli/package.json'))

let folder: TemporaryFolder
let cli: string

/** The published command reads the manifest of its source project, two folders up: this creates one. */
beforeAll(() => {
  folder = temporaryFolder()
  const own = dirname(PUBLISHED)
  cpSync(join(own, 'build'), join(folder.path, 'cli', 'build'), { recursive: true })
  copyFileSync(PUBLISHED, join(folder.path, 'package.json'))
  symlinkSync(join(own, 'node_modules'), join(folder.path, 'cli', 'node_modules'))
  symlinkSync(dirname(dirname(own)), join(folder.path, 'node_modules'))
  cli = join(folder.path, 'cli', 'build', 'cli.js')
})

afterAll(() => folder.remove())

describe("the Inspector's command line", () => {
  test.each(['sessions', 'stateless'] as const)('lists and calls before an upstream of the era %s', async (era) => {
    const { served } = await before({
      era,
      answer({ method, params }) {
        if (method === 'tools/list') return { tools: [{ name: 'greet', inputSchema: { type: 'object' } }] }
        return method === 'tools/call' ? text(`called with ${JSON.stringify(params?.['arguments'])}`) : {}
      },
    })
    const inspect = async (...args: string[]) => {
      const all = [cli, '--cli', served.url.href, '--transport', 'http', ...args]
      const { stdout } = await promisify(execFile)(process.execPath, all)
      return JSON.parse(stdout) as unknown
    }
    expect(await inspect('--method', 'tools/list')).toMatchObject({ tools: [{ name: 'greet' }] })
    const called = ['--method', 'tools/call', '--tool-name', 'greet', '--tool-arg', 'name=Ada']
    expect(await inspect(...called)).toMatchObject(text('called with {"name":"Ada"}'))
  })
})
