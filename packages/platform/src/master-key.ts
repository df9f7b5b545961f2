import { randomBytes } from 'node:crypto'
import {
  closeSync,
  fchmodSync,
  fstatSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import {
  createKeyRing,
  Failure,
  KEY_BYTES,
  type KeyRing,
  messageOf,
  parseMasterKeys,
  type Secret,
} from '@gatehouse/kernel'
import {
  keepDeploymentCiphertext,
  readDeploymentCiphertext,
  replaceDeploymentCiphertext,
  type Store,
} from '@gatehouse/store'

/** The file in the data folder that holds the master keys where no setting does. */
export const KEY_FILE = 'master.key'

/** More cannot be meant: ten keys in hex are 650 bytes. */
const KEY_FILE_BYTES_MAX = 4096

/** A sealed word in the database: whoever cannot open it has other keys than those that sealed the rest. */
const WITNESS = 'master_key_witness'
const WITNESS_BELONGING = { purpose: WITNESS, tenantId: '' }
const WITNESS_TEXT = Buffer.from('gatehouse')

interface MasterKeyParts {
  readonly store: Store
  /** `GATEHOUSE_MASTER_KEY`. */
  readonly configured: Secret | undefined
  /** Absolute path of the data folder. */
  readonly dataDir: string
  /** Told when a key file was made, so that somebody keeps a copy. */
  readonly onMade?: (path: string) => void
}

/**
 * The keys under which stored secrets are sealed: the configured ones, else those of the key file, which is made at the
 * first start. docs/spec/common.md "Secrets".
 * @throws {Failure} `invalid_setting` when the key file is malformed or readable by others, or when the database was
 *   sealed under keys that are not given
 */
export async function openMasterKey({ store, configured, dataDir, onMade }: MasterKeyParts): Promise<KeyRing> {
  const witness = await readDeploymentCiphertext(store, WITNESS)
  const path = join(dataDir, KEY_FILE)
  const keys =
    configured === undefined ? keysOfFile(path, witness === undefined, onMade) : parseMasterKeys(configured.reveal())
  const ring = createKeyRing(keys.map((key) => Buffer.from(key.reveal(), 'hex')))
  const seal = (): Buffer => ring.seal(WITNESS_TEXT, WITNESS_BELONGING)
  // Two instances may start at once on one database: the witness stored first is the one that holds.
  const kept = witness ?? (await keepDeploymentCiphertext(store, WITNESS, seal(), ring.keyId))
  try {
    ring.open(kept, WITNESS_BELONGING)
  } catch (cause) {
    const place = configured === undefined ? path : 'GATEHOUSE_MASTER_KEY'
    throw refusal(`${place} does not match the key of this database: ${messageOf(cause)}`, cause)
  }
  if (ring.isStale(kept)) await replaceDeploymentCiphertext(store, WITNESS, seal(), ring.keyId)
  return ring
}

function keysOfFile(path: string, mayMake: boolean, onMade?: (path: string) => void): readonly Secret[] {
  let text = readKeyFile(path)
  if (text === undefined && mayMake) {
    text = makeKeyFile(path)
    onMade?.(path)
  }
  if (text === undefined) {
    throw refusal(
      `the database contains secrets encrypted with a master key that neither GATEHOUSE_MASTER_KEY nor ${path} provides: restore the key`,
    )
  }
  try {
    return parseMasterKeys(text)
  } catch (cause) {
    throw refusal(`the key file ${path} ${messageOf(cause)}`, cause)
  }
}

/** @returns undefined when there is no such file */
function readKeyFile(path: string): string | undefined {
  let file: number
  try {
    file = openSync(path, 'r')
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw refusal(`the key file ${path} cannot be read: ${messageOf(cause)}`, cause)
  }
  try {
    const { mode, size } = fstatSync(file)
    // Windows has no such bits; there the folder's access list decides.
    if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
      throw refusal(
        `the key file ${path} is readable by other users (mode ${(mode & 0o777).toString(8)}): run chmod 600`,
      )
    }
    if (size > KEY_FILE_BYTES_MAX) throw refusal(`the key file ${path} is larger than ${KEY_FILE_BYTES_MAX} bytes`)
    return readFileSync(file, 'utf8')
  } finally {
    closeSync(file)
  }
}

/** Writes the key under another name first: whoever finds the file finds all of it. @returns what the file holds then */
function makeKeyFile(path: string): string {
  const draft = `${path}.${randomBytes(8).toString('hex')}`
  try {
    mkdirSync(join(path, '..'), { recursive: true, mode: 0o700 })
    const file = openSync(draft, 'wx', 0o600)
    try {
      fchmodSync(file, 0o600)
      writeSync(file, `${randomBytes(KEY_BYTES).toString('hex')}\n`)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    try {
      linkSync(draft, path)
    } catch (cause) {
      // Another instance was quicker: its key is the one.
      if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause
    }
    syncFolder(join(path, '..'))
    return readKeyFile(path)!
  } catch (cause) {
    if (cause instanceof Failure) throw cause
    throw refusal(
      `the key file ${path} cannot be created: ${messageOf(cause)}; choose another data folder (GATEHOUSE_DATA_DIR) or ` +
        'set GATEHOUSE_MASTER_KEY',
      cause,
    )
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Makes the new name durable: a key that is lost in a power cut takes with it what was sealed under it. */
function syncFolder(path: string): void {
  if (process.platform === 'win32') return
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

function refusal(sentence: string, cause?: unknown): Failure {
  return new Failure('invalid_setting', sentence, { cause })
}
