import { realpath } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Failure } from '@gatehouse/kernel'
import { cleaned } from '../process/clean.ts'
import { runProgram } from '../process/run.ts'
import { type Started, startProgram } from '../process/start.ts'
import { ALLOC_BYTES_MAX } from './memory.ts'

export interface LocalOptions {
  /** Root of a working tree, or a bare repository. */
  readonly folder: string
  /** Folders in which git is searched, like `PATH`. */
  readonly searchPath: string
  readonly signal: AbortSignal
}

/** Untrusted local repository with read-only access. */
export interface LocalRepository {
  /** Returns the output of a git command. @throws {Failure} `invalid_request` with git's message */
  ask(args: readonly string[]): Promise<string>
  /** Like {@link ask}, but returns undefined if git fails. */
  tryAsk(args: readonly string[]): Promise<string | undefined>
  start(args: readonly string[]): Started
}

const TIMEOUT_MS = 5 * 60_000

/**
 * Settings that the repository's configuration must not override, since they run programs or hide commits. Only plumbing commands are
 * used, which respect few settings at all.
 */
const SAFE = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'core.attributesFile=/dev/null',
  'core.commitGraph=false',
  'core.sshCommand=/bin/false',
  'core.pager=cat',
  'advice.graftFileDeprecated=false',
  'protocol.allow=never',
  'credential.helper=',
  'gc.auto=0',
  'maintenance.auto=false',
  // Allows repositories of other accounts, as in containers. Nothing in the repository is executed.
  'safe.directory=*',
] as const

/**
 * Opens a repository. No setting of it runs a program, nothing is fetched, and replace refs and grafts are ignored.
 * @throws {Failure} `invalid_request` if the folder itself is not a repository; `unavailable` without git
 */
export async function openRepository({ folder, searchPath, signal }: LocalOptions): Promise<LocalRepository> {
  const cwd = await realpath(folder)
  const env = {
    PATH: searchPath,
    HOME: '/nonexistent',
    LC_ALL: 'C',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ASKPASS: '/bin/false',
    GIT_ALLOW_PROTOCOL: 'none',
    GIT_NO_LAZY_FETCH: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_GRAFT_FILE: '/dev/null',
    GIT_OPTIONAL_LOCKS: '0',
    // Larger objects are unreadable and reported as missing.
    GIT_ALLOC_LIMIT: String(ALLOC_BYTES_MAX),
    // Prevents the use of a repository in a parent folder.
    GIT_CEILING_DIRECTORIES: dirname(cwd),
  }
  const safe = SAFE.flatMap((item) => ['-c', item])
  const tryAsk = async (args: readonly string[]) => {
    const ran = await runProgram({ file: 'git', args: [...safe, ...args], cwd, env, timeout_ms: TIMEOUT_MS, signal })
    return ran.code === 0 ? ran.stdout : new Failure('invalid_request', `git: ${cleaned(ran.stderr, [], [cwd])}`)
  }
  const found = await tryAsk(['rev-parse', '--git-dir'])
  if (found instanceof Failure) {
    throw new Failure('invalid_request', 'This folder is not the root of a git repository and has no history.')
  }
  return {
    async ask(args) {
      const answer = await tryAsk(args)
      if (answer instanceof Failure) throw answer
      return answer
    },
    async tryAsk(args) {
      const answer = await tryAsk(args)
      return answer instanceof Failure ? undefined : answer
    },
    start: (args) => startProgram({ file: 'git', args: [...safe, ...args], cwd, env, signal }),
  }
}
