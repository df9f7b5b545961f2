import { describe, expect, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { converse, json, say, startAgent, targetOf } from './agent-server.ts'

describe('auth', () => {
  proves(['redteam:target.auth'], 'is bearer, basic or a key in a header or the query', async () => {
    const agent = await startAgent(({ headers, url }, response) =>
      json(response, { reply: [headers.authorization, headers['x-key'], url].join(' ') }),
    )
    const text = async (auth: Parameters<typeof targetOf>[1]) => (await say(targetOf(agent.url, auth))).text
    expect(await text({ auth: { type: 'bearer', token: 't1' } })).toBe('Bearer t1  /')
    expect(await text({ auth: { type: 'basic', username: 'u', password: 'pä' } })).toBe(
      `Basic ${Buffer.from('u:pä').toString('base64')}  /`,
    )
    expect(await text({ auth: { type: 'api_key', name: 'X-Key', value: 'k' } })).toBe(' k /')
    expect(await text({ auth: { type: 'api_key', name: 'key', in: 'query', value: 'a&b' } })).toBe('  /?key=a%26b')
  })

  proves(
    ['redteam:target.auth'],
    'gets a token for its client once, and another when it is over or refused',
    async () => {
      let tokens = 0
      let valid = 1
      const agent = await startAgent(({ url, headers, body }, response) => {
        if (url !== '/token') {
          const isValid = headers.authorization === `Bearer t${valid}`
          json(response, { reply: headers.authorization }, isValid ? 200 : 401)
        } else if (headers.authorization === `Basic ${Buffer.from('me:a%2Fb').toString('base64')}`) {
          tokens += 1
          json(response, { access_token: `t${tokens}`, token_type: 'bearer', expires_in: 3600, asked: body })
        } else json(response, {}, 400)
      })
      const auth = { type: 'oauth2_client_credentials', tokenUrl: `${agent.url}/token`, clientId: 'me' } as const
      const target = targetOf(agent.url, { auth: { ...auth, clientSecret: 'a/b', scope: 's' } })
      await Promise.all([converse(target, ['a', 'b']), converse(target, ['c', 'd'])])
      expect(tokens).toBe(1)
      expect(agent.asked.find(({ url }) => url === '/token')?.body).toBe('grant_type=client_credentials&scope=s')
      valid = 2
      expect((await say(target)).text).toBe('Bearer t2')
      // Refused once more, it is no longer the token.
      valid = 9
      expect((await say(target)).problem).toBe('unauthorized')
      expect(tokens).toBe(3)
    },
  )

  test('renews a token before it is over', async () => {
    let tokens = 0
    const agent = await startAgent(({ url, headers }, response) => {
      if (url === '/token') json(response, { access_token: `t${(tokens += 1)}`, expires_in: 0.1 })
      else json(response, { reply: headers.authorization })
    })
    const auth = {
      type: 'oauth2_client_credentials',
      tokenUrl: `${agent.url}/token`,
      clientId: 'i',
      clientSecret: 's',
    } as const
    const target = targetOf(agent.url, { auth })
    expect((await say(target)).text).toBe('Bearer t1')
    await new Promise((resolve) => setTimeout(resolve, 120))
    expect((await say(target)).text).toBe('Bearer t2')
  })

  test('sends the client’s name in the body to servers that want that, and never the token anywhere else', async () => {
    const other = await startAgent((_, response) => json(response, {}))
    const agent = await startAgent(({ url, headers, body }, response) => {
      if (url !== '/token') json(response, { reply: headers.authorization })
      else if (body.includes('client_id=i&client_secret=s')) json(response, { access_token: 'tok' })
      else json(response, { error: 'invalid_client' }, 401)
    })
    const auth = {
      type: 'oauth2_client_credentials',
      tokenUrl: `${agent.url}/token`,
      clientId: 'i',
      clientSecret: 's',
    } as const
    const target = targetOf(agent.url, { auth, headers: { 'x-api-key': 'k' }, steps: [{ path: `${other.url}/in` }] })
    expect((await say(target)).text).toBe('Bearer tok')
    expect(other.asked[0]?.headers).not.toHaveProperty('authorization')
    expect(other.asked[0]?.headers).not.toHaveProperty('x-api-key')
  })

  test('reports a missing token without secrets', async () => {
    const agent = await startAgent((_, response) => json(response, { error: 'no' }, 403))
    const auth = { type: 'oauth2_client_credentials', tokenUrl: agent.url, clientId: 'i', clientSecret: 's' } as const
    expect(await say(targetOf(agent.url, { auth }))).toMatchObject({ problem: 'unauthorized', statusCode: 403 })
  })
})
