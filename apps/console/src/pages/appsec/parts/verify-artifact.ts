import { appsec } from '../../../api/clients.ts'

/** Result of the verification in this browser. */
export type Verification =
  | { readonly outcome: 'verified'; readonly identity: string; readonly signedAt: string; readonly isRetired: boolean }
  | { readonly outcome: 'sigstore' }
  | { readonly outcome: 'unsigned' | 'altered' | 'strange_key' | 'cannot' }

export type SigningKeys = Awaited<ReturnType<typeof appsec.listSigningKeys>>['keys']

interface Signed {
  readonly artifactSha256: string
  readonly signature: string
  readonly publicKeyPem: string
  readonly identity: string
  readonly signedAt: string
}

/** The signatures over the artifacts of a scan, by kind. */
export async function readSignatures(scanId: string, signal: AbortSignal): Promise<Readonly<Record<string, unknown>>> {
  const answer = await appsec.readArtifact({ params: { scanId, kind: 'signature' } }, { signal })
  return (await answer.json()) as Record<string, unknown>
}

/** Verifies an artifact with a public key of the organization. The key in the signature alone proves nothing. */
export async function verifyArtifact(
  scanId: string,
  kind: string,
  signed: unknown,
  keys: SigningKeys,
): Promise<Verification> {
  if (signed === undefined) return { outcome: 'unsigned' }
  if (!isSigned(signed)) return { outcome: 'sigstore' }
  // Browsers provide it only on localhost and over TLS.
  if (globalThis.crypto.subtle === undefined) return { outcome: 'cannot' }
  const key = keys.find(({ publicKeyPem }) => publicKeyPem.trim() === signed.publicKeyPem.trim())
  if (key === undefined) return { outcome: 'strange_key' }
  const answer = await appsec.readArtifact({ params: { scanId, kind } })
  const bytes = await answer.arrayBuffer()
  const digest = hexOf(await crypto.subtle.digest('SHA-256', bytes))
  const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
  const publicKey = await crypto.subtle.importKey('spki', derOf(key.publicKeyPem), algorithm, false, ['verify'])
  const isGood = await crypto.subtle.verify(algorithm, publicKey, bytesOf(signed.signature), bytes)
  if (!isGood || digest !== signed.artifactSha256) return { outcome: 'altered' }
  return {
    outcome: 'verified',
    identity: signed.identity,
    signedAt: signed.signedAt,
    isRetired: key.retiredAt !== null,
  }
}

function isSigned(value: unknown): value is Signed {
  return typeof value === 'object' && value !== null && 'publicKeyPem' in value && 'signature' in value
}

function derOf(pem: string): Uint8Array<ArrayBuffer> {
  return bytesOf(pem.replaceAll(/-----[A-Z ]+-----|\s/g, ''))
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (item) => item.charCodeAt(0))
}

function hexOf(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (item) => item.toString(16).padStart(2, '0')).join('')
}
