import { type DocumentKind } from './extraction.ts'

/** Position of a reader in a document. */
export interface Place {
  /** Names of the containers around it, joined by `/`; empty for the document itself. */
  readonly path: string
  /** Containers around it. */
  readonly depth: number
}

/** Reads a part of a container, of any type. */
export type ReadPart = (name: string, bytes: Uint8Array) => Promise<void>

/** Properties of the document that only the reader knows. */
export type Outcome = { readonly pages?: number; readonly kind?: DocumentKind; readonly mime_type?: string } | void
