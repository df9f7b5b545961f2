import { spawn } from 'node:child_process'
import { chownSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from '@gatehouse/kernel'
import type { Binaries } from './binaries.ts'
import { diskFull, folderFailure } from './folder.ts'
import { createFolder, type Layout } from './layout.ts'
import { EMBEDDED_ROLE, POSTGRES_MAJOR } from './settings.ts'

/** Maximum length of program output in error messages. */
const OUTPUT_CHARS_MAX = 4_000

/**
 * Creates the cluster if missing.
 * @param durable false for temporary test databases: skips the final sync
 * @returns true when it was created now
 * @throws {Failure} for another major version, a full disk, or an initdb error
 */
export async function ensureCluster(
  layout: Layout,
  binaries: Binaries,
  password: string,
  durable: boolean,
): Promise<boolean> {
  if (existsSync(layout.cluster)) {
    requireVersion(layout.cluster)
    return false
  }
  // Created under a temporary name and renamed, so that a killed start leaves no incomplete cluster.
  const aside = `${layout.cluster}.new`
  const passwordCopy = join(aside, '..', 'initdb-password')
  rmSync(aside, { recursive: true, force: true })
  createFolder(aside, layout.account)
  try {
    // The server's account must not read the original password file, and command lines are visible to all users.
    writeFileSync(passwordCopy, password, { mode: 0o600 })
    if (layout.account !== undefined) chownSync(passwordCopy, layout.account.uid, layout.account.gid)
    await runInitdb(layout, binaries.initdb, [
      `--pgdata=${aside}`,
      `--username=${EMBEDDED_ROLE}`,
      `--pwfile=${passwordCopy}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      '--data-checksums',
      '--no-instructions',
      ...(durable ? [] : ['--no-sync']),
    ])
    renameSync(aside, layout.cluster)
  } catch (error) {
    rmSync(aside, { recursive: true, force: true })
    throw folderFailure(error, layout.home)
  } finally {
    rmSync(passwordCopy, { force: true })
  }
  return true
}

function requireVersion(cluster: string): void {
  let version: string
  try {
    version = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()
  } catch (error) {
    throw new Failure(
      'invalid_setting',
      `${cluster} is not a PostgreSQL cluster: PG_VERSION is missing or unreadable`,
      {
        cause: error,
      },
    )
  }
  if (version === String(POSTGRES_MAJOR)) return
  throw new Failure(
    'invalid_setting',
    `the database in ${cluster} was created by PostgreSQL ${version}, but this version includes ${POSTGRES_MAJOR}; dump it with ${version} and load it into a new data folder, or run your own server and set DATABASE_URL`,
  )
}

async function runInitdb(layout: Layout, program: string, args: readonly string[]): Promise<void> {
  const { code, output } = await run(program, args, layout)
  if (code === 0) return
  if (/No space left on device/i.test(output)) throw diskFull(layout.home)
  const reason = output.split('\n').findLast((line) => /error|fatal|could not/i.test(line)) ?? output.trim()
  throw new Failure('unavailable', `creating the database in ${layout.home} failed: ${reason.trim()}`)
}

function run(program: string, args: readonly string[], layout: Layout): Promise<{ code: number; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...asServer(layout), stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    const keep = (chunk: Buffer): void => {
      output = (output + chunk.toString()).slice(-OUTPUT_CHARS_MAX)
    }
    child.stdout?.on('data', keep)
    child.stderr?.on('data', keep)
    child.once('error', (error) => reject(programFailure(error, program)))
    child.once('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

/** Returns spawn options that run a program as the server's account, in its folder, with an empty environment. */
export function asServer(layout: Layout): { cwd: string; env: Record<string, string>; uid?: number; gid?: number } {
  const { account, home } = layout
  const base = { cwd: home, env: { LC_ALL: 'C', TZ: 'UTC' } }
  return account === undefined ? base : { ...base, uid: account.uid, gid: account.gid }
}

export function programFailure(error: unknown, program: string): Failure {
  // A missing dynamic loader also causes "no such file", because the programs require glibc.
  const hint =
    (error as NodeJS.ErrnoException).code === 'ENOENT' ? ' (does this system use a different C library?)' : ''
  return new Failure(
    'unavailable',
    `${program} cannot be run${hint}; set DATABASE_URL to use a PostgreSQL server instead`,
    { cause: error },
  )
}
