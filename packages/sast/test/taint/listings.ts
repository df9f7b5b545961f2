import { lowerText, printFile } from './print-ir.ts'

/** A piece of code and what it is in the intermediate form, line by line. */
export interface Listing {
  readonly says: string
  readonly code: readonly string[]
  readonly listing: readonly string[]
  /** Tells the language, where it is not that of its table. */
  readonly path?: string
}

/** @param path tells the language of the table */
export async function listingOf(path: string, { code, path: own = path }: Listing): Promise<readonly string[]> {
  return printFile(await lowerText(own, `${code.join('\n')}\n`)).split('\n')
}
