import type { ArtifactKind } from '@gatehouse/contracts/scans'
import type { NewArtifact } from '@gatehouse/store/findings'
import { type Document, documentsOf } from './documents.ts'
import type { Facts } from './facts.ts'
import { logLines } from './log.ts'
import { packArtifact } from './pack.ts'
import type { Signed, Signer, Signing } from './signer.ts'

/** Signatures by artifact kind: the content of the artifact `signature`. */
export type Signatures = Readonly<Partial<Record<ArtifactKind, Signed>>>

/**
 * Creates all artifacts of a completed scan, with the signatures last.
 * @param signer a message if signing is impossible: the log then contains it, and there are no signatures
 */
export async function makeArtifacts(facts: Facts, signer: Signer | string): Promise<readonly NewArtifact[]> {
  const created = await signDocuments(documentsOf(facts), signer)
  const signed = typeof signer === 'string' ? signer : signer.told()
  const log = await signDocuments([['log', logLines({ facts, artifacts: created.artifacts, signed })]], signer)
  const artifacts = [...created.artifacts, ...log.artifacts]
  if (typeof signer === 'string') return artifacts
  return [...artifacts, await packSignatures({ ...created.signatures, ...log.signatures })]
}

/** Compresses documents one at a time and signs each. */
export async function signDocuments(
  documents: readonly Document[],
  signer: Signer | string,
): Promise<{ readonly artifacts: readonly NewArtifact[]; readonly signatures: Signatures }> {
  const artifacts: NewArtifact[] = []
  const started: (readonly [ArtifactKind, Signing])[] = []
  for (const [kind, pieces] of documents) {
    const signing = typeof signer === 'string' ? undefined : signer.begin()
    artifacts.push(await packArtifact(kind, pieces, signing))
    if (signing !== undefined) started.push([kind, signing])
  }
  const signed = await Promise.all(started.map(async ([kind, signing]) => [kind, await signing.finish()] as const))
  return { artifacts, signatures: Object.fromEntries(signed) }
}

export function packSignatures(signatures: Signatures): Promise<NewArtifact> {
  return packArtifact('signature', [`${JSON.stringify(signatures, null, 2)}\n`])
}
