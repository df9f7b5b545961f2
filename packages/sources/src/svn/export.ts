import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Egress, Failure } from '@gatehouse/kernel'
import { UNPACKED_BYTES_MAX } from '../archive/limits.ts'
import { cleaned } from '../process/clean.ts'
import { folderSize } from '../process/folder-size.ts'
import { runProgram } from '../process/run.ts'
import { openPinnedProxy } from './pinned-proxy.ts'

export interface SvnOptions {
  /** `https://…` or `svn://…`; `http` only for hosts that the operator has named. No user or password in it. */
  readonly url: string
  /** A number; absent: the newest. */
  readonly revision?: string
  readonly username?: string
  /** Given to svn on its standard input alone. */
  readonly password?: string
  /** A folder that is not there yet, or is empty. */
  readonly into: string
  readonly egress: Egress
  /** Folders in which svn is looked up, as in `PATH`. */
  readonly searchPath: string
  readonly signal: AbortSignal
}

export interface Exported {
  readonly revision: string
}

const TIMEOUT_MS = 15 * 60_000
const REVISION = /^\d{1,10}$/
const USER_CHARS_MAX = 200

/**
 * Exports a folder of a Subversion repository with the real svn: without externals, hooks, stored passwords and questions.
 * @throws {Failure} `invalid_request` for an address, revision or user that is none or is not there; `egress_refused`;
 *   `unavailable` when the other side does not answer; the signal's reason
 */
export async function exportSvn(options: SvnOptions): Promise<Exported> {
  const { revision, username, into, egress } = options
  if (revision !== undefined && !REVISION.test(revision)) throw invalid('svnRevision is no number')
  if (username !== undefined && (username.length > USER_CHARS_MAX || /[\u0000-\u001f\u007f]/.test(username))) {
    throw invalid('svnUsername is no name')
  }
  const { url, host, addresses, allowlisted } = await egress.check(options.url, ['https', 'http', 'svn'])
  if (url.protocol === 'http:' && !allowlisted) {
    throw new Failure('egress_refused', 'Subversion comes over https or svn; http is open to allowlisted hosts alone.')
  }
  const home = await mkdtemp(join(tmpdir(), 'gatehouse-svn-'))
  // Its own protocol knows no names: it can be given the address itself. Everything else goes through a proxy that is pinned.
  const isOwn = url.protocol === 'svn:'
  const proxy = isOwn ? undefined : await openPinnedProxy(`${bare(host)}:${portOf(url)}`, addresses)
  try {
    await writeFile(join(home, 'servers'), serversFile(proxy?.port), { mode: 0o600 })
    await writeFile(join(home, 'config'), CONFIG, { mode: 0o600 })
    await mkdir(into, { recursive: true })
    const target = isOwn ? pinnedUrl(url, addresses[0]!) : url.href
    return await runExport({ ...options, home, target })
  } finally {
    await proxy?.close()
    await rm(home, { recursive: true, force: true })
  }
}

interface ExportOptions extends SvnOptions {
  readonly home: string
  readonly target: string
}

async function runExport(options: ExportOptions): Promise<Exported> {
  const { revision = 'HEAD', username, password, into, signal, home, target, searchPath } = options
  const args = [
    'export',
    '--quiet',
    '--force',
    '--non-interactive',
    '--no-auth-cache',
    '--ignore-externals',
    '--ignore-keywords',
    `--config-dir=${home}`,
    `--revision=${revision}`,
    ...(username === undefined ? [] : [`--username=${username}`]),
    ...(password === undefined ? [] : ['--password-from-stdin']),
    '--',
    // A name of a file may hold an @, which svn reads as a revision unless another one ends the address.
    `${target}@`,
    into,
  ]
  const env = { PATH: searchPath, HOME: home, LC_ALL: 'C.UTF-8' }
  const watch = async (): Promise<string | undefined> =>
    (await folderSize(into)) > UNPACKED_BYTES_MAX
      ? `The files of the repository have more than ${UNPACKED_BYTES_MAX} bytes.`
      : undefined
  const common = { file: 'svn', cwd: home, env, timeout_ms: TIMEOUT_MS, signal, watch }
  const ran = await runProgram({ ...common, args, ...(password === undefined ? {} : { input: `${password}\n` }) })
  if (ran.code !== 0) {
    throw explained(cleaned(ran.stderr, [password ?? ''], [home, into]), revision)
  }
  return { revision: revision === 'HEAD' ? await newest(options, env) : revision }
}

/** The number of what was exported; the program says it only without `--quiet`, which names every file. */
async function newest(options: ExportOptions, env: Readonly<Record<string, string>>): Promise<string> {
  const { username, password, signal, home, target } = options
  const args = [
    'info',
    '--non-interactive',
    '--no-auth-cache',
    `--config-dir=${home}`,
    '--show-item=last-changed-revision',
    '--no-newline',
    ...(username === undefined ? [] : [`--username=${username}`]),
    ...(password === undefined ? [] : ['--password-from-stdin']),
    '--',
    `${target}@`,
  ]
  const input = password === undefined ? {} : { input: `${password}\n` }
  const ran = await runProgram({ file: 'svn', cwd: home, env, timeout_ms: TIMEOUT_MS, signal, args, ...input })
  return ran.code === 0 ? ran.stdout.trim() : 'HEAD'
}

function serversFile(proxyPort: number | undefined): string {
  const proxy =
    proxyPort === undefined
      ? ''
      : `http-proxy-host = 127.0.0.1\nhttp-proxy-port = ${proxyPort}\nhttp-proxy-exceptions =\n`
  return `[global]\n${proxy}http-timeout = 60\nstore-passwords = no\nstore-plaintext-passwords = no\nstore-auth-creds = no\n`
}

/** No tunnels, no diff programs, no passwords on disk. */
const CONFIG = '[auth]\npassword-stores =\nstore-passwords = no\nstore-auth-creds = no\n[tunnels]\nssh = /bin/false\n'

function pinnedUrl(url: URL, address: string): string {
  const host = address.includes(':') ? `[${address}]` : address
  return `svn://${host}${url.port === '' ? '' : `:${url.port}`}${url.pathname}`
}

function portOf(url: URL): string {
  return url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port
}

function bare(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}

function explained(said: string, revision: string): Failure {
  if (/E160006|E195012|No such revision/i.test(said)) return invalid(`the repository has no revision ${revision}`)
  if (/E170001|E215004|Authentication failed|Authorization failed|No more credentials/i.test(said)) {
    return invalid('the repository needs a user and a password that may read it')
  }
  if (/E170000|E160013|E210005|E175013|E200009|No repository found|doesn't exist|non-existent/i.test(said)) {
    return invalid('there is no repository at this address')
  }
  return new Failure('unavailable', `svn could not fetch the repository: ${said}`)
}

function invalid(detail: string): Failure {
  return new Failure('invalid_request', `${detail.charAt(0).toUpperCase()}${detail.slice(1)}.`)
}
