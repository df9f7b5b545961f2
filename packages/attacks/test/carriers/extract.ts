import { createExtractor } from '@gatehouse/formats'
import { afterAll } from 'vitest'

const extractor = createExtractor({ threads: 1, waiting: 200 })
afterAll(() => extractor.close())

/** Returns the text of a PDF or DOCX with its hidden text, as the file guard reads it. */
export async function extractDocument(bytes: Uint8Array): Promise<string> {
  const read = await extractor.extract(bytes)
  if (read === undefined) throw new Error('too many files')
  return [read.text, ...read.hidden.map(({ text }) => text)].join('\n')
}
