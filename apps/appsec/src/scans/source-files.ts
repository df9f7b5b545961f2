import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { SavedFile } from '@gatehouse/contracts'
import { uuidv7 } from '@gatehouse/kernel'
import { type KeyRing } from '@gatehouse/kernel/sealing'
import type { ScanRow } from '@gatehouse/store/scans'

/** Folder of the data folder for uploads. */
export const SOURCES = 'sources'
/** Folder of the data folder for incomplete uploads. */
export const UPLOADS = 'uploads'
const FOLDER_MODE = 0o700

/** Returns the path of an upload in the data folder. Its name is a generated id. */
export function sourcePath(dataDir: string, sourceFile: string): string {
  return join(dataDir, SOURCES, sourceFile)
}

/** Returns whether an address is always Subversion. */
export function isSvn(url: string): boolean {
  return /^svn:/i.test(url)
}

/** Moves an upload to the source folder. Both are in the data folder, so that no data is copied. @returns its id */
export async function keepUpload(dataDir: string, file: SavedFile): Promise<string> {
  const id = uuidv7()
  await mkdir(join(dataDir, SOURCES), { recursive: true, mode: FOLDER_MODE })
  await rename(file.path, sourcePath(dataDir, id))
  return id
}

export async function removeSource(dataDir: string, sourceFile: string): Promise<void> {
  await rm(sourcePath(dataDir, sourceFile), { force: true })
}

/** A password is sealed for a project, so that a rescan can use it too. */
const belonging = ({ organizationId, projectId }: Pick<ScanRow, 'organizationId' | 'projectId'>) => ({
  purpose: 'scan_source_secret',
  tenantId: organizationId,
  name: projectId,
})

export function sealSourceSecret(
  of: Pick<ScanRow, 'organizationId' | 'projectId'>,
  secret: string | undefined,
  keys: KeyRing,
): Buffer | null {
  return secret === undefined || secret === '' ? null : keys.seal(Buffer.from(secret), belonging(of))
}

export function openSourceSecret(scan: ScanRow, keys: KeyRing): string | undefined {
  return scan.sourceSecret === null ? undefined : keys.open(scan.sourceSecret, belonging(scan)).toString()
}
