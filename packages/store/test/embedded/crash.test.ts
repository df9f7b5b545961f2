import { spawn } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { openStore } from '../../src/connect.ts'
import { isRunning } from '../../src/embedded/process.ts'
import { runningEmbedded } from '../../src/embedded/running.ts'
import { startEmbedded, stopEmbedded } from '../../src/embedded/start.ts'
import { ask, asRoot, failureOf, newCluster, newFolder, removeFolders, start } from './folders.ts'

const START = fileURLToPath(new URL('./start-once.ts', import.meta.url))

afterAll(removeFolders)

describe('after a crash', () => {
  test('a server of a killed process is attached and stopped', async () => {
    const dataDir = await newCluster()
    const orphan = await leaveServerBehind(dataDir)
    expect(isRunning(orphan)).toBe(true)
    const server = await start(dataDir)
    expect(server).toMatchObject({ pid: orphan, attached: true, firstTime: false })
    await server.stop()
    expect(isRunning(orphan)).toBe(false)
  })

  test('Ctrl-C in the terminal ends the process and not its server, which may still have to write', async () => {
    const dataDir = await newCluster()
    const pid = await leaveServerBehind(dataDir, (group) => process.kill(-group, 'SIGINT'))
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(isRunning(pid)).toBe(true)
    expect(await stopEmbedded(dataDir)).toBe(true)
    expect(isRunning(pid)).toBe(false)
  })

  test('a server that rejects the stored password is stopped, not used', async () => {
    const dataDir = await newCluster()
    const orphan = await leaveServerBehind(dataDir)
    await ask((await runningEmbedded(dataDir))!, `ALTER ROLE gatehouse PASSWORD 'other'`)
    const lines: string[] = []
    const failure = await failureOf(() => startEmbedded({ dataDir, log: (line) => lines.push(line) }))
    expect(lines).toEqual([`stopping an unresponsive database server from an earlier run (process ${orphan})`])
    expect(isRunning(orphan)).toBe(false)
    expect(failure.code).toBe('unavailable')
    expect(failure.message).toContain('password authentication failed')
  })

  test.each(['SIGKILL', 'SIGQUIT'] as const)('a server ended by %s recovers committed data', async (signal) => {
    const dataDir = await newCluster()
    const first = await start(dataDir)
    await ask(first.url, 'CREATE TABLE kept AS SELECT 7 AS n')
    process.kill(first.pid, signal)
    // The lock still exists: as after a crash of the server alone.
    await first.stop()
    const server = await start(dataDir)
    expect(await ask(server.url, 'SELECT n FROM kept')).toBe(7)
    await server.stop()
  })

  test('a killed server restarts at the same address', async () => {
    const lines: string[] = []
    const server = await startEmbedded({
      dataDir: await newCluster(),
      log: (line) => lines.push(line),
      settings: { fsync: 'off' },
    })
    const store = await openStore({ url: server.url })
    const { pid } = server
    process.kill(pid, 'SIGKILL')
    await vi.waitFor(() => expect(server.pid).not.toBe(pid), { timeout: 15_000, interval: 20 })
    await vi.waitFor(() => store.ping(), { timeout: 5_000, interval: 20 })
    expect(lines.at(-1)).toBe(`the database server (process ${pid}) exited unexpectedly and will be restarted`)
    await store.close()
    await server.stop()
    expect(isRunning(server.pid)).toBe(false)
  })

  test('a stale pid file with a reused process id does not block the start', async () => {
    const dataDir = await newCluster()
    const first = await start(dataDir)
    const pidFile = join(dataDir, 'postgres', 'cluster', 'postmaster.pid')
    const left = readFileSync(pidFile, 'utf8')
    await first.stop()
    const stranger = spawn('sleep', ['60'], asRoot ? { uid: statSync(join(pidFile, '..')).uid } : {})
    writeFileSync(pidFile, left.replace(/^\d+/, String(stranger.pid)))
    if (asRoot) {
      const { uid, gid } = statSync(join(pidFile, '..'))
      chownSync(pidFile, uid, gid)
    }
    const server = await start(dataDir)
    expect(server.attached).toBe(false)
    await server.stop()
    expect(isRunning(stranger.pid!)).toBe(true)
    stranger.kill()
  })

  test('an interrupted initdb is repeated', async () => {
    const dataDir = newFolder()
    mkdirSync(join(dataDir, 'postgres', 'cluster.new', 'base'), { recursive: true })
    chmodSync(join(dataDir, 'postgres'), 0o711)
    const server = await start(dataDir)
    expect(server.firstTime).toBe(true)
    await server.stop()
  })
})

/**
 * Starts a server from a process that is then ended.
 * @param end receives the process id, which is also that of its group, as for a command in a terminal
 * @returns the server's process id
 */
async function leaveServerBehind(
  dataDir: string,
  end: (pid: number) => void = (pid) => process.kill(pid, 'SIGKILL'),
): Promise<number> {
  const args = ['--conditions=gatehouse', START, dataDir, 'stay']
  const child = spawn(process.execPath, args, { stdio: 'pipe', detached: true })
  const pid = await new Promise<number>((resolve) => {
    child.stdout.once('data', (data) => resolve(Number(String(data))))
  })
  const exited = new Promise((resolve) => child.once('exit', resolve))
  end(child.pid!)
  await exited
  return pid
}
