import type { FuzzReader } from '../reader.ts'
import { ARCHIVE_READERS } from './archives.ts'
import { DOCUMENT_READERS } from './documents.ts'
import { MANIFEST_READERS } from './manifests.ts'

/** Every reader of archives and documents that gets bytes of strangers. */
export const READERS: readonly FuzzReader[] = [...ARCHIVE_READERS, ...DOCUMENT_READERS, ...MANIFEST_READERS]
