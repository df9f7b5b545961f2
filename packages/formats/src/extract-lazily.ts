import type { Extraction } from './documents/extraction.ts'

/**
 * Extracts a document in the current thread, without limits for time and memory; see `createExtractor` for those. Readers and their
 * libraries (about 45 MB) are loaded at first use, since a server reads in separate threads.
 */
export async function extract(bytes: Uint8Array): Promise<Extraction> {
  const documents = await import('./documents/extract.ts')
  return documents.extract(bytes)
}
