import { afterAll, beforeAll, describe, expect } from 'vitest'
import { MCP_REVISIONS, type Reference, runConformance, startReference } from '@gatehouse/testkit/mcp'
import { proves } from '../../../../spec/proves.ts'
import { send, serve, type Served } from '../serve.ts'

/** The suite takes seconds on its own; the machine may be busy. */
const SUITE_MS = 60_000

interface Parts {
  readonly service: Served
  readonly reference: Reference
  readonly url: string
}

let parts: Parts

beforeAll(async () => {
  const reference = await startReference()
  const service = await serve({ env: { GATEHOUSE_EGRESS_ALLOW: '127.0.0.1/32' } })
  await send(`${service.url}/v1/tenant/me/mcp-gateway/upstreams/reference`, 'PUT', {
    transport: 'http',
    url: reference.url,
  })
  parts = { service, reference, url: `${service.url}/gateway/reference/mcp` }
})

afterAll(async () => {
  await parts.service.close()
  await parts.reference.stop()
})

describe(
  'the official conformance suite, before the server of the official SDK',
  () => {
    proves.each(
      'guard:mcp.conformance',
      MCP_REVISIONS.map((revision) => [revision] as const),
    )('%s: every required scenario passes', async (revision) => {
      const { scenarios, conforms, output } = await runConformance(parts.url, revision)
      const failing = scenarios.filter(({ required, failed }) => required && failed > 0).map(({ name }) => name)
      // The whole output, so that a failure shows its cause.
      expect({ failing, output: conforms ? '' : output }).toEqual({ failing: [], output: '' })
    })
  },
  SUITE_MS,
)
