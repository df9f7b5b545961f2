import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compactJson } from '../lib/compact-json.ts'
import type { Generator } from '../lib/generator.ts'

export default {
  about: 'The interface of each service as OpenAPI, for clients that are generated without a running server',
  async generate(root) {
    const { platformEndpoints } = await import('@gatehouse/contracts')
    const { appsecEndpoints } = await import('@gatehouse/contracts/appsec')
    const { guardEndpoints } = await import('@gatehouse/contracts/guard')
    const { redteamEndpoints } = await import('@gatehouse/contracts/redteam')
    const { openApiOf } = await import('@gatehouse/http')
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
    const documents = {
      guard: openApiOf({ service: 'guard', version, tables: [guardEndpoints, platformEndpoints] }),
      appsec: openApiOf({
        service: 'appsec',
        version,
        tables: [appsecEndpoints, platformEndpoints],
        validationStyle: 'appsec',
      }),
      redteam: openApiOf({
        service: 'redteam',
        version,
        tables: [redteamEndpoints, platformEndpoints],
        validationStyle: 'appsec',
      }),
    }
    return Object.fromEntries(
      Object.entries(documents).map(([service, document]) => [
        `docs/generated/openapi-${service}.json`,
        compactJson(document),
      ]),
    )
  },
} satisfies Generator
