import { McpRouteRequest } from '@gatehouse/contracts/agents'
import { Failure } from '@gatehouse/kernel'
import { describe, expect, test } from 'vitest'
import { makeRoute, type RouteBefore } from '../src/routes/make-route.ts'

const create = (body: object, before?: RouteBefore) => makeRoute(McpRouteRequest.parse(body), before)

/** A route that is stored. */
function stored(body: object): RouteBefore {
  const { stored: rest, secrets } = create(body)
  return { stored: { ...rest, sealed: '' }, secrets }
}

/** Returns why a route is rejected, with the path; undefined for a valid route. */
function refusal(body: object, before: RouteBefore): string | undefined {
  try {
    create(body, before)
    return undefined
  } catch (thrown) {
    if (!(thrown instanceof Failure)) throw thrown
    const { path, message } = thrown.violations[0]!
    return `${path.join('.')}: ${message}`
  }
}

const PROGRAM = {
  transport: 'stdio',
  command: 'tool-server',
  args: ['--token=made-up-token-1', '--root', '/srv/data'],
  env: { API_KEY: 'made-up-key', API_BASE_URL: 'https://api.example.com' },
}
const SHOWN = {
  ...PROGRAM,
  args: ['--token=***', '--root', '/srv/data'],
  env: { API_KEY: '***', API_BASE_URL: '***' },
}

describe('a program', () => {
  const before = stored(PROGRAM)

  test('is stored without its secrets, and restored from its masked view', () => {
    expect(JSON.stringify(before.stored)).not.toContain('made-up')
    expect(before.stored.servers[0]).toMatchObject({ args: SHOWN.args, env: ['API_KEY', 'API_BASE_URL'] })
    expect(create(SHOWN, before).secrets).toEqual(before.secrets)
    expect(before.secrets.servers[0]).toMatchObject({ args: PROGRAM.args, env: PROGRAM.env })
  })

  test.each([
    ['another variable', { ...SHOWN, env: { API_KEY: '***', API_BASE_URL: 'http://evil.example' } }],
    ['one variable more', { ...SHOWN, env: { ...SHOWN.env, HTTPS_PROXY: 'http://evil.example' } }],
    ['one variable less', { ...SHOWN, env: { API_KEY: '***' } }],
    ['another command', { ...SHOWN, command: 'other-server' }],
    ['another argument', { ...SHOWN, args: ['--token=***', '--root', '/srv/other'] }],
    ['one argument more', { ...SHOWN, args: [...SHOWN.args, '--api', 'http://evil.example'] }],
    ['arguments in another order', { ...SHOWN, args: ['--root', '/srv/data', '--token=***'] }],
    ['a kept argument beside a changed variable', { ...SHOWN, env: { API_KEY: 'new', API_BASE_URL: 'new' } }],
    ['another transport', { transport: 'http', url: 'https://evil.example/mcp', headers: { API_KEY: '***' } }],
  ])('with %s does not keep its secrets', (_title, body) => {
    expect(refusal(body, before)).toMatch(/send the value/)
  })

  test('is changed if its secrets are sent again', () => {
    const changed = { ...PROGRAM, env: { ...PROGRAM.env, MODE: 'quick' } }
    expect(create(changed, before).secrets.servers[0]?.env).toEqual(changed.env)
    // A masked value that is sent back may keep the stored value.
    const same = { ...SHOWN, env: { API_KEY: '***', API_BASE_URL: PROGRAM.env.API_BASE_URL } }
    expect(create(same, before).secrets).toEqual(before.secrets)
  })
})

describe('addresses', () => {
  const KEY = 'zK81hQw0Lm2nR7tY'
  const body = {
    url: `https://tools.example.com/api/${KEY}/mcp?user=made-up-user`,
    headers: { Authorization: 'Bearer made-up', 'X-Kind': 'one' },
    enforcement_backend: 'http',
    shield_url: 'https://shield.example.com/?key=made-up-query',
    shield_tenant_key: 'made-up-tenant-key',
    oauth: {
      issuer: 'https://login.example.com/tenant',
      audience: 'tools',
      jwks_url: 'https://login.example.com/keys?key=made-up-jwks',
    },
  }
  const before = stored(body)
  const shown = {
    ...body,
    url: 'https://tools.example.com/api/***/mcp?user=***',
    headers: { Authorization: '***', 'X-Kind': '***' },
    shield_url: 'https://shield.example.com/?key=***',
    shield_tenant_key: '***',
    oauth: { ...body.oauth, jwks_url: 'https://login.example.com/keys?key=***' },
  }

  test('are stored without keys in path and query, and restored from their masked view', () => {
    expect(JSON.stringify(before.stored)).not.toMatch(new RegExp(`made-up|${KEY}`))
    const newRoute = create(shown, before)
    expect(newRoute.secrets).toEqual(before.secrets)
    expect(newRoute.stored).toEqual({ ...before.stored, sealed: undefined })
    expect(before.secrets).toMatchObject({ shield_url: body.shield_url, jwks_url: body.oauth.jwks_url })
  })

  test('may have one header changed while another is kept', () => {
    const { headers } = create({ ...shown, headers: { ...shown.headers, 'X-Kind': 'two' } }, before).secrets.servers[0]!
    expect(headers).toEqual({ Authorization: 'Bearer made-up', 'X-Kind': 'two' })
  })

  test.each([
    ['url', { ...shown, url: 'https://evil.example/api/***/mcp?user=***' }],
    ['url', { ...shown, url: 'https://tools.example.com/other/***/mcp?user=***' }],
    ['headers.Authorization', { ...shown, url: 'https://tools.example.com/api/mcp' }],
    ['shield_url', { ...shown, shield_url: 'https://evil.example/?key=***' }],
    ['shield_tenant_key', { ...shown, shield_url: 'https://evil.example/' }],
    ['oauth.jwks_url', { ...shown, oauth: { ...shown.oauth, jwks_url: 'https://evil.example/?key=***' } }],
  ])('with a changed location keep no secrets (%s)', (place, changed) => {
    expect(refusal(changed, before)).toContain(`body.${place}: `)
  })

  test('of a new route contain no masks', () => {
    expect(() => create(shown)).toThrow(Failure)
    expect(() => create({ url: 'https://tools.example.com/***/mcp' })).toThrow(Failure)
    expect(() => create({ transport: 'stdio', command: 'x', args: ['--token=***'] })).toThrow(Failure)
  })

  test.each(['https://u:p@login.example.com', 'https://login.example.com/?a=b', 'https://login.example.com/#x'])(
    'of an issuer are public, so that %s is rejected',
    (issuer) => {
      expect(McpRouteRequest.safeParse({ ...body, oauth: { ...body.oauth, issuer } }).success).toBe(false)
    },
  )
})
