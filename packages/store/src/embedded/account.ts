import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { Failure } from '@gatehouse/kernel'

/** System user that runs the server. */
export interface Account {
  readonly name: string
  readonly uid: number
  readonly gid: number
}

/** In order of preference. The first one is created if permitted. */
const SERVICE_ACCOUNTS = ['gatehouse', 'postgres'] as const
const LAST_RESORT = 'nobody'
const USERADD_PATHS = ['/usr/sbin/useradd', '/sbin/useradd', '/usr/bin/useradd'] as const

/**
 * Returns the account for the server, or undefined for the current user. PostgreSQL refuses to run as root, so that root uses a service
 * account: the owner of an existing cluster, else `gatehouse` or `postgres`, else a new one, else `nobody`.
 * @param clusterOwner uid of the cluster's owner, if a cluster exists
 */
export function serverAccount(clusterOwner: number | undefined): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  if (clusterOwner !== undefined && clusterOwner !== 0) return accountOf(clusterOwner)
  const found = findAccount(SERVICE_ACCOUNTS) ?? makeAccount() ?? findAccount([LAST_RESORT])
  if (found === undefined) {
    throw new Failure(
      'unavailable',
      'the embedded database does not run as root, and the system has no user for it; run as an ordinary user, or set DATABASE_URL',
    )
  }
  return found
}

/**
 * Returns whether the account has access to every folder on `path`. Missing parts of the path are ignored.
 * @param account undefined: the current user, without a check
 */
export function canReach(account: Account | undefined, path: string): boolean {
  if (account === undefined) return true
  let present = path
  while (!existsSync(present)) present = dirname(present)
  for (let folder = realpathSync(present); ; folder = dirname(folder)) {
    const { mode, uid, gid } = statSync(folder)
    const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001
    if ((mode & bit) === 0) return false
    if (folder === dirname(folder)) return true
  }
}

function findAccount(names: readonly string[]): Account | undefined {
  const known = accounts()
  for (const name of names) {
    const account = known.find((candidate) => candidate.name === name && candidate.uid !== 0)
    if (account !== undefined) return account
  }
  return undefined
}

function accountOf(uid: number): Account {
  return accounts().find((candidate) => candidate.uid === uid) ?? { name: `uid ${uid}`, uid, gid: uid }
}

function makeAccount(): Account | undefined {
  const useradd = USERADD_PATHS.find((path) => existsSync(path))
  if (useradd === undefined) return undefined
  const [name] = SERVICE_ACCOUNTS
  spawnSync(useradd, ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', name], {
    stdio: 'ignore',
    env: {},
    timeout: 10_000,
  })
  return findAccount([name])
}

/** macOS stores its users elsewhere, but lists system accounts in the same file. */
function accounts(): Account[] {
  let text: string
  try {
    text = readFileSync('/etc/passwd', 'utf8')
  } catch {
    return []
  }
  return text.split('\n').flatMap((line) => {
    const [name, , uid, gid] = line.split(':')
    const account = { name: name ?? '', uid: Number(uid), gid: Number(gid) }
    return account.name === '' || !Number.isInteger(account.uid) || !Number.isInteger(account.gid) ? [] : [account]
  })
}
