import type { SastOptions } from '../sast/scan/options.ts'

/** How a scanner is made that needs nothing but files, so that it runs anywhere. All of it can be sent to a thread. */
export type ScannerRecipe =
  | { readonly scanner: 'SECRETS_PATTERN' }
  | { readonly scanner: 'SAST_PATTERN'; readonly options: SastOptions }
  | { readonly scanner: 'IAC' | 'K8S'; readonly options: Pick<SastOptions, 'rules' | 'all'> }

/** Ours: with less to do a scanner that is done in no time is not worth asking a thread. */
const SECRETS_BYTES_MIN = 1024 * 1024

/** Bytes of a shard from which on a thread is asked. */
export function threadBytesMin({ scanner }: ScannerRecipe): number {
  // One file may keep rules busy for as long as a person waits.
  return scanner === 'SECRETS_PATTERN' ? SECRETS_BYTES_MIN : 0
}
