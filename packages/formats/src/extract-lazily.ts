import type { Extraction } from './documents/extraction.ts'

/**
 * Reads a document in this thread, without bounds of time and memory of its own; see `createExtractor` for those. The readers
 * and their libraries (some 45 MB) are loaded when first used, since a server reads in threads of its own.
 */
export async function extract(bytes: Uint8Array): Promise<Extraction> {
  const documents = await import('./documents/extract.ts')
  return documents.extract(bytes)
}
