import { defineEndpoints, post } from '@gatehouse/contracts'
import { createLogger, createServer } from '@gatehouse/http'
import Fastify from 'fastify'
import { z } from 'zod'

/** Schemas of `/guardrails/input`, copied here so that the figure stays comparable while the contract grows. */
const Check = z.object({
  message: z.string().min(1),
  input: z.record(z.string(), z.object({ enabled: z.boolean().optional(), action: z.string().optional() })).optional(),
  session_id: z.string().max(256).optional(),
})
const Action = z.enum(['pass', 'detect', 'warn', 'redact', 'require_approval', 'block'])
const Verdict = z.object({
  safe: z.boolean(),
  action: Action,
  mode: z.enum(['enforce', 'monitor']),
  guardrail_results: z.array(
    z.object({
      guardrail: z.string(),
      passed: z.boolean(),
      action: Action,
      message: z.string(),
      details: z.record(z.string(), z.unknown()),
      latency_ms: z.number(),
      score: z.number().optional(),
    }),
  ),
  inference_time_ms: z.number(),
  request_id: z.string(),
})

/** Answer of both servers: a verdict with three results, about 500 bytes. */
const verdict: z.infer<typeof Verdict> = {
  safe: true,
  action: 'pass',
  mode: 'enforce',
  guardrail_results: ['keyword_blocklist', 'payload_risk', 'pii_detection'].map((guardrail) => ({
    guardrail,
    passed: true,
    action: 'pass',
    message: '',
    details: { backend: 'builtin' },
    latency_ms: 0.021,
  })),
  inference_time_ms: 0.084,
  request_id: '01890a5d-ac96-774b-bcce-b302099a8057',
}

/** Baseline: a handwritten route with Fastify alone, with the same two schemas compiled by Fastify. */
async function bare(): Promise<number> {
  const app = Fastify({ logger: false })
  const schema = {
    body: jsonSchema(Check, 'input'),
    response: { 200: jsonSchema(Verdict, 'output') },
  }
  app.post('/guardrails/input', { schema }, (_request, reply) => {
    reply.send(verdict)
  })
  return Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)
}

/** Our server with authentication: key hash, ids, limits, metrics, sampled log. */
async function mounted(): Promise<number> {
  const endpoints = defineEndpoints({
    checkInput: post('/guardrails/input', {
      auth: 'runtime',
      body: Check,
      response: Verdict,
      summary: 'Screen a message',
    }),
  })
  const key = { tenantId: 'bench', keyId: 'k', scope: 'runtime' } as const
  const server = createServer({
    service: 'bench',
    version: '0.0.0',
    endpoints,
    handlers: { checkInput: () => verdict },
    authenticate: { authEnabled: true, tenantByKeyHash: () => key, isAdminKey: () => false },
    logger: createLogger({ service: 'bench', stream: { write: () => {} } }),
  })
  return (await server.listen({ host: '127.0.0.1', port: 0 })).port
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): object {
  // Fastify's validator supports draft 7.
  return z.toJSONSchema(schema, { target: 'draft-7', io, unrepresentable: 'any' })
}

const port = await (process.argv[2] === 'bare' ? bare() : mounted())
process.send?.({ port })
let last = process.cpuUsage()
process.on('message', (message) => {
  if (message === 'stop') process.exit(0)
  const spent = process.cpuUsage(last)
  last = process.cpuUsage()
  process.send?.({ cpu_us: spent.user + spent.system })
})
