// npm run conformance:mcp: the official conformance suite, through a guard service, before the official SDK's server.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { createGuardService } from '@gatehouse/app-guard'
import { createLogger } from '@gatehouse/http'
import { openPlatform } from '@gatehouse/platform'
import { resolveSettings } from '@gatehouse/settings'
import {
  type ConformanceResult,
  MCP_REVISIONS,
  type Reference,
  runConformance,
  startReference,
} from '@gatehouse/testkit/mcp'

const ROUTE = 'reference'

const logger = createLogger({
  service: 'conformance',
  level: 'error',
  stream: { write: (line) => process.stderr.write(line) },
})

/** Starts the service in default configuration: keys off, everything else on, one route to the reference server. */
async function startGateway(reference: Reference): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-conformance-'))
  const settings = resolveSettings({ env: { GATEHOUSE_DATA_DIR: dataDir, GATEHOUSE_EGRESS_ALLOW: '127.0.0.1/32' } })
  const platform = await openPlatform(settings, logger)
  const server = createGuardService({ platform, logger, version: '0.0.0' })
  const { url } = await server.listen({ host: '127.0.0.1', port: 0 })
  const answer = await fetch(`${url}/v1/tenant/me/mcp-gateway/upstreams/${ROUTE}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ transport: 'http', url: reference.url }),
  })
  if (!answer.ok) throw new Error(`the route was refused: ${await answer.text()}`)
  return {
    url: `${url}/gateway/${ROUTE}/mcp`,
    async stop() {
      await server.close()
      await platform.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

function write(line: string): void {
  process.stdout.write(`${line}\n`)
}

function print(revision: string, { scenarios, conforms, output }: ConformanceResult): void {
  write(`\n${revision}: ${conforms ? 'conforms' : 'does not conform'}`)
  for (const { name, passed, failed, required } of scenarios) {
    const verdict = failed === 0 ? 'pass' : 'FAIL'
    write(`  ${verdict}  ${name.padEnd(48)} ${passed}/${passed + failed}${required ? '' : '  (not required)'}`)
  }
  const required = scenarios.filter((scenario) => scenario.required)
  const passing = required.filter(({ failed }) => failed === 0)
  write(`  ${passing.length} of ${required.length} required scenarios pass`)
  if (scenarios.length === 0) write(output)
}

const reference = await startReference()
const gateway = await startGateway(reference)
try {
  for (const revision of MCP_REVISIONS) {
    const result = await runConformance(gateway.url, revision)
    print(revision, result)
    if (!result.conforms) process.exitCode = 1
  }
} finally {
  await gateway.stop()
  await reference.stop()
}
