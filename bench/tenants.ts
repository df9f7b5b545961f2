import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { allGuards, createRegistry, learnPolicy, localWindows, runPolicy, sharePreparations } from '@gatehouse/guards'
import { createLogger } from '@gatehouse/http'
import { systemClock } from '@gatehouse/kernel'
import { openPlatform } from '@gatehouse/platform'
import { createPolicies } from '@gatehouse/screening'
import { resolveSettings } from '@gatehouse/settings'
import type { Store } from '@gatehouse/store'
import { tenantVersions } from '@gatehouse/store/tenants'
import { loadTenant } from '../apps/guard/src/load-tenant.ts'
import { createTenants } from '../apps/guard/src/tenants.ts'
import { PROSE } from './guard/texts.ts'
import { median, quantile } from './lib/statistics.ts'

/**
 * Measures the cost of many tenants: each with twenty custom policies, ten per stage, learned from twenty examples each.
 *   node --conditions=gatehouse bench/tenants.ts [tenants] Cold: a tenant's first request on an instance loads and compiles its configuration. Warm: one that is already in use.
 */
const TENANTS = Number(process.argv[2] ?? 10_000)
const POLICIES_PER_STAGE = 10
const EXAMPLES = 10
/** Distinct policies; tenants share texts, but each has separate weights, as if it had learned them itself. */
const DISTINCT = 60
const COLD_LOADS = 300
const WARM_CHECKS = 3_000

const COLD_MS_MAX = 5
const WARM_SHARE_MAX = 1.25

const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'))
const logger = createLogger({
  service: 'bench',
  level: 'error',
  stream: { write: (line) => process.stderr.write(line) },
})
const platform = await openPlatform(resolveSettings({ env: { GATEHOUSE_DATA_DIR: dataDir } }), logger)
try {
  await fill(platform.store)
  await measure(platform.store)
} finally {
  await platform.close()
  rmSync(dataDir, { recursive: true, force: true })
}

async function fill(store: Store): Promise<void> {
  const words = PROSE.split(/\s+/)
  let seed = 1
  const pick = (): string => {
    seed = (seed * 48_271) % 2_147_483_647
    return words[seed % words.length]!
  }
  const text = (): string => Array.from({ length: 12 }, pick).join(' ')
  const policies = Array.from({ length: DISTINCT }, (_, index) => {
    const examples = {
      violating: Array.from({ length: EXAMPLES }, text),
      allowed: Array.from({ length: EXAMPLES }, text),
    }
    const prompt = `Nobody may ask this assistant about ${text()}.`
    const learned = Buffer.from(learnPolicy({ prompt, ...examples })!)
    return { definition: JSON.stringify({ name: `policy ${index}`, prompt, examples }), learned }
  })
  const { db } = store
  for (let from = 0; from < TENANTS; from += 100) {
    const ids = Array.from({ length: Math.min(100, TENANTS - from) }, (_, index) => `tenant-${from + index}`)
    await db
      .insertInto('tenants')
      .values(ids.map((id) => ({ id, name: id, plan: 'enterprise' })))
      .execute()
    const rows = ids.flatMap((id, tenant) =>
      (['input', 'output'] as const).flatMap((stage, half) =>
        Array.from({ length: POLICIES_PER_STAGE }, (_, index) => {
          const { definition, learned } = policies[(from + tenant + 31 * half + 7 * index) % DISTINCT]!
          const policy_id = `${stage}-${index}`
          return { tenant_id: id, policy_id, stage, definition, learned, created_by: 'bench', updated_by: 'bench' }
        }),
      ),
    )
    await db.insertInto('custom_policies').values(rows).execute()
  }
}

async function measure(store: Store): Promise<void> {
  const registry = createRegistry(sharePreparations(allGuards))
  const policies = createPolicies({ registry, ports: { windows: localWindows(systemClock) }, configured: {} })
  const tenants = createTenants(
    { versions: (ids) => tenantVersions(store, ids), load: (id) => loadTenant(store, id, undefined) },
    systemClock,
  )
  const enter = async (id: string): Promise<number> => {
    const started = performance.now()
    const snapshot = await tenants.snapshot(id)
    for (const stage of ['input', 'output'] as const) policies.policyFor(stage, snapshot, undefined, [])
    return performance.now() - started
  }
  const check = async (): Promise<number[]> => {
    const times: number[] = []
    for (let round = 0; round < WARM_CHECKS; round += 1) {
      const started = performance.now()
      const snapshot = await tenants.snapshot('tenant-0')
      const policy = policies.policyFor('input', snapshot, undefined, [])
      const about = {
        agentKey: undefined,
        userRole: undefined,
        sessionId: undefined,
        prompt: undefined,
        contextDocs: [],
      }
      await runPolicy(
        policy,
        { text: PROSE.slice(0, 500) },
        { tenantId: 'tenant-0', stage: 'input', clock: systemClock, ...about },
      )
      times.push(performance.now() - started)
    }
    return times.slice(WARM_CHECKS / 3)
  }
  for (let index = 0; index < 50; index += 1) await enter(`tenant-${index}`)
  const alone = await check()
  const before_mb = resident_mb()
  const cold: number[] = []
  for (let index = 0; index < COLD_LOADS; index += 1) cold.push(await enter(`tenant-${TENANTS - 1 - index}`))
  for (let index = 50; index < TENANTS; index += 1) await enter(`tenant-${index}`)
  const after_mb = resident_mb()
  const among = await check()
  const share = median(among) / median(alone)
  const lines = [
    `${TENANTS} tenants, ${2 * POLICIES_PER_STAGE} custom policies each, ${2 * EXAMPLES} examples a policy`,
    row('cold load p50 in ms', median(cold), median(cold) <= COLD_MS_MAX, `at most ${COLD_MS_MAX}`),
    row('cold load p99 in ms', quantile(cold, 0.99)),
    row('warm check, among all / alone', share, share <= WARM_SHARE_MAX, `at most ${WARM_SHARE_MAX}`),
    row('RSS in MB with 50 tenants', before_mb),
    row('RSS in MB after all', after_mb),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}

function row(name: string, value: number, holds?: boolean, bound = ''): string {
  const judged = holds === undefined ? '' : `   ${holds ? 'holds' : 'MISSED'}: ${bound}`
  return `${name.padEnd(32)}${value.toFixed(2).padStart(9)}${judged}`
}

function resident_mb(): number {
  return process.memoryUsage.rss() / 1e6
}
