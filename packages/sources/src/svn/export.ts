import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Failure } from '@gatehouse/kernel'
import { type Egress } from '@gatehouse/kernel/egress'
import { FILE_BYTES_MAX } from '../archive/limits.ts'
import { type SkippedEntry, Unpacking } from '../archive/unpacking.ts'
import { cleaned } from '../process/clean.ts'
import { folderSize } from '../process/folder-size.ts'
import { runProgram } from '../process/run.ts'
import { startProgram } from '../process/start.ts'
import { unpackDump } from './dump.ts'
import { openPinnedProxy } from './pinned-proxy.ts'

export interface SvnOptions {
  /** `https://…` or `svn://…`; `http` only for hosts that the operator has named. No user or password in it. */
  readonly url: string
  /** A number; default: the newest. */
  readonly revision?: string
  readonly username?: string
  /** Passed to svn on standard input only. */
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
  /** Links and unreadable names: the first skipped entries. */
  readonly skipped: readonly SkippedEntry[]
  readonly skippedCount: number
}

const TIMEOUT_MS = 15 * 60_000
const INFO_TIMEOUT_MS = 2 * 60_000
const INFO_BYTES_MAX = 64 * 1024
const WATCH_MS = 500
const GRACE_MS = 1_000
const REVISION = /^\d{1,10}$/
const USER_CHARS_MAX = 200

/**
 * Exports a folder of a Subversion repository with the svn programs: without externals, links, stored passwords and prompts.
 * @throws {Failure} `invalid_request` for an invalid or missing URL, revision or user; `egress_refused`; `unavailable` when the server
 * does not answer; the signal's reason
 */
export async function exportSvn(options: SvnOptions): Promise<Exported> {
  const { revision, username, into, egress } = options
  if (revision !== undefined && !REVISION.test(revision)) throw invalid('svnRevision must be a number')
  if (username !== undefined && (username.length > USER_CHARS_MAX || /[\u0000-\u001f\u007f]/.test(username))) {
    throw invalid('invalid svnUsername')
  }
  const { url, host, addresses, allowlisted } = await egress.check(options.url, ['https', 'http', 'svn'])
  if (url.protocol === 'http:' && !allowlisted) {
    throw new Failure(
      'egress_refused',
      'Subversion URLs must use https or svn; http is only allowed for hosts in the egress allowlist.',
    )
  }
  const home = await mkdtemp(join(tmpdir(), 'gatehouse-svn-'))
  // The svn protocol does not use host names: it accepts the address itself. Everything else uses a pinned proxy.
  const isOwn = url.protocol === 'svn:'
  const proxy = isOwn ? undefined : await openPinnedProxy(`${bareHost(host)}:${portOf(url)}`, addresses)
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

/**
 * svn's own export creates links, and then writes through them to server-defined paths. Therefore the revision is dumped as a stream, and
 * its files are written here, like those of an archive.
 */
async function runExport(options: ExportOptions): Promise<Exported> {
  const { into, signal, revision } = options
  const info = await readInfo(options)
  const unpacking = new Unpacking(into, signal, { what: 'repository' })
  await runDump(options, info, unpacking)
  const { skipped, skippedCount } = unpacking.done()
  return { revision: revision ?? info.changed, skipped, skippedCount }
}

/** Server information about the folder. */
interface Info {
  /** In which the folder is looked at. */
  readonly revision: string
  /** In which it has last changed: the same files. */
  readonly changed: string
  /** Path in its repository, without surrounding slashes. */
  readonly path: string
}

async function readInfo(options: ExportOptions): Promise<Info> {
  const { revision, password, signal, home, target } = options
  // A name may contain an @, which svn parses as a revision unless another one ends the URL.
  const args = ['info', '--xml', ...shared(options), '--', `${target}@${revision ?? ''}`]
  const input = password === undefined ? {} : { input: `${password}\n` }
  const env = environmentOf(options)
  const bounds = { timeout_ms: INFO_TIMEOUT_MS, outputBytesMax: INFO_BYTES_MAX, signal }
  const ran = await runProgram({ file: 'svn', cwd: home, env, args, ...bounds, ...input })
  if (ran.code !== 0) throw toFailure(cleaned(ran.stderr, [password ?? ''], [home]), revision)
  const [, of] = /<entry\b[^>]{0,4000}\brevision="(\d{1,10})"/.exec(ran.stdout) ?? []
  const [, changed] = /<commit\s[^>]{0,1000}\brevision="(\d{1,10})"/.exec(ran.stdout) ?? []
  const [, kind] = /<entry\b[^>]{0,4000}\bkind="([a-z]{1,20})"/.exec(ran.stdout) ?? []
  const [, place] = /<relative-url>\^\/?([^<]{0,4000})<\/relative-url>/.exec(ran.stdout) ?? []
  if (kind === 'file') throw invalid('the URL refers to a file; use the URL of its folder')
  if (of === undefined || changed === undefined || place === undefined) {
    throw new Failure('unavailable', 'svn returned no information about the URL.')
  }
  return { revision: of, changed, path: decoded(place) }
}

async function runDump(options: ExportOptions, info: Info, unpacking: Unpacking): Promise<void> {
  const { password, signal, home, target } = options
  const over = new AbortController()
  const timer = setTimeout(() => over.abort(new Failure('unavailable', TOO_LONG)), TIMEOUT_MS)
  // svn buffers each file there completely, in its server-defined size.
  const look = async (): Promise<void> => {
    if ((await folderSize(home)) > FILE_BYTES_MAX) over.abort(new Failure('invalid_request', TOO_LARGE))
  }
  const watcher = setInterval(() => void look(), WATCH_MS)
  const args = ['dump', '--quiet', ...shared(options), `--revision=${info.revision}`, '--', target]
  const program = startProgram({
    file: 'svnrdump',
    args,
    cwd: home,
    env: environmentOf(options),
    signal: AbortSignal.any([signal, over.signal]),
  })
  program.stdin.end(password === undefined ? '' : `${password}\n`)
  let failure: unknown
  try {
    await unpackDump(program.stdout, info.path, unpacking)
  } catch (error) {
    failure = error
  }
  // A program without a reader is killed; one that ended by itself gets time to report the reason.
  const grace = failure === undefined ? undefined : setTimeout(() => program.kill(), GRACE_MS)
  const { code, stderr } = await program.ended.finally(() => {
    clearTimeout(grace)
    clearTimeout(timer)
    clearInterval(watcher)
  })
  signal.throwIfAborted()
  over.signal.throwIfAborted()
  if (code !== 0 && code !== null) throw toFailure(cleaned(stderr, [password ?? ''], [home]), options.revision)
  if (failure !== undefined) throw failure
  if (code === null) throw new Failure('unavailable', 'svn was stopped before the export completed.')
}

const TOO_LONG = `svn timed out after ${TIMEOUT_MS / 1_000} s.`
const TOO_LARGE = `A file of the repository exceeds ${FILE_BYTES_MAX} bytes.`

/** Options of both programs. */
function shared({ home, username, password }: ExportOptions): readonly string[] {
  return [
    '--non-interactive',
    '--no-auth-cache',
    `--config-dir=${home}`,
    ...(username === undefined ? [] : [`--username=${username}`]),
    ...(password === undefined ? [] : ['--password-from-stdin']),
  ]
}

function environmentOf({ home, searchPath }: ExportOptions): Readonly<Record<string, string>> {
  return { PATH: searchPath, HOME: home, TMPDIR: home, LC_ALL: 'C.UTF-8' }
}

/** A part of an address as a path. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('&amp;', '&').replaceAll('&apos;', "'"))
  } catch {
    return text
  }
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

function bareHost(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}

function toFailure(text: string, revision = 'HEAD'): Failure {
  if (/E160006|E195012|No such revision/i.test(text)) return invalid(`revision ${revision} not found in the repository`)
  if (/E170001|E215004|Authentication failed|Authorization failed|No more credentials/i.test(text)) {
    return invalid('the repository requires a user name and password with read permission')
  }
  if (/E170000|E160013|E210005|E175013|E200009|No repository found|doesn't exist|non-existent/i.test(text)) {
    return invalid('no repository found at this URL')
  }
  return new Failure('unavailable', `svn could not fetch the repository: ${text}`)
}

function invalid(detail: string): Failure {
  return new Failure('invalid_request', `${detail.charAt(0).toUpperCase()}${detail.slice(1)}.`)
}
