/** Base64. */
type Bytes = string

/**
 * Signature with all data for offline verification: the key's certificate and the log's inclusion proof.
 * @see https://github.com/sigstore/protobuf-specs/blob/main/protos/sigstore_bundle.proto
 */
export interface SigstoreBundle {
  readonly mediaType: typeof BUNDLE_TYPE
  readonly verificationMaterial: {
    readonly certificate: { readonly rawBytes: Bytes }
    readonly tlogEntries: readonly LogEntry[]
  }
  readonly messageSignature: {
    readonly messageDigest: { readonly algorithm: 'SHA2_256'; readonly digest: Bytes }
    readonly signature: Bytes
  }
}

export const BUNDLE_TYPE = 'application/vnd.dev.sigstore.bundle.v0.3+json'

/** Protocol buffers serialize 64-bit numbers as JSON strings. */
export interface LogEntry {
  readonly logIndex: string
  readonly logId: { readonly keyId: Bytes }
  readonly kindVersion: { readonly kind: string; readonly version: string }
  readonly integratedTime: string
  readonly inclusionPromise?: { readonly signedEntryTimestamp: Bytes }
  readonly inclusionProof: {
    readonly logIndex: string
    readonly rootHash: Bytes
    readonly treeSize: string
    readonly hashes: readonly Bytes[]
    readonly checkpoint: { readonly envelope: string }
  }
  readonly canonicalizedBody: Bytes
}
