import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { listItems } from '@gatehouse/store/tenants'
import { temporaryDatabase } from '@gatehouse/testkit'
import { expect, test } from 'vitest'
import { team } from '../gateway/mcp/team.ts'
import { toolServer } from '../gateway/mcp/tool-server.ts'
import { makeTeam, send, serveWithKeys } from '../serve.ts'

test('route secrets are resealed under a new master key, and remain readable without the old key', async () => {
  const database = await temporaryDatabase()
  const server = await toolServer()
  const [old, fresh] = [randomBytes(32).toString('hex'), randomBytes(32).toString('hex')]
  const start = (master: string) =>
    serveWithKeys({ database, env: { GATEHOUSE_EGRESS_ALLOW: '127.0.0.1/32', GATEHOUSE_MASTER_KEY: master } })
  const sealed = async () => (await listItems(database.store, 'turns', 'mcp_route'))[0]!.document['sealed']

  const before = await start(old)
  const headers = { 'x-api-key': await makeTeam(before.url, 'turns') }
  const path = '/v1/tenant/me/mcp-gateway/upstreams/r'
  await send(before.url + path, 'PUT', { url: server.url, headers: { 'X-Own': 'made-up-own-key' } }, headers)
  const under = await sealed()
  await before.close()

  const both = await start(`${fresh},${old}`)
  await expect.poll(sealed, { timeout: 3_000, interval: 20 }).not.toBe(under)
  await both.close()

  const after = await start(fresh)
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 't', version: '1' } }
  const initialize = { jsonrpc: '2.0', id: 1, method: 'initialize', params }
  const answer = await send(`${after.url}/gateway/r/mcp`, 'POST', initialize, {
    ...headers,
    accept: 'application/json',
  })
  expect(answer.body).toMatchObject({ result: { protocolVersion: '2025-11-25' } })
  expect(JSON.stringify(server.headers)).toContain('made-up-own-key')
  await after.close()
  await server.close()
  await database.drop()
})

test('a limit-reached response blocks everything, whatever verdict it contains', async () => {
  const here = await team('limited')
  const server = await toolServer()
  const verdict = { allowed: true, safe: true, action: 'pass', guardrail_results: [] }
  let status = 200
  const shield = createServer((_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(verdict))
  })
  await new Promise<void>((resolve) => void shield.listen(0, '127.0.0.1', resolve))
  await here.route('r', {
    url: server.url,
    enforcement_backend: 'http',
    shield_url: `http://127.0.0.1:${(shield.address() as AddressInfo).port}`,
    shield_tenant_key: 'made-up-key',
  })
  const client = await here.connect('r')
  await client.listTools()
  status = 429
  const refused = await client.callTool({ name: 'weather', arguments: {} })
  expect([refused.isError, server.calls.length]).toEqual([true, 0])
  await here.close()
  await server.close()
  shield.closeAllConnections()
  await new Promise((resolve) => void shield.close(resolve))
})
