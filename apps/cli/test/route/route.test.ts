import { uuidv7 } from '@gatehouse/kernel'
import { changePins, insertPins } from '@gatehouse/store/agents'
import { temporaryFolder } from '@gatehouse/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Io } from '../../src/command.ts'
import { run } from '../../src/program.ts'
import { fileIn, serve } from '../policy/support.ts'

const folder = temporaryFolder()
let service: Awaited<ReturnType<typeof serve>>
let key: string
beforeAll(async () => {
  service = await serve()
  const created = await service.admin('POST', '/v1/admin/tenants', {
    tenant_id: 'shop',
    api_keys: [{ scope: 'admin' }],
  })
  key = (created['api_keys'] as { api_key: string }[])[0]!.api_key
})
afterAll(async () => {
  await service.close()
  folder.remove()
})

const route = (...args: string[]) =>
  routeWith(JSON.stringify({ url: 'https://piped.invalid/mcp', enabled: false }), args)

async function routeWith(typed: string, args: readonly string[], apiKey = key) {
  let [out, err] = ['', '']
  const io: Io = {
    env: { GATEHOUSE_URL: service.url, GATEHOUSE_API_KEY: apiKey, TOKEN: 'Bearer made-up' },
    cwd: folder.path,
    stdin: (async function* () {
      yield typed
    })(),
    stdout: { write: (text) => (out += text) },
    stderr: { write: (text) => (err += text) },
    untilStopped: () => Promise.resolve('SIGTERM'),
  }
  return { code: await run(['route', ...args], io), out, err }
}

test('a route is added, replaced, listed and removed', async () => {
  const added = await route('add', 'docs', 'https://docs.invalid/mcp', '--header-env', 'Authorization=TOKEN')
  expect(added).toMatchObject({ code: 0, err: expect.stringContaining('cannot currently be resolved') as unknown })
  expect(added.out).toContain(`MCP endpoint for agents: ${service.url}/gateway/docs/mcp`)
  expect((await route('add', 'docs', 'https://docs.invalid/mcp')).out).toContain('updated route "docs"')
  expect((await route('add', 'piped', '--file', '-')).code).toBe(0)
  fileIn(
    folder.path,
    'both.yaml',
    'upstreams:\n  - {name: a, url: "https://a.invalid/"}\n  - {name: b, url: "https://b.invalid/"}\n',
  )
  expect((await route('add', 'both', '--file', 'both.yaml')).code).toBe(0)
  const { out } = await route('list')
  expect(out.split('\n')).toEqual([
    'both  active  http  a, b',
    'docs  active  http  https://docs.invalid/mcp',
    'piped  disabled  http  https://piped.invalid/mcp',
    '',
  ])
  const { upstreams } = JSON.parse((await route('list', '--json')).out) as { upstreams: object[] }
  expect(upstreams).toHaveLength(3)
  for (const name of ['both', 'docs', 'piped']) expect((await route('remove', name)).code).toBe(0)
  expect((await route('list')).out).toContain('has no routes')
})

test('without anything that waits, pins are fine', async () => {
  expect(await route('pins')).toMatchObject({ code: 0, out: expect.stringContaining('no tools pinned yet') as unknown })
  expect(await route('accept', 'docs/search')).toMatchObject({
    code: 2,
    err: expect.stringContaining('not found') as unknown,
  })
})

test('a changed tool definition is shown and accepted by its hash, with the approver recorded', async () => {
  await route('add', 'shop', 'https://shop.invalid/mcp')
  const at = new Date()
  const store = service.store
  const definition = (description: string) => ({
    hash: description,
    bodyHash: description,
    definition: { description },
  })
  const pin = {
    id: uuidv7(),
    tool: 'find',
    likeness: 'find',
    state: 'pinned',
    reason: '',
    ...definition('Finds.'),
  } as const
  await insertPins(store, 'shop', 'shop', [pin], at)
  const change = { tool: 'find', acceptedHash: 'Finds.', state: 'changed', reason: 'Changed: description.' } as const
  await changePins(store, 'shop', 'shop', [{ ...change, seen: definition('Finds, and tells.') }], at)
  expect((await route('pins')).out).toContain('  hash Finds, and tells.\n')
  const refused = await routeWith('n\n', ['accept', 'shop/find'])
  expect(refused).toMatchObject({ code: 1, out: '' })
  expect(refused.err).toContain(
    '    - Finds.\n    + Finds, and tells.\n  hash Finds, and tells.\naccept this definition?',
  )
  expect((await route('pins')).code).toBe(1)
  // The displayed definition is accepted, even if the server's has changed meanwhile.
  expect((await routeWith('', ['accept', 'shop/find', '--hash', 'Finds.'])).code).toBe(2)
  expect(await routeWith('yes\n', ['accept', 'shop/find'])).toMatchObject({ code: 0, out: 'accepted shop/find\n' })
  expect(await route('pins', '--route', 'shop')).toMatchObject({ code: 0, out: '1 tool is unchanged\n' })
  await route('remove', 'shop')
})

test.each([
  ['nothing to reach', ['add', 'x']],
  ['a variable that is not set', ['add', 'x', 'https://a.invalid/', '--header-env', 'A=NO_SUCH_VARIABLE']],
  ['a pair that is none', ['add', 'x', 'https://a.invalid/', '--header-env', 'TOKEN']],
  ['a file that is not there', ['add', 'x', '--file', 'gone.yaml']],
  ['a file that holds no route', ['add', 'x', '--file', 'list.yaml']],
  ['a file with a field that routes do not have', ['add', 'x', '--file', 'typo.yaml']],
  ['a file with such a field of a server', ['add', 'x', '--file', 'typo-within.yaml']],
  ['a file and an address', ['add', 'x', 'https://a.invalid/', '--file', '-']],
  ['a file and an option that it would make void', ['add', 'x', '--file', '-', '--default-agent', 'bot']],
  ['an address and a command', ['add', 'x', 'https://a.invalid/', '--command', 'some-program']],
  ['an argument of an address', ['add', 'x', 'https://a.invalid/', '--arg', 'stdio']],
  ['tools of a route that is not there', ['pins', '--route', 'no-such-route']],
  ['an address that may not be called', ['add', 'x', 'http://10.0.0.1/']],
  ['a command that may not run', ['add', 'x', '--command', 'some-program', '--isolation-ack']],
])('%s fails with a single-line error and exit code 2', async (_title, args) => {
  fileIn(folder.path, 'list.yaml', '- https://a.invalid/\n')
  fileIn(folder.path, 'typo.yaml', 'url: https://a.invalid/\ndefaultAgent: bot\n')
  fileIn(folder.path, 'typo-within.yaml', 'upstreams: [{ name: a, url: "https://a.invalid/", header: {} }]\n')
  const { code, out, err } = await route(...args)
  expect([code, out, err.trim().split('\n').length]).toEqual([2, '', 1])
  expect(err).not.toContain('made-up')
})

test('a missing key error names the environment variable', async () => {
  const { code, err } = await routeWith('', ['list'], 'made-up-key-of-nobody')
  expect([code, err]).toEqual([2, expect.stringContaining('(401)') as string])
  expect(err).toContain('GATEHOUSE_API_KEY')
  expect(err).not.toContain('made-up')
})
