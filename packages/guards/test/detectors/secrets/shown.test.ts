import { expect, test } from 'vitest'
import { startEffort } from '@gatehouse/testkit'
import { shownAddress, shownArguments } from '../../../src/detectors/secrets/shown.ts'

test.each([
  ['https://tools.example.com/mcp', 'https://tools.example.com/mcp'],
  ['https://tools.example.com/v1/tool-server-2/mcp', 'https://tools.example.com/v1/tool-server-2/mcp'],
  ['https://tools.example.com/streamable-http', 'https://tools.example.com/streamable-http'],
  ['https://t.example/mcp?key=abc&b&c=', 'https://t.example/mcp?key=***&***&c=***'],
  ['https://t.example/mcp#abc', 'https://t.example/mcp#***'],
  ['https://t.example/s/9f1c2b7e-6d53-4c8e-9b7f-0a1b2c3d4e5f/mcp', 'https://t.example/s/***/mcp'],
  ['https://t.example/api/Zm9vYmFyQmF6MTIz/mcp', 'https://t.example/api/***/mcp'],
  ['https://t.example/key/short/mcp', 'https://t.example/key/***/mcp'],
  ['https://t.example/mcp;token=abc/x', 'https://t.example/mcp;token=***/x'],
  ['https://t.example/aB3-xY9_Q2-zz81', 'https://t.example/***'],
])('%s is shown as %s', (url, shown) => {
  expect(shownAddress(url)).toBe(shown)
  // Masking is idempotent.
  expect(shownAddress(shown)).toBe(shown)
})

test.each([
  [
    ['/opt/mcp/server.mjs', '--stdio', '-v'],
    ['/opt/mcp/server.mjs', '--stdio', '-v'],
  ],
  [
    ['-y', '@scope/server-files@1.2.3', '/srv/data'],
    ['-y', '@scope/server-files@1.2.3', '/srv/data'],
  ],
  [['--token=abc'], ['--token=***']],
  [
    ['--token', 'abc', 'next'],
    ['--token', '***', 'next'],
  ],
  [
    ['--api-key', '-abc'],
    ['--api-key', '***'],
  ],
  [
    ['--password', '--verbose'],
    ['--password', '--verbose'],
  ],
  [
    ['run', '-e', 'API_KEY=abc', 'mcp/server:latest'],
    ['run', '-e', 'API_KEY=***', 'mcp/server:latest'],
  ],
  [
    ['--header', 'X-Own: abc def'],
    ['--header', 'X-Own: ***'],
  ],
  [['Authorization: Bearer abc'], ['Authorization: ***']],
  [['https://t.example/mcp?key=abc'], ['https://t.example/mcp?key=***']],
  [['postgresql://user:pass@db.example/shop'], ['postgresql://***@db.example/shop']],
  [['{"token":"abc"}'], ['***']],
  [
    ['-c', 'export T=abc; run'],
    ['-c', 'export T=*** run'],
  ],
  [['sk-proj-9f8e7d6c5b4a39281706abcdefABCDEF'], ['***']],
  [['Zm9vYmFyQmF6MTIzNDU2Nzg5MA=='], ['***']],
  [['ghcr.io/x/y@sha256:' + 'a1'.repeat(32)], ['ghcr.io/x/y@sha256:' + 'a1'.repeat(32)]],
])('the arguments %j are shown as %j', (args, shown) => {
  expect(shownArguments(args)).toEqual(shown)
  expect(shownArguments(shown)).toEqual(shown)
})

test('arguments of the largest size are read in no time', () => {
  const effort_ms = startEffort()
  for (const part of ['=', 'a=', '-', 'key ', 'a:', '/', 'Bearer ', '%41', '://@', 'aA1']) {
    shownArguments(Array.from({ length: 64 }, () => part.repeat(Math.ceil(4_096 / part.length))))
  }
  expect(effort_ms()).toBeLessThan(6_000)
})
