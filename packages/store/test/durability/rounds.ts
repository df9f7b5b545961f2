import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { verifyAll } from '../../src/audit/verify.ts'
import { openStore, type Store } from '../../src/connect.ts'
import { startEmbedded } from '../../src/embedded/start.ts'

const WRITER = fileURLToPath(new URL('./writer.ts', import.meta.url))

/** Killed processes, signals, and their order. */
const KILLS = [
  'the process',
  'the process, then the server',
  'the server, then the process',
  'a quick server stop',
] as const

/** How long the load runs before the kill: long enough for hundreds of commits, and never the same. */
const LOAD_MS_MIN = 100
const LOAD_MS_MAX = 400

const UUID_CHARS = 36

export interface Round {
  readonly killed: (typeof KILLS)[number]
  /** True when the server outlived its process and the next start attached to it. */
  readonly attached: boolean
  /** Entries acknowledged in this round. */
  readonly acknowledged: number
  /** Acknowledged in any round so far and not found. */
  readonly missing: number
  readonly chainsValid: boolean
  readonly entries: number
}

/**
 * Runs a writer under load, kills it (and in most rounds its database) without warning, starts again on the same data
 * folder and counts: everything acknowledged must be there, once, in chains that verify.
 */
export async function durabilityRounds(
  count: number,
  onRound: (round: Round) => void = () => undefined,
): Promise<Round[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-durability-'))
  chmodSync(dataDir, 0o711)
  const acknowledged = new Set<string>()
  const rounds: Round[] = []
  try {
    for (let index = 0; index < count; index += 1) {
      const killed = KILLS[index % KILLS.length]!
      const before = acknowledged.size
      await loadAndKill(dataDir, killed, acknowledged)
      const round = { killed, acknowledged: acknowledged.size - before, ...(await inspect(dataDir, acknowledged)) }
      rounds.push(round)
      onRound(round)
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
  return rounds
}

async function loadAndKill(dataDir: string, killed: Round['killed'], acknowledged: Set<string>): Promise<void> {
  const child = spawn(process.execPath, ['--conditions=gatehouse', WRITER, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = new Promise((resolve) => child.once('exit', resolve))
  const serverPid = await new Promise<number>((resolve, reject) => {
    let pid = 0
    child.once('exit', () => reject(new Error('the writer ended by itself')))
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.startsWith('server ')) pid = Number(line.split(' ')[1])
      if (line.length !== UUID_CHARS) return
      acknowledged.add(line)
      // The time until the kill counts from here, so that a slow machine is killed under load as well.
      resolve(pid)
    })
  })
  await sleep(LOAD_MS_MIN + Math.random() * (LOAD_MS_MAX - LOAD_MS_MIN))
  if (killed === 'the server, then the process') {
    process.kill(serverPid, 'SIGKILL')
    await sleep(50)
  }
  if (killed === 'a quick server stop') process.kill(serverPid, 'SIGQUIT')
  child.kill('SIGKILL')
  if (killed === 'the process, then the server') process.kill(serverPid, 'SIGKILL')
  await exited
}

async function inspect(
  dataDir: string,
  acknowledged: ReadonlySet<string>,
): Promise<Pick<Round, 'attached' | 'missing' | 'chainsValid' | 'entries'>> {
  const server = await startEmbedded({ dataDir, log: () => undefined })
  const store = await openStore({ url: server.url })
  try {
    const ids = await allIds(store)
    const reports = await verifyAll(store)
    return {
      attached: server.attached,
      missing: [...acknowledged].filter((id) => !ids.has(id)).length,
      // As many different ids as entries: none was written twice.
      chainsValid:
        reports.every(({ valid }) => valid) && reports.reduce((sum, { checked }) => sum + checked, 0) === ids.size,
      entries: ids.size,
    }
  } finally {
    await store.close()
    await server.stop()
  }
}

function allIds(store: Store): Promise<Set<string>> {
  return store.withConnection(async (client) => {
    const { rows } = await client.query<{ id: string }>('SELECT id::text FROM audit_entries')
    return new Set(rows.map(({ id }) => id))
  })
}
