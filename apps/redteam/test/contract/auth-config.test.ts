import { redteamEndpoints } from '@gatehouse/contracts/redteam'
import { expect, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { send, serve } from '../serve.ts'

proves(
  ['redteam:endpoints.auth-config', 'redteam:auth.config-open', 'redteam:auth.modes'],
  'how callers sign in is open to anybody, in every mode',
  async () => {
    const oidc = { OIDC_ISSUER: 'https://login.example.org', OIDC_CLIENT_ID: 'gatehouse' }
    const modes: [Record<string, string>, unknown][] = [
      [{}, { mode: 'none', authRequired: false, headers: [], oidc: null }],
      [
        { REDTEAM_AUTH: 'api_key', ...oidc },
        { mode: 'api_key', authRequired: true, headers: ['X-API-Key', 'Authorization'], oidc: null },
      ],
      [
        { REDTEAM_AUTH: 'oidc', ...oidc },
        { mode: 'oidc', authRequired: true, oidc: { issuer: 'https://login.example.org', audience: 'gatehouse' } },
      ],
    ]
    for (const [env, said] of modes) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const served = await serve({ env })
      try {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        const { status, body } = await send(`${served.url}/api/auth-config`, 'GET', undefined, { 'x-api-key': 'wrong' })
        expect([status, redteamEndpoints.readAuthConfig.response.parse(body)]).toMatchObject([200, said])
        expect(body).toMatchObject({ roles: ['viewer', 'auditor', 'admin'] })
      } finally {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        await served.close()
      }
    }
  },
)

proves(
  'redteam:auth.none-loopback',
  'without keys the service binds loopback alone, whatever is permitted',
  async () => {
    const open = { GATEHOUSE_HOST: '0.0.0.0', GATEHOUSE_ALLOW_UNAUTHENTICATED: 'true' }
    await expect(serve({ env: open })).rejects.toMatchObject({
      code: 'invalid_setting',
      message: expect.stringMatching(/GATEHOUSE_HOST=0\.0\.0\.0 .* REDTEAM_AUTH is none/),
    })
    const served = await serve({ env: { ...open, REDTEAM_AUTH: 'api_key' } })
    await served.close()
  },
)

test('a single instance creates the first key, and none without authentication', async () => {
  const none = await serve()
  expect(await none.service.makeFirstKey()).toBeUndefined()
  await none.close()

  const env = { REDTEAM_AUTH: 'api_key' }
  const one = await serve({ env })
  const other = await serve({ env, database: one.database })
  try {
    const made = await Promise.all([
      one.service.makeFirstKey(),
      other.service.makeFirstKey(),
      one.service.makeFirstKey(),
    ])
    const [key] = made.filter((found) => found !== undefined)
    expect(made.filter((found) => found !== undefined)).toEqual([expect.stringMatching(/^ghr_[\w-]{43}$/)])
    const { body } = await send(`${other.url}/api/audit-log`, 'GET', undefined, { 'x-api-key': key! })
    expect(body).toMatchObject({
      total: 1,
      entries: [{ action: 'key.created', actor: 'system', details: { role: 'admin' } }],
    })
    expect(JSON.stringify(body)).not.toContain(key!.slice(12))
  } finally {
    await other.close()
    await one.close()
  }
})
