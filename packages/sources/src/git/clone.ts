import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Failure } from '@gatehouse/kernel'
import { type Egress } from '@gatehouse/kernel/egress'
import { ENTRIES_MAX, UNPACKED_BYTES_MAX } from '../archive/limits.ts'
import { cleaned } from '../process/clean.ts'
import { folderSize } from '../process/folder-size.ts'
import { runProgram } from '../process/run.ts'

import { ALLOC_BYTES_MAX } from './memory.ts'
import { isCommit, isRef } from './refs.ts'

export interface CloneOptions {
  /** `https://…`; `http` and `git` only for hosts that the operator has named. No user or password in it. */
  readonly url: string
  /** Branch or tag; default: the remote's HEAD. */
  readonly branch?: string
  /** Full commit id to check out. */
  readonly commit?: string
  /** Sent as the password of `user`, only to this host. */
  readonly token?: string
  /** Default: `x-access-token`. */
  readonly user?: string
  /** An empty folder. */
  readonly into: string
  readonly egress: Egress
  /** Folders in which git is searched, like `PATH`. */
  readonly searchPath: string
  readonly signal: AbortSignal
  /** Full history, for scans that read it: of the branch or commit, else of all branches and tags; otherwise a single commit. */
  readonly history?: boolean
}

export interface Cloned {
  readonly commit: string
  readonly branch: string | undefined
  /** Whether the commit is the head of `branch`, or the default branch of the remote; false for tags and given commits. */
  readonly isBranchHead: boolean
}

/** Own limit: slower repositories should be scanned by a nearby runner. */
const FETCH_TIMEOUT_MS = 15 * 60_000
const LOCAL_TIMEOUT_MS = 5 * 60_000
/** The transferred pack is compressed and must not exceed the uncompressed limit. */
const PACK_BYTES_MAX = UNPACKED_BYTES_MAX
/** Bytes a second below which for so long a transfer has died. */
const SLOW_BYTES = 1_000
const SLOW_S = 60

/**
 * Settings that no repository may override: hooks, filters, helpers, links, submodules, other protocols. Symbolic links become files with
 * their target as text.
 */
const SAFE: readonly (readonly [string, string])[] = [
  ['core.hooksPath', '/dev/null'],
  ['core.symlinks', 'false'],
  ['core.fsmonitor', 'false'],
  ['core.untrackedCache', 'false'],
  ['core.autocrlf', 'false'],
  ['core.attributesFile', '/dev/null'],
  ['core.protectNTFS', 'true'],
  ['core.protectHFS', 'true'],
  ['credential.helper', ''],
  ['filter.lfs.smudge', ''],
  ['filter.lfs.process', ''],
  ['filter.lfs.required', 'false'],
  ['fetch.recurseSubmodules', 'false'],
  ['submodule.recurse', 'false'],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
  ['http.followRedirects', 'false'],
  ['http.lowSpeedLimit', String(SLOW_BYTES)],
  ['http.lowSpeedTime', String(SLOW_S)],
  ['protocol.allow', 'never'],
]

/**
 * Fetches one commit of a repository with git, and checks it out. The token is in a file that only this account can read while git runs,
 * never in an argument, URL, log or message.
 * @throws {Failure} `invalid_request` for an invalid or missing URL, branch or commit; `egress_refused`; `unavailable` if the remote does
 * not respond; the signal's reason
 */
export async function cloneGit(options: CloneOptions): Promise<Cloned> {
  const { into, egress, branch, commit, history = false } = options
  if (branch !== undefined && !isRef(branch)) throw invalid(`invalid branch name "${branch.slice(0, 100)}"`)
  if (commit !== undefined && !isCommit(commit))
    throw invalid('commitSha must be a full commit ID of 40 or 64 hexadecimal digits')
  const { url, host, addresses, allowlisted } = await egress.check(options.url, ['https', 'http', 'git'])
  const scheme = url.protocol.slice(0, -1)
  if (scheme !== 'https' && !allowlisted) {
    throw new Failure(
      'egress_refused',
      `Repository URLs must use https; ${scheme} is only allowed for hosts in the egress allowlist.`,
    )
  }
  const home = await mkdtemp(join(tmpdir(), 'gatehouse-git-'))
  try {
    const git = await openGit({ ...options, home, scheme, pinned: pinOf(url, host, addresses) })
    await git(['init', '--quiet', '--template='], LOCAL_TIMEOUT_MS)
    const depth = history ? [] : ['--depth=1']
    const subject = ['--quiet', '--no-tags', '--no-recurse-submodules', '--no-write-commit-graph', '--end-of-options']
    const others = history && commit === undefined && branch === undefined ? ALL_REFS : []
    const fetchRef = (ref: string) => git(['fetch', ...depth, ...subject, url.href, ref, ...others], FETCH_TIMEOUT_MS)
    const isBranchHead = await fetchWanted(fetchRef, branch, commit)
    await checkSize(git)
    await git(['checkout', '--quiet', '--detach', 'FETCH_HEAD'], LOCAL_TIMEOUT_MS)
    const found = (await git(['rev-parse', 'HEAD'], LOCAL_TIMEOUT_MS)).trim()
    return { commit: found, branch, isBranchHead }
  } finally {
    await rm(home, { recursive: true, force: true })
    await closeGit(into, history)
  }
}

/**
 * Fetches a commit, a branch or a tag. If a branch and a tag have one name, git prefers the tag, which any user with push permission can
 * move. Here the branch has priority.
 * @returns whether it is the head of a branch
 */
async function fetchWanted(
  fetchRef: (ref: string) => Promise<unknown>,
  branch: string | undefined,
  commit: string | undefined,
): Promise<boolean> {
  if (commit !== undefined || branch === undefined) {
    await fetchRef(commit ?? 'HEAD')
    return commit === undefined
  }
  try {
    await fetchRef(`refs/heads/${branch}`)
    return true
  } catch (error) {
    if (!(error instanceof Failure) || error.message !== invalid(NO_REF).message) throw error
    await fetchRef(branch)
    return false
  }
}

/** All branches and tags of the remote, at the same local refs as `git clone`. */
const ALL_REFS = ['+refs/heads/*:refs/remotes/origin/*', '+refs/tags/*:refs/tags/*'] as const

type Git = (args: readonly string[], timeout_ms: number) => Promise<string>

interface GitOptions extends CloneOptions {
  readonly home: string
  readonly scheme: string
  /** For curl: the checked addresses to connect to, without another name resolution. */
  readonly pinned: string | undefined
}

async function openGit(options: GitOptions): Promise<Git> {
  const { home, scheme, pinned, token = '', into, signal, searchPath } = options
  const config = join(home, 'gitconfig')
  await writeFile(config, configOf(options), { mode: 0o600 })
  await mkdir(into, { recursive: true })
  const env = {
    PATH: searchPath,
    HOME: home,
    XDG_CONFIG_HOME: home,
    LC_ALL: 'C',
    GIT_CONFIG_GLOBAL: config,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ASKPASS: '/bin/false',
    GIT_ALLOW_PROTOCOL: scheme,
    GIT_PROTOCOL_FROM_USER: '0',
    GIT_LFS_SKIP_SMUDGE: '1',
    GIT_ALLOC_LIMIT: String(ALLOC_BYTES_MAX),
  }
  const watch = () => tooLarge(join(into, '.git'))
  return async (args, timeout_ms) => {
    const ran = await runProgram({ file: 'git', args, cwd: into, env, timeout_ms, signal, watch })
    if (ran.code === 0) return ran.stdout
    throw explained(
      cleaned(ran.stderr, [token, credentialsOf(options)], [home, into, ...(pinned === undefined ? [] : [pinned])]),
    )
  }
}

function configOf({ url, scheme, token, user, pinned }: GitOptions): string {
  const lines = SAFE.map(([name, value]) => setting(name, value))
  lines.push(setting(`protocol.${scheme}.allow`, 'always'))
  if (pinned !== undefined) lines.push(setting('http.curloptResolve', pinned))
  if (token !== undefined) {
    const credentials = Buffer.from(credentialsOf({ token, ...(user === undefined ? {} : { user }) })).toString(
      'base64',
    )
    const { origin } = new URL(url)
    lines.push(`[http "${origin}/"]\n\textraHeader = "Authorization: Basic ${credentials}"\n`)
  }
  return lines.join('')
}

function credentialsOf({ token = '', user = 'x-access-token' }: Pick<CloneOptions, 'token' | 'user'>): string {
  return token === '' ? '' : `${user}:${token}`
}

function setting(name: string, value: string): string {
  const at = name.lastIndexOf('.')
  const [section, ...sub] = name.slice(0, at).split('.')
  const head = sub.length === 0 ? `[${section}]` : `[${section} "${sub.join('.')}"]`
  return `${head}\n\t${name.slice(at + 1)} = "${value}"\n`
}

/** Returns `host:port:address`, which curl uses instead of resolving the name. */
function pinOf(url: URL, host: string, addresses: readonly string[]): string | undefined {
  if (!url.protocol.startsWith('http') || addresses.includes(host)) return undefined
  const port = url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port
  const shown = addresses.map((address) => (address.includes(':') ? `[${address}]` : address))
  return `${host}:${port}:${shown.join(',')}`
}

/** Checks sizes before the checkout: a small pack may contain large files. */
async function checkSize(git: Git): Promise<void> {
  const listing = await git(['ls-tree', '-r', '-l', '--full-tree', 'FETCH_HEAD'], LOCAL_TIMEOUT_MS)
  let files = 0
  let bytes = 0
  for (const line of listing.split('\n')) {
    const size = /^\d+ blob [0-9a-f]+ +(\d+)\t/.exec(line)?.[1]
    if (size === undefined) continue
    files += 1
    bytes += Number(size)
  }
  if (files > ENTRIES_MAX) throw invalid(`the repository has more than ${ENTRIES_MAX} files`)
  if (bytes > UNPACKED_BYTES_MAX) throw invalid(`the repository exceeds ${UNPACKED_BYTES_MAX} bytes`)
}

/** @returns the reason to abort the fetch */
async function tooLarge(folder: string): Promise<string | undefined> {
  const size = await folderSize(folder)
  return size > PACK_BYTES_MAX ? `The repository exceeds ${PACK_BYTES_MAX} bytes.` : undefined
}

/** Removes the .git folder and keeps the files, so that git never runs in an untrusted repository by mistake. */
async function closeGit(into: string, keepsHistory: boolean): Promise<void> {
  if (!keepsHistory) await rm(join(into, '.git'), { recursive: true, force: true })
}

const NO_REF = 'branch or commit not found in the repository'

function explained(text: string): Failure {
  if (/attempting to allocate \d+ over limit/i.test(text)) {
    return invalid(`unpacking a file of the repository requires more than ${ALLOC_BYTES_MAX} bytes of memory`)
  }
  if (/couldn't find remote ref|not our ref|unadvertised object|no such ref was fetched/i.test(text)) {
    return invalid(NO_REF)
  }
  if (/Authentication failed|could not read Username|terminal prompts disabled|HTTP 40[13]|error: 40[13]/i.test(text)) {
    return invalid('the repository requires an access token with read permission')
  }
  if (/not found|does not appear to be a git repository|error: 404/i.test(text)) {
    return invalid('no repository found at this URL, or an access token is required')
  }
  return new Failure('unavailable', `git could not fetch the repository: ${text}`)
}

function invalid(detail: string): Failure {
  return new Failure('invalid_request', `${detail.charAt(0).toUpperCase()}${detail.slice(1)}.`)
}
