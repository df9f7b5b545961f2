import { type Cache, openCache } from '@gatehouse/cache'
import { createToolGuard, type ToolGuardOptions } from '@gatehouse/guards'
import type { PartialToolCall } from '@gatehouse/guards/tools'
import { findRedis, startRedis } from '@gatehouse/testkit'
import { median, quantile } from '../lib/statistics.ts'

/** Targets of the project for the steps of a tool check, without HTTP and the audit log. */
const P50_MS_MAX = { memory: 0.3, redis: 1.5 } as const
const RUNS = 4_000
const WARM_UP_RUNS = 1_000

/** Enough agents that no window is ever full: the measured calls pass every step. */
const AGENTS = 64
const ROOMY = { rate_limit: { limit: 1_000, window_seconds: 1 }, session_limit: 1_000_000_000 }
const BOT = { tools: ['orders_*', 'refund'], role_permissions: { agent: ['orders_*', 'refund'] } }

/** A team that uses every step but approvals and capabilities. */
const TEAM: ToolGuardOptions = {
  agents: Object.fromEntries(Array.from({ length: AGENTS }, (_, index) => [`bot-${index}`, BOT])),
  rbac: { roles: { agent: { allowed_tools: ['orders_*', 'refund'], max_tokens_per_request: 10_000 } } },
  toolPolicies: {
    refund: {
      ...ROOMY,
      argument_schema: {
        type: 'object',
        properties: {
          order: { type: 'string', pattern: '^[A-Z]-\\d{1,9}$' },
          amount: { type: 'number', exclusiveMinimum: 0 },
          lines: { type: 'array', maxItems: 50, items: { type: 'object', properties: { sku: { type: 'string' } } } },
          note: { type: 'string', maxLength: 500 },
        },
        required: ['order', 'amount'],
        additionalProperties: false,
      },
      parameter_policy: {
        required_fields: ['order'],
        forbidden_fields: ['internal'],
        numeric_limits: { amount: { max: 100 } },
        regex_rules: { order: '^A-' },
        max_string_lengths: { note: 200 },
      },
      role_restrictions: { guest: 'block' },
      workflow: { max_tool_calls: 1_000_000_000 },
    },
  },
}

/** The same with rules on the order of calls, which are remembered call by call. */
const ORDERED: ToolGuardOptions = {
  ...TEAM,
  toolPolicies: {
    refund: { ...TEAM.toolPolicies?.['refund'], workflow: { forbidden_transitions: [['refund', 'orders_delete']] } },
  },
}

const CALL: PartialToolCall = {
  tool: 'refund',
  userRole: 'agent',
  estimatedTokens: 100,
  args: {
    order: 'A-4711',
    amount: 25,
    lines: [{ sku: 'b-1' }, { sku: 'b-2' }],
    note: 'The parcel was damaged when it came, and the customer has sent pictures of it.',
  },
}

const CASES: readonly (readonly [string, ToolGuardOptions])[] = [
  ['no configuration', {}],
  ['policies', TEAM],
  ['policies, order', ORDERED],
]

/** Prints p50 and p99 of in-process tool checks, with the shared state in memory and, if a server is available, in Redis. */
export async function printToolChecks(): Promise<void> {
  const found = await findRedis(process.env['CACHE_URL'])
  const server = found === undefined ? await startRedis() : undefined
  const url = found ?? server?.url
  const lines = ['tool check, a call that passes every step     p50 ms     p99 ms   of the limit']
  lines.push(...(await rows('memory', await openCache())))
  if (url === undefined) lines.push('  redis     no server on this machine')
  else lines.push(...(await rows('redis', await openCache({ url, namespace: `bench-${process.pid}` }))))
  await server?.close()
  process.stdout.write(`${lines.join('\n')}\n\n`)
}

async function rows(kind: keyof typeof P50_MS_MAX, cache: Cache): Promise<string[]> {
  const lines: string[] = []
  for (const [name, options] of CASES) {
    const guard = createToolGuard({ ...options, ports: { windows: cache.windows, state: cache } })
    const times: number[] = []
    for (let run = -WARM_UP_RUNS; run < RUNS; run += 1) {
      // A session has a few dozen calls; new sessions keep windows and histories at realistic lengths.
      const call = { ...CALL, agentKey: `bot-${run & (AGENTS - 1)}`, sessionId: `${name}-${run >> 5}` }
      const from = performance.now()
      const { allowed } = await guard.check(call)
      const took = performance.now() - from
      if (!allowed) throw new Error('the call that is timed must pass')
      if (run >= 0) times.push(took)
    }
    const p50 = median(times)
    const bound = P50_MS_MAX[kind]
    lines.push(
      [
        `  ${kind.padEnd(10)}${name.padEnd(28)}`,
        p50.toFixed(4).padStart(12),
        quantile(times, 0.99).toFixed(4).padStart(11),
        (p50 / bound).toFixed(2).padStart(10),
        `   ${p50 <= bound ? 'holds' : 'MISSED'}: at most ${bound} ms`,
      ].join(''),
    )
  }
  await cache.close()
  return lines
}
