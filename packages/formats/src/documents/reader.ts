import { type DocumentKind } from './extraction.ts'

/** Where in a document a reader stands. */
export interface Place {
  /** Names of the containers around it, joined by `/`; empty for the document itself. */
  readonly path: string
  /** Containers around it. */
  readonly depth: number
}

/** Reads a part that a container holds, whatever it is. */
export type ReadPart = (name: string, bytes: Uint8Array) => Promise<void>

/** What only the reader knows of the document. */
export type Outcome = { readonly pages?: number; readonly kind?: DocumentKind; readonly mime_type?: string } | void
