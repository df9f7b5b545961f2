import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createGuardService } from '@gatehouse/app-guard'
import { InputCheck } from '@gatehouse/contracts/content'
import { ContentVerdict } from '@gatehouse/contracts/verdicts'
import { createLogger } from '@gatehouse/http'
import { openPlatform } from '@gatehouse/platform'
import { resolveSettings } from '@gatehouse/settings'
import Fastify from 'fastify'
import { z } from 'zod'
import { watchLoop } from '../lib/loop-probe.ts'

const logger = createLogger({
  service: 'bench',
  level: 'error',
  stream: { write: (line) => process.stderr.write(line) },
})

interface Running {
  readonly port: number
  stop(): Promise<void>
}

/** Verdict of the guard on the benchmark's text, a constant in the minimal route. */
const VERDICT: ContentVerdict = {
  safe: true,
  action: 'pass',
  mode: 'enforce',
  guardrail_results: ['length_limit', 'payload_risk', 'pii_detection', 'system_prompt_leak'].map((guardrail) => ({
    guardrail,
    passed: true,
    action: 'pass',
    message: '',
    details: {},
    latency_ms: 0.021,
  })),
  inference_time_ms: 0.084,
  request_id: '01890a5d-ac96-774b-bcce-b302099a8057',
  policy_source: 'server',
}

/** Baseline: a handwritten route with Fastify alone, with the same two schemas compiled by Fastify. */
async function bare(): Promise<Running> {
  const app = Fastify({ logger: false })
  const schema = { body: jsonSchema(InputCheck, 'input'), response: { 200: jsonSchema(ContentVerdict, 'output') } }
  app.post('/guardrails/input', { schema }, (_request, reply) => {
    void reply.send(VERDICT)
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return { port: Number(new URL(url).port), stop: () => app.close() }
}

/** Provider for the gateways, if the parent process has one. */
const SETTINGS =
  process.argv[4] === undefined
    ? {}
    : { MODEL_BASE_URL: process.argv[4], MODEL_NAME: 'bench', GATEHOUSE_EGRESS_ALLOW: '127.0.0.0/8' }

/** Our service as started by `npm start`: embedded PostgreSQL with durable commits, authentication off. */
async function guard(): Promise<Running> {
  const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'))
  const settings = resolveSettings({ env: { ...SETTINGS, GATEHOUSE_DATA_DIR: dataDir } })
  const platform = await openPlatform(settings, logger)
  const server = createGuardService({ platform, logger, version: '0.0.0' })
  const { port } = await server.listen({ host: '127.0.0.1', port: 0 })
  return {
    port,
    async stop() {
      await server.close()
      await platform.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): object {
  // Fastify's validator supports draft 7.
  return z.toJSONSchema(schema, { target: 'draft-7', io, unrepresentable: 'any' })
}

const running = await (process.argv[2] === 'bare' ? bare() : guard())
const reportLoop = process.argv[3] === 'watch' ? watchLoop() : undefined
let last = process.cpuUsage()
process.on('message', (question) => {
  if (question === 'stop') {
    void running.stop().then(() => process.exit(0))
    return
  }
  if (question === 'loop') {
    process.send?.(reportLoop?.())
    return
  }
  const { user, system } = process.cpuUsage(last)
  last = process.cpuUsage()
  process.send?.({ cpu_us: user + system, rss_bytes: process.memoryUsage.rss() })
})
// A parent that fails leaves nothing running.
process.on('disconnect', () => process.exit(1))
process.send?.({ port: running.port })
