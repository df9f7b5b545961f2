import { createReadStream, existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { createKeyRing, parseMasterKeys } from '@gatehouse/kernel/sealing'
import { type ExportReport, verifyExport } from '@gatehouse/platform'
import { createHeadSealer, type HeadSealer } from '@gatehouse/store/audit'
import type { Io } from './command.ts'
import { readSettings } from './settings.ts'

/** File in the data folder with the master keys, unless a setting contains them. */
const KEY_FILE = 'master.key'

/** Verifies exported files, sorted by name, without a database. */
export function verifyFiles(io: Io, files: readonly string[]): Promise<readonly ExportReport[]> {
  return verifyExport(linesOf(files.toSorted()), sealerOf(io))
}

async function* linesOf(files: readonly string[]): AsyncGenerator<string> {
  for (const file of files) yield* createInterface({ input: createReadStream(file), crlfDelay: Infinity })
}

/** Verifies seals with the configured master keys or those in the key file; without either, seals are not verified. */
function sealerOf(io: Io): HeadSealer | undefined {
  const { masterKey, dataDir } = readSettings(io)
  const path = join(resolve(dataDir), KEY_FILE)
  if (masterKey === undefined && !existsSync(path)) return undefined
  const keys = parseMasterKeys(masterKey?.reveal() ?? readFileSync(path, 'utf8'))
  return createHeadSealer(createKeyRing(keys.map((key) => Buffer.from(key.reveal(), 'hex'))))
}
