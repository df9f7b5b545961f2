import { randomBytes, randomUUID } from 'node:crypto'
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from '@gatehouse/kernel'
import { type Account, canReach, serverAccount } from './account.ts'
import { folderFailure, ownerOf, prepareFolder } from './folder.ts'
import { SOCKET_PATH_BYTES_MAX, SOCKET_PORT } from './settings.ts'

/** Location of a cluster when the server's account cannot access the data folder. */
const SYSTEM_FOLDER = '/var/lib/gatehouse'

/** Characters of the generated password: 192 bits in base64url. */
const PASSWORD_RANDOM_BYTES = 24

export interface Layout {
  /** `<data folder>/postgres`: password, lock and the location of the cluster. Private to this user. */
  readonly own: string
  /** Contains cluster, socket folder and log; accessible to the server's account. */
  readonly home: string
  /** PGDATA, absolute and without links. */
  readonly cluster: string
  /** Folder of the Unix socket; absent if its path would be too long, or on Windows. */
  readonly socketFolder: string | undefined
  readonly logFile: string
  readonly lockFile: string
  readonly passwordFile: string
  /** Location of a copy of the programs, if needed. */
  readonly copies: string
  readonly account: Account | undefined
}

/**
 * Determines all paths of a data folder, and creates the folders. Does not access a cluster.
 * @throws {Failure} with one line for an unusable folder
 */
export function layoutOf(dataDir: string, systemFolder: string = SYSTEM_FOLDER): Layout {
  const asRoot = process.getuid?.() === 0
  prepareFolder(dataDir, asRoot)
  const own = join(realpathSync(dataDir), 'postgres')
  prepareFolder(own, asRoot)

  const recorded = recordedHome(own)
  const account = serverAccount(ownerOf(join(recorded ?? own, 'cluster')))
  const home = recorded ?? chooseHome(own, account, systemFolder)
  const socketFolder = join(home, 'run')
  const socketPath = join(socketFolder, `.s.PGSQL.${SOCKET_PORT}`)
  const socketFits = process.platform !== 'win32' && Buffer.byteLength(socketPath) <= SOCKET_PATH_BYTES_MAX
  if (socketFits) createFolder(socketFolder, account)
  return {
    own,
    home,
    cluster: join(home, 'cluster'),
    socketFolder: socketFits ? socketFolder : undefined,
    logFile: join(home, 'postgres.log'),
    lockFile: join(own, 'lock'),
    passwordFile: join(own, 'password'),
    copies: home === own ? own : systemFolder,
    account,
  }
}

/** Creates a folder that only the server's account can access. */
export function createFolder(path: string, account: Account | undefined): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    if (account !== undefined) chownSync(path, account.uid, account.gid)
  } catch (error) {
    throw folderFailure(error, path)
  }
}

/**
 * Returns the password of the embedded role. It is generated once and stored in a file that only this user can read.
 * @throws {Failure} if a cluster exists without its password
 */
export function passwordOf(layout: Layout): string {
  if (existsSync(layout.passwordFile)) {
    try {
      return readFileSync(layout.passwordFile, 'utf8').trim()
    } catch (error) {
      throw folderFailure(error, layout.passwordFile)
    }
  }
  if (existsSync(layout.cluster)) {
    throw new Failure(
      'invalid_setting',
      `${layout.passwordFile} is missing, and the database in ${layout.cluster} cannot be opened without it; restore it from a backup of the data folder`,
    )
  }
  const password = randomBytes(PASSWORD_RANDOM_BYTES).toString('base64url')
  try {
    writeFileSync(layout.passwordFile, `${password}\n`, { mode: 0o600, flag: 'wx', flush: true })
  } catch (error) {
    throw folderFailure(error, layout.passwordFile)
  }
  return password
}

/** Returns the recorded location, so that a relocated cluster is never silently replaced by an empty one. */
function recordedHome(own: string): string | undefined {
  const record = join(own, 'location')
  if (!existsSync(record)) return undefined
  const home = readFileSync(record, 'utf8').trim()
  if (existsSync(home)) return home
  throw new Failure(
    'invalid_setting',
    `${record} refers to the database folder ${home}, which is missing; restore it, or delete ${record} to start with an empty database`,
  )
}

function chooseHome(own: string, account: Account | undefined, systemFolder: string): string {
  if (canReach(account, own)) return own
  const home = join(systemFolder, randomUUID())
  try {
    mkdirSync(home, { recursive: true, mode: 0o711 })
    // With a strict umask the server could not access its own folder.
    chmodSync(home, 0o711)
    if (!canReach(account, home)) {
      throw new Failure(
        'invalid_setting',
        `user ${account?.name} cannot access ${own} or ${home}; choose a data folder that this user can access, or set DATABASE_URL`,
      )
    }
    writeFileSync(join(own, 'location'), `${home}\n`, { mode: 0o600, flush: true })
  } catch (error) {
    throw folderFailure(error, home)
  }
  return home
}
