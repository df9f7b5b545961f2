import { lowerText, printFile } from './print-ir.ts'

/** A piece of code with its intermediate form, line by line. */
export interface Listing {
  readonly says: string
  readonly code: readonly string[]
  readonly listing: readonly string[]
  /** Determines the language, where it differs from that of its table. */
  readonly path?: string
}

/** @param path determines the language of the table */
export async function listingOf(path: string, { code, path: own = path }: Listing): Promise<readonly string[]> {
  return printFile(await lowerText(own, `${code.join('\n')}\n`)).split('\n')
}
