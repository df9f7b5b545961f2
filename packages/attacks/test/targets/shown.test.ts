import { expect, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { maskSecrets, shownTarget, targetSecrets } from '../../src/targets/shown.ts'
import { configOf, targetOf } from './agent-server.ts'

const SECRETS = [
  'geheim-kopf',
  'geheim-wort',
  'geheim-var',
  'geheim-fuss',
  'geheim-canary',
  'geheim-body',
  'geheim-query',
]
const config = configOf('https://a.test/api?key=geheim-query', {
  agentEndpoint: 'chat?id={{session_id}}',
  headers: { 'X-Tenant-Secret': 'Bearer geheim-kopf', Accept: 'application/json' },
  auth: { type: 'basic', username: 'me', password: 'geheim-wort' },
  variables: { token: 'geheim-var', n: '1' },
  steps: [
    { path: '/login?token=geheim-query', headers: { Cookie: 'geheim-fuss' }, body: '{"password": "geheim-fuss"}' },
  ],
  canaries: [{ name: 'flag', value: 'geheim-canary' }],
  systemPrompt: 'The flag is geheim-canary.',
  customApiTemplate: { bodyTemplate: '{"api_key": "geheim-body", "m": "{{message}}", "token": "{{var:token}}"}' },
})

proves(
  ['redteam:target.headers', 'redteam:target.further-fields'],
  'a target is shown without what lets anybody in',
  () => {
    const shown = shownTarget(config)
    const text = JSON.stringify(shown)
    for (const secret of SECRETS) expect(text).not.toContain(secret)
    expect(shown).toMatchObject({
      baseUrl: 'https://a.test/api?key=***',
      agentEndpoint: 'chat?id={{session_id}}',
      headers: { 'X-Tenant-Secret': '***', Accept: 'application/json' },
      auth: { type: 'basic', username: 'me', password: '***' },
      variables: { token: '***', n: '***' },
      canaries: [{ name: 'flag', value: '***' }],
      customApiTemplate: { bodyTemplate: '{"api_key": "***", "m": "{{message}}", "token": "{{var:token}}"}' },
    })
    expect(targetOf(config.baseUrl, { ...config }).url).not.toContain('geheim')
  },
)

test.each([
  [{ type: 'bearer', token: 'geheim' }],
  [{ type: 'api_key', value: 'geheim' }],
  [{ type: 'oauth2_client_credentials', tokenUrl: 'https://a.test/t', clientId: 'i', clientSecret: 'geheim' }],
] as const)('auth is shown without its secret: %j', (auth) => {
  const target = configOf('https://a.test', { auth })
  expect(JSON.stringify(shownTarget(target))).not.toContain('geheim')
  expect(targetSecrets(target)).toContain('geheim')
})

test('keys in addresses of token servers, steps and probes are shown nowhere, and echoed nowhere', () => {
  const target = configOf('https://a.test', {
    auth: {
      type: 'oauth2_client_credentials',
      tokenUrl: 'https://login.test/t?tenant=geheim-token-query',
      clientId: 'i',
      clientSecret: 'geheim',
    },
    steps: [{ path: 'https://other.test/s?key=geheim-step-query&id={{session_id}}' }],
    stateProbe: { path: '/state?key=geheim-probe-query' },
  })
  expect(JSON.stringify(shownTarget(target))).not.toContain('geheim')
  const echo = 'geheim-token-query, geheim-step-query, geheim-probe-query'
  expect(maskSecrets(echo, targetSecrets(target))).toBe('***, ***, ***')
})

test('texts are masked, however a secret is written in them', () => {
  const secrets = targetSecrets(config)
  const echo = `me ${Buffer.from('me:geheim-wort').toString('base64')} ${SECRETS.join(' ')} 1`
  expect(maskSecrets(echo, secrets)).toBe('me *** *** *** *** *** *** *** *** 1')
  const odd = targetSecrets(configOf('https://a.test', { auth: { type: 'bearer', token: 'a"b c/d' } }))
  expect(maskSecrets('a%22b%20c%2Fd and "a\\"b c/d"', odd)).toBe('*** and "***"')
})

test('a target without secrets is shown unchanged', () => {
  const plain = configOf('http://a.test:8080/x', { agentEndpoint: '/chat' })
  expect(shownTarget(plain)).toEqual(plain)
  expect(targetSecrets(plain)).toEqual([])
})

test('a JSON-escaped secret in a body is also masked in its unescaped form', () => {
  const secrets = targetSecrets(configOf('https://a.test', { steps: [{ path: '/login', body: JSON.stringify({ password: 'made "up" \\ word' }) }] })) // prettier-ignore
  expect(maskSecrets('You said made "up" \\ word.', secrets)).toBe('You said ***.')
})
