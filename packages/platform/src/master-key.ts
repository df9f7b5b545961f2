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
import { Failure, messageOf, type Secret } from '@gatehouse/kernel'
import { createKeyRing, KEY_BYTES, type KeyRing, parseMasterKeys } from '@gatehouse/kernel/sealing'
import {
  keepDeploymentCiphertext,
  readDeploymentCiphertext,
  replaceDeploymentCiphertext,
  type Store,
} from '@gatehouse/store'

/** File in the data folder with the master keys if no setting contains them. */
export const KEY_FILE = 'master.key'

/** Maximum size of the file. Ten keys in hex have 650 bytes. */
const KEY_FILE_BYTES_MAX = 4096

/** Encrypted word in the database that verifies the keys. */
const WITNESS = 'master_key_witness'
const WITNESS_BELONGING = { purpose: WITNESS, tenantId: '' }
const WITNESS_TEXT = Buffer.from('gatehouse')

interface MasterKeyParts {
  readonly store: Store
  /** `GATEHOUSE_MASTER_KEY`. */
  readonly configured: Secret | undefined
  /** Absolute path of the data folder. */
  readonly dataDir: string
  /** Called when a key file was created, so that the operator can back it up. */
  readonly onMade?: (path: string) => void
}

/**
 * Opens the keys for stored secrets: the configured keys, else those of the key file, which is created at the first start.
 * docs/spec/common.md "Secrets".
 * @throws {Failure} `invalid_setting` if the key file is malformed or readable by others, or if the database was encrypted with missing
 * keys
 */
export async function openMasterKey({ store, configured, dataDir, onMade }: MasterKeyParts): Promise<KeyRing> {
  const witness = await readDeploymentCiphertext(store, WITNESS)
  const path = join(dataDir, KEY_FILE)
  const keys =
    configured === undefined ? keysOfFile(path, witness === undefined, onMade) : parseMasterKeys(configured.reveal())
  const ring = createKeyRing(keys.map((key) => Buffer.from(key.reveal(), 'hex')))
  const seal = (): Buffer => ring.seal(WITNESS_TEXT, WITNESS_BELONGING)
  // Two instances may start concurrently on one database. The first stored witness is used.
  const stored = witness ?? (await keepDeploymentCiphertext(store, WITNESS, seal(), ring.keyId))
  try {
    ring.open(stored, WITNESS_BELONGING)
  } catch (cause) {
    const place = configured === undefined ? path : 'GATEHOUSE_MASTER_KEY'
    throw refusal(`${place} does not match the key of this database: ${messageOf(cause)}`, cause)
  }
  if (ring.isStale(stored)) await replaceDeploymentCiphertext(store, WITNESS, seal(), ring.keyId)
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

/** @returns undefined when the file does not exist */
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
    // Windows has no permission bits; the folder's access list applies there.
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

/** Writes the key under a temporary name first: a visible file is always complete. @returns the final content */
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
      // Another instance created the file first. Its key is used.
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

/** Makes the new name durable. Losing the key in a power failure would lose all encrypted data. */
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
