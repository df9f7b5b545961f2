import type { FuzzReader } from '../reader.ts'
import { ARCHIVE_READERS } from './archives.ts'
import { CONFIGURATION_READERS } from './configuration.ts'
import { DOCUMENT_READERS } from './documents.ts'
import { MANIFEST_READERS } from './manifests.ts'

/** The readers of untrusted archives, documents, lock files and configuration. */
export const READERS: readonly FuzzReader[] = [
  ...ARCHIVE_READERS,
  ...DOCUMENT_READERS,
  ...MANIFEST_READERS,
  ...CONFIGURATION_READERS,
]
