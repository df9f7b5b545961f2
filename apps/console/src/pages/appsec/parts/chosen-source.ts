import { type PackedFile, tarOf } from './tar.ts'
import { messages } from '../../../messages/appsec/scans.ts'

/** Source to upload: an archive, or files to be packed. */
export interface ChosenSource {
  readonly file: File
  /** Number of files; absent for an existing archive. */
  readonly files?: number
}

/** Limit of the service. */
export const UPLOAD_BYTES_MAX = 512 * 1024 * 1024
/** Own limit per folder. Larger folders must be packed first. */
const FILES_MAX = 50_000
const ARCHIVE = /\.(?:tar|tar\.gz|tgz|zip)$/i
/** Generated folders and installed packages, which lock files describe. They are not uploaded. */
const LEFT_OUT = new Set(['.git', 'node_modules', '.venv', '__pycache__', '.svn', '.hg'])

/** Files of an input field, with their relative paths. */
export function sourceOfFiles(files: readonly File[]): ChosenSource {
  return chosen(
    files.map((file) => ({ path: file.webkitRelativePath === '' ? file.name : file.webkitRelativePath, file })),
  )
}

/**
 * Returns the dropped source: folders are read recursively.
 * @throws {Error} with a readable message
 */
export async function sourceOfDrop({ items, files }: DataTransfer): Promise<ChosenSource> {
  // The list is empty after the first await, so that entries must be read before.
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? [])
  if (entries.length === 0) return sourceOfFiles([...files])
  const found: PackedFile[] = []
  for (const entry of entries) await walk(entry, found)
  return chosen(found)
}

function chosen(all: readonly PackedFile[]): ChosenSource {
  const files = all.filter(({ path }) => !path.split('/').some((part) => LEFT_OUT.has(part)))
  const [only] = files
  if (only === undefined) throw new Error(messages.chosenSource.theSelectionContainsNoFiles)
  if (files.length > FILES_MAX)
    throw new Error(messages.chosenSource.moreThanFilesSelectedUpload(FILES_MAX.toLocaleString()))
  const source: ChosenSource =
    files.length === 1 && only.file instanceof File && ARCHIVE.test(only.file.name)
      ? { file: only.file }
      : { file: new File([tarOf(files)], `${nameOf(files)}.tar`), files: files.length }
  if (source.file.size > UPLOAD_BYTES_MAX) throw new Error(messages.chosenSource.theUploadIsLargerThan512Mib)
  return source
}

/** Returns the name of the common folder, else of the first file. */
function nameOf(files: readonly PackedFile[]): string {
  const [first = '', ...rest] = files[0]?.path.split('/') ?? []
  const isOne = rest.length > 0 && files.every(({ path }) => path.startsWith(`${first}/`))
  return isOne ? first : first.replace(/\.[^.]{1,20}$/, '') || 'upload'
}

async function walk(entry: FileSystemEntry, into: PackedFile[]): Promise<void> {
  if (LEFT_OUT.has(entry.name)) return
  if (into.length > FILES_MAX) return
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject))
    into.push({ path: entry.fullPath.replace(/^\//, ''), file })
    return
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader()
  for (;;) {
    // Reads batches of a hundred entries until none is left.
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (some.length === 0) return
    for (const item of some) await walk(item, into)
  }
}
