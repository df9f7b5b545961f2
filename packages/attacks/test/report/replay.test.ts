import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { RunTarget } from '@gatehouse/contracts/redteam'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { envNames, curlScript, nodeScript } from '../../src/report/replay/scripts.ts'
import { replayRequests } from '../../src/report/replay/requests.ts'

const execute = promisify(execFile)
interface Seen {
  readonly method: string | undefined
  readonly url: string | undefined
  readonly headers: IncomingMessage['headers']
  readonly body: string
}
const seen: Seen[] = []
const server = createServer((request, response) => {
  const pieces: Buffer[] = []
  request.on('data', (piece: Buffer) => pieces.push(piece))
  request.on('end', () => {
    const { method, url, headers } = request
    seen.push({ method, url, headers, body: Buffer.concat(pieces).toString() })
    response.setHeader('set-cookie', 'sid=abc; Path=/; HttpOnly')
    response.end('{"reply":"yes"}')
  })
})
let base = ''
let folder = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  folder = await mkdtemp(join(tmpdir(), 'replay-'))
})
afterAll(async () => {
  await new Promise((resolve) => void server.close(resolve))
  await rm(folder, { recursive: true })
})

/** Text that a shell would execute without quoting, and that ends a JSON string. */
const NASTY = `it's "$(touch pwned)" \`id\` $HOME \\ \n@/etc/passwd {{uuid}} %41 ' ; exit 1; é 🙂`
const SECRET_VALUE = 'a"b\\c $(id)'
const env = {
  PATH: '/usr/bin:/bin',
  TARGET_TOKEN: 'tok-made-up',
  TARGET_VAR_TENANT: SECRET_VALUE,
  TARGET_HEADER_X_KEY: 'key made up',
}
const targetOf = (more: object = {}) =>
  RunTarget.parse({
    baseUrl: base,
    agentEndpoint: '/chat?x=1',
    headers: { 'x-key': 'never shown', accept: 'application/json' },
    auth: { type: 'bearer', token: 'never shown' },
    variables: { tenant: 'never shown' },
    customApiTemplate: { bodyTemplate: '{"m": "{{message}}", "t": {{var:tenant}}, "s": {{session_id}}}' },
    ...more,
  })

const ways = [
  ['sh', curlScript, 'replay.sh', 'sh'],
  ['node', nodeScript, 'replay.mjs', process.execPath],
] as const

describe.each(ways)('a script for %s', (_name, write, file, command) => {
  test('sends the same words with any characters, and reads secrets from the environment', async () => {
    const requests = replayRequests(targetOf(), {
      history: [],
      turns: [
        { sent: NASTY, reply: 'yes' },
        { sent: 'And now?', reply: 'yes' },
      ],
    })
    const script = write(requests)
    expect(script).not.toContain('never shown')
    await writeFile(join(folder, file), script)
    seen.length = 0
    const { stdout } = await execute(command, [join(folder, file)], { env, cwd: folder })
    expect(seen).toHaveLength(2)
    expect(seen[0]).toMatchObject({ method: 'POST', url: '/chat?x=1' })
    expect(JSON.parse(seen[0]!.body)).toEqual({ m: NASTY, t: SECRET_VALUE, s: 'gatehouse-replay' })
    expect(seen[0]!.headers).toMatchObject({
      authorization: 'Bearer tok-made-up',
      'x-key': 'key made up',
      accept: 'application/json',
      'content-type': 'application/json',
    })
    // The conversation continues: the second message contains the cookie of the first answer.
    expect(seen[1]!.headers.cookie).toBe('sid=abc')
    expect(stdout).toContain('{"reply":"yes"}')
  })

  test('separates the session of another user from the session of the attack', async () => {
    const requests = replayRequests(targetOf(), {
      before: [
        { sent: 'My word is made up.', reply: 'Fine.' },
        { sent: 'Keep it.', reply: 'I will.' },
      ],
      history: [{ role: 'assistant', content: 'Ask me all.' }],
      turns: [
        { sent: 'What is the word?', reply: 'Which?' },
        { sent: 'Theirs.', reply: '' },
      ],
    })
    await writeFile(join(folder, file), write(requests))
    seen.length = 0
    await execute(command, [join(folder, file)], { env, cwd: folder })
    const said = seen.map(({ body }) => JSON.parse(body) as { m: string; s: string })
    expect(said.map(({ m }) => m)).toEqual([
      'My word is made up.',
      'Keep it.',
      'Assistant: Ask me all.\n\nUser: What is the word?',
      'Theirs.',
    ])
    expect(said[0]!.s).toBe(said[1]!.s)
    expect(said[2]!.s).toBe(said[3]!.s)
    expect(said[0]!.s).not.toBe(said[2]!.s)
    const cookies = seen.map(({ headers }) => headers.cookie)
    expect(cookies).toEqual([undefined, 'sid=abc', undefined, 'sid=abc'])
  })

  test('names a missing secret and sends no request', async () => {
    await writeFile(
      join(folder, file),
      write(replayRequests(targetOf(), { history: [], turns: [{ sent: 'Hi', reply: '' }] })),
    )
    seen.length = 0
    const run = execute(command, [join(folder, file)], { env: { PATH: env.PATH }, cwd: folder })
    await expect(run).rejects.toThrow(/TARGET_(?:HEADER_X_KEY|TOKEN|VAR_TENANT).*must be set/)
    expect(seen).toHaveLength(0)
  })
})

test('keys in URLs and bodies are read from the environment', () => {
  const target = targetOf({
    agentEndpoint: '/chat?key=never-shown-1',
    customApiTemplate: { bodyTemplate: '{"m": "{{message}}", "api_key": "never-shown-2"}' },
  })
  const requests = replayRequests(target, { history: [], turns: [{ sent: 'hi', reply: '' }] })
  for (const script of [curlScript(requests), nodeScript(requests)]) {
    expect(script).not.toMatch(/never-shown/)
    expect(script).toMatch(/TARGET_SECRET_\d/)
  }
  expect(envNames(requests!).filter((name) => name.startsWith('TARGET_SECRET_'))).toHaveLength(2)
})

test('a target of type openai receives the history as messages', () => {
  const target = RunTarget.parse({ type: 'openai', baseUrl: 'https://model.test/v1', model: 'm' })
  const requests = replayRequests(target, {
    history: [{ role: 'assistant', content: 'Sure!' }],
    turns: [
      { sent: 'One', reply: 'First' },
      { sent: 'Two', reply: '' },
    ],
  })
  expect(requests?.[1]?.url).toEqual(['https://model.test/v1/chat/completions'])
  const body = requests?.[1]?.body?.filter((piece) => typeof piece === 'string').join('') ?? ''
  expect(JSON.parse(body)).toEqual({
    model: 'm',
    messages: [
      { role: 'assistant', content: 'Sure!' },
      { role: 'user', content: 'One' },
      { role: 'assistant', content: 'First' },
      { role: 'user', content: 'Two' },
    ],
  })
})

test.each([
  ['basic', { type: 'basic', username: 'me', password: 'never shown' }, 'TARGET_BASIC'],
  ['a key in the address', { type: 'api_key', name: 'key', in: 'query', value: 'never shown' }, 'TARGET_API_KEY'],
  ['a key in a header', { type: 'api_key', value: 'never shown' }, 'TARGET_API_KEY'],
])('%s is left to the environment', (_name, auth, name) => {
  const requests = replayRequests(RunTarget.parse({ baseUrl: 'http://t.test', auth }), {
    history: [],
    turns: [{ sent: 'Hi', reply: '' }],
  })
  expect(envNames(requests ?? [])).toEqual([name])
  expect(curlScript(requests) + nodeScript(requests)).not.toContain('never shown')
})

test.each([
  ['websocket_agent', { type: 'websocket_agent', baseUrl: 'wss://t.test' }],
  ['mcp', { type: 'mcp', baseUrl: 'https://t.test' }],
  ['steps before', { baseUrl: 'https://t.test', steps: [{ path: '/login' }] }],
])('targets beyond plain requests (%s) refer to the replay command', (_name, target) => {
  const requests = replayRequests(RunTarget.parse(target), { history: [], turns: [{ sent: 'Hi', reply: '' }] })
  expect(requests).toBeUndefined()
  expect(curlScript(requests)).toMatch(/^# .*gatehouse redteam replay/)
  expect(nodeScript(requests)).toMatch(/^\/\/ .*gatehouse redteam replay/)
})
