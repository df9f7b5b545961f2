import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openStore, runningEmbedded } from '@gatehouse/store'
import { type RunningGatehouse, startGatehouse } from '@gatehouse/testkit'

const CONNECTIONS = 16

export interface RoundReport {
  readonly acknowledged: number
  /** Verdicts that a caller has and the log has not. */
  readonly missing: readonly string[]
  readonly chain: { readonly valid: boolean; readonly checked: number }
}

/**
 * Runs the service under load, kills the process at a random time, in every third round together with the database, restarts it and checks
 * every acknowledged verdict.
 */
export async function killRounds(dataDir: string, rounds: number, log: (line: string) => void): Promise<RoundReport> {
  const acknowledged = new Set<string>()
  for (let round = 1; round <= rounds; round += 1) {
    const run = await startGatehouse(dataDir)
    const load = Array.from({ length: CONNECTIONS }, (_, at) => send(run, `${round}-${at}`, acknowledged))
    await new Promise((resolve) => setTimeout(resolve, 300 + Math.random() * 700))
    const withDatabase = round % 3 === 0
    if (withDatabase) process.kill(postmasterOf(dataDir), 'SIGKILL')
    run.child.kill('SIGKILL')
    await Promise.all([...load, run.ended()])
    log(`round ${round}: killed ${withDatabase ? 'with its database ' : ''}after ${acknowledged.size} verdicts in all`)
  }
  const run = await startGatehouse(dataDir)
  const chain = (await (await fetch(`${run.url}/v1/tenant/me/audit/verify`)).json()) as RoundReport['chain']
  const known = await requestIds((await runningEmbedded(dataDir))!)
  await run.stop()
  return { acknowledged: acknowledged.size, missing: [...acknowledged].filter((id) => !known.has(id)), chain }
}

/** Client that sends requests until the service is gone, and records complete answers. */
async function send({ url }: RunningGatehouse, name: string, acknowledged: Set<string>): Promise<void> {
  for (let count = 0; ; count += 1) {
    const id = `kill-${name}-${count}`
    try {
      const response = await fetch(`${url}/guardrails/input`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-request-id': id },
        body: JSON.stringify({ message: `message ${id}, mail ann@example.com` }),
      })
      await response.json()
      if (response.status === 200) acknowledged.add(id)
      else if (response.status !== 503) throw new RangeError(`status ${response.status}`)
    } catch (error) {
      if (error instanceof RangeError) throw error
      return
    }
  }
}

async function requestIds(url: string): Promise<ReadonlySet<string | null>> {
  const store = await openStore({ url })
  try {
    const rows = await store.db
      .selectFrom('audit_entries')
      .select('request_id')
      .where('tenant_id', '=', 'default')
      .execute()
    return new Set(rows.map(({ request_id }) => request_id))
  } finally {
    await store.close()
  }
}

/** Reads the first line of PostgreSQL's pid file in its cluster. */
function postmasterOf(dataDir: string): number {
  const own = join(dataDir, 'postgres')
  const home = clusterHome(own)
  return Number(readFileSync(join(home, 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0])
}

/** Returns the cluster's location: outside of the data folder when the database's account cannot access it. */
function clusterHome(own: string): string {
  try {
    return readFileSync(join(own, 'location'), 'utf8').trim()
  } catch {
    return own
  }
}
