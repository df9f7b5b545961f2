import type { X509Certificate } from 'node:crypto'
import { Failure } from '@gatehouse/kernel'
import { type Egress } from '@gatehouse/kernel/egress'
import { z } from 'zod'
import { requestSigstore } from './ask.ts'
import type { LogEntry } from './bundle.ts'
import type { SigstoreInstallation } from './place.ts'

const hex = z.string().regex(/^(?:[0-9a-f]{2})+$/i)
const index = z.int().min(0)
const Entry = z.object({
  body: z.base64(),
  integratedTime: index,
  logID: hex,
  logIndex: index,
  verification: z.object({
    signedEntryTimestamp: z.base64().optional(),
    inclusionProof: z.object({
      checkpoint: z.string(),
      hashes: z.array(hex).max(64),
      logIndex: index,
      rootHash: hex,
      treeSize: index,
    }),
  }),
})

/** Entry of the transparency log. */
const Written = z.object({
  apiVersion: z.string(),
  kind: z.string(),
  spec: z.object({
    data: z.object({ hash: z.object({ value: z.string() }) }),
    signature: z.object({ content: z.string() }),
  }),
})

export interface LoggedSignature {
  readonly digest: Buffer
  readonly signature: Buffer
  readonly certificate: X509Certificate
}

/**
 * Adds a signature to the public transparency log.
 * @throws {Failure} `unavailable`, `egress_refused`
 * @see https://github.com/sigstore/rekor/blob/main/openapi.yaml
 */
export async function writeDown(
  { digest, signature, certificate }: LoggedSignature,
  { rekorUrl }: SigstoreInstallation,
  egress: Egress,
  signal: AbortSignal,
): Promise<LogEntry> {
  const proposed = {
    apiVersion: '0.0.1',
    kind: 'hashedrekord',
    spec: {
      data: { hash: { algorithm: 'sha256', value: digest.toString('hex') } },
      signature: {
        content: signature.toString('base64'),
        publicKey: { content: Buffer.from(certificate.toString()).toString('base64') },
      },
    },
  }
  const answer = z
    .record(z.string(), Entry)
    .safeParse(await requestSigstore(`${rekorUrl}/api/v1/log/entries`, proposed, egress, signal))
  const [entry, ...others] = Object.values(answer.data ?? {})
  const written = entry === undefined ? undefined : readBody(entry.body)
  const isOurs =
    written?.spec.data.hash.value === proposed.spec.data.hash.value &&
    written.spec.signature.content === proposed.spec.signature.content
  if (entry === undefined || others.length > 0 || written === undefined || !isOurs) {
    throw new Failure('unavailable', 'Rekor did not return the log entry for the signature')
  }
  return logEntry(entry, written)
}

function logEntry(entry: z.infer<typeof Entry>, { kind, apiVersion }: z.infer<typeof Written>): LogEntry {
  const { inclusionProof: proof, signedEntryTimestamp } = entry.verification
  return {
    logIndex: String(entry.logIndex),
    logId: { keyId: base64(entry.logID) },
    kindVersion: { kind, version: apiVersion },
    integratedTime: String(entry.integratedTime),
    ...(signedEntryTimestamp !== undefined && { inclusionPromise: { signedEntryTimestamp } }),
    inclusionProof: {
      logIndex: String(proof.logIndex),
      rootHash: base64(proof.rootHash),
      treeSize: String(proof.treeSize),
      hashes: proof.hashes.map(base64),
      checkpoint: { envelope: proof.checkpoint },
    },
    canonicalizedBody: entry.body,
  }
}

function readBody(body: string): z.infer<typeof Written> | undefined {
  try {
    return Written.parse(JSON.parse(Buffer.from(body, 'base64').toString()))
  } catch {
    return undefined
  }
}

function base64(text: string): string {
  return Buffer.from(text, 'hex').toString('base64')
}
