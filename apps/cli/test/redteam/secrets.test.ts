import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { obey, put, readReport, redteam, refuse, SHORT, startAgent, temporaryFolder } from './support.ts'

/** Made up. */
const SECRET = 'made-up-secret-7Qx2Lr9'

describe('a secret of the target', () => {
  const ways: readonly (readonly [says: string, args: readonly string[], header: string, value: string])[] = [
    ['a variable in a header', ['--header', 'Authorization: Bearer ${TOKEN}'], 'authorization', `Bearer ${SECRET}`],
    ['a file as a header', ['--header', 'x-agent-key: @token.txt'], 'x-agent-key', SECRET],
    ['a bearer token', ['--auth', 'bearer=TOKEN'], 'authorization', `Bearer ${SECRET}`],
    ['a bearer token in a file', ['--auth', 'bearer=@token.txt'], 'authorization', `Bearer ${SECRET}`],
    ['a key', ['--auth', 'api_key=TOKEN'], 'x-api-key', SECRET],
    ['a key under a name', ['--auth', 'api_key:X-Shop-Key=TOKEN'], 'x-shop-key', SECRET],
    ['a name and a password', ['--auth', 'basic=LOGIN'], 'authorization', `Basic ${btoa(`ann:${SECRET}`)}`],
    ['a file with references', ['--config', 'run.yaml'], 'x-key', SECRET],
  ]
  test.each(ways)('is read from outside and never printed: %s', async (_title, args, header, value) => {
    const folder = temporaryFolder()
    // Agent that discloses its requests.
    const agent = await startAgent((request) => `${obey(request)} ${String(request.headers[header])} ${request.body}`)
    put(folder, 'token.txt', `${SECRET}\n`)
    const target = { baseUrl: agent.url, headers: { 'x-key': '${TOKEN}' } }
    put(folder, 'run.yaml', { target: { ...target, customApiTemplate: { bodyTemplate: BODY } } })
    const env = { TOKEN: SECRET, LOGIN: `ann:${SECRET}` }
    const files = ['--report', 'a.json', '--html', 'a.html', '--csv', 'a.csv', '--junit', 'a.xml', '--sarif', 'a.sarif']
    const run = ['run', '-t', agent.url, ...SHORT, ...args, ...files, '--markdown', 'a.md']
    const { code, out, err } = await redteam(folder, run, { env })
    expect([code, err]).toEqual([1, ''])
    expect(agent.asked.every(({ headers }) => headers[header] === value)).toBe(true)
    const texts = ['a.json', 'a.html', 'a.csv', 'a.xml', 'a.sarif', 'a.md'].map((name) =>
      readFileSync(join(folder, name)),
    )
    expect([out, err, ...texts].join('\n')).not.toContain(SECRET)
    expect(texts.join('\n')).toContain('***')
  })

  const refused: readonly (readonly [says: string, args: readonly string[], why: string])[] = [
    ['in a header', ['--header', `Authorization: Bearer ${SECRET}`], "'Authorization: ${VARIABLE}'"],
    ['in a header of another name', ['--header', `x-shop: Bearer ${SECRET}`], 'visible to other users of the machine'],
    ['as a token', ['--auth', `bearer=${SECRET}`], 'pass the name of an environment variable, or @file.'],
    ['as a canary', ['--canary', `flag=${SECRET}`], 'pass the name of an environment variable, or @file.'],
  ]
  test.each(refused)('is rejected on the command line: %s', async (_title, args, reason) => {
    const agent = await startAgent(refuse)
    const { code, err } = await redteam(temporaryFolder(), ['run', '-t', agent.url, ...args])
    expect([code, err, agent.asked]).toEqual([2, expect.stringContaining(reason), []])
    expect(err).not.toContain(SECRET)
  })
})

/** The token is in the body under a name that does not indicate a secret. */
const BODY = '{"message": "{{message}}", "tenant": "${TOKEN}"}'

test('non-secret headers are allowed on the command line', async () => {
  const agent = await startAgent(refuse)
  const args = ['--header', 'Accept-Language: de', '--header', 'X-Tenant: shop']
  expect((await redteam(temporaryFolder(), ['run', '-t', agent.url, ...SHORT, ...args])).code).toBe(0)
  expect(agent.asked[0]!.headers).toMatchObject({ 'accept-language': 'de', 'x-tenant': 'shop' })
})

test('an unset or reserved variable is named, and no request is sent', async () => {
  const agent = await startAgent(refuse)
  for (const [place, reason] of [
    ['GONE', 'GONE is not set'],
    ['GATEHOUSE_API_KEY', 'reserved for Gatehouse'],
    ['@gone.txt', 'cannot read gone.txt'],
  ] as const) {
    const env = { GATEHOUSE_API_KEY: SECRET }
    const { code, err } = await redteam(temporaryFolder(), ['run', '-t', agent.url, '--auth', `bearer=${place}`], {
      env,
    })
    expect([code, err.replaceAll("'", '’')]).toEqual([2, expect.stringContaining(reason)])
  }
  expect(agent.asked).toEqual([])
})

test('the report stays valid for any secret value', async () => {
  const folder = temporaryFolder()
  const agent = await startAgent((request) => `${obey(request)} ${request.body}`)
  for (const secret of ['null', '": {"', 'low\\', 'prompt_injection']) {
    const body = JSON.stringify({ message: '{{message}}', tenant: '{{var:tenant}}', again: '${TENANT}' })
    const plain = {
      baseUrl: agent.url,
      customApiTemplate: { bodyTemplate: JSON.stringify({ message: '{{message}}' }) },
    }
    const target = /["\\]/.test(secret)
      ? { ...plain, systemPrompt: 'You know ${TENANT}.' }
      : { ...plain, customApiTemplate: { bodyTemplate: body }, variables: { tenant: '${TENANT}' } }
    put(folder, 'run.json', { target })
    const run = ['run', '-c', 'run.json', ...SHORT, '--report', 'report.json']
    expect([secret, (await redteam(folder, run, { env: { TENANT: secret } })).code]).toEqual([secret, 1])
    expect(readReport(folder).summary.totalAttacks).toBe(6)
  }
})
