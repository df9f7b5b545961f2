import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Generator } from '../lib/generator.ts'

export default {
  about: 'The interface of the guard service as OpenAPI, for clients that are generated without a running server',
  async generate(root) {
    const { guardEndpoints, platformEndpoints } = await import('@gatehouse/contracts')
    const { openApiOf } = await import('@gatehouse/http')
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
    const document = openApiOf({ service: 'guard', version, tables: [guardEndpoints, platformEndpoints] })
    return { 'docs/generated/openapi-guard.json': `${JSON.stringify(document, null, 2)}\n` }
  },
} satisfies Generator
