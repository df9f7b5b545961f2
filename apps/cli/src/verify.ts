import { createHash, createPublicKey, type KeyObject } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { type SignedArtifact, verifyArtifact } from '@gatehouse/formats/artifacts'
import { Failure, messageOf } from '@gatehouse/kernel'
import { z } from 'zod'
import { EXIT, type Io } from './command.ts'
import { readJsonFile } from './json-file.ts'
import { shown } from './terminal.ts'
import { digestOf, isSignedByCertificate, KeylessBundle, openTrust, type Signer, type Trust } from './verify-keyless.ts'

/** Options of a verification. */
export interface VerifyOptions {
  readonly signature: string
  readonly publicKey?: string
  readonly label?: string
  readonly trustedRoot?: string
  readonly identity?: string
  readonly issuer?: string
}

/** Limit of the service. The file is read into memory. */
const ARTIFACT_BYTES_MAX = 512 * 1024 * 1024
const KEY_BYTES_MAX = 64 * 1024
/** The signature is valid, but no expected key was given. */
const EXIT_UNCHECKED = 3

const Signed = z.object({
  algorithm: z.literal('RSA-SHA256'),
  artifactSha256: z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits'),
  digest: z.string(),
  signature: z.string().max(4_096),
  identity: z.string().max(2_000),
  publicKeyPem: z.string().max(KEY_BYTES_MAX),
  signedAt: z.string().max(100),
})
/** Entry of the artifact `signature`: with a stored key, or a Sigstore bundle. */
const Entry = z.union([Signed, KeylessBundle])
type Entry = z.infer<typeof Entry>
/** All entries by label, or a single bundle. */
const Bundle = z.union([
  KeylessBundle.transform((bundle): Readonly<Record<string, Entry>> => ({ bundle })),
  z
    .record(z.string(), Entry)
    .refine((bundle) => Object.keys(bundle).length <= 1_000, 'contains more than 1,000 signatures'),
])

/** Result for one file. */
interface FileReport {
  readonly bytes: Buffer
  readonly digest: string
  readonly label: string
  readonly tell: (code: number, ...lines: readonly string[]) => number
}

/**
 * Verifies one file and prints its signer. Works offline.
 * @returns the exit code
 * @throws {Failure} `invalid_request` for an unreadable or invalid bundle, key, or trusted root
 */
export async function verifyFile(
  artifact: string,
  options: VerifyOptions,
  io: Pick<Io, 'cwd' | 'stdout'>,
): Promise<number> {
  const bytes = readBounded(resolve(io.cwd, artifact), 'artifact', ARTIFACT_BYTES_MAX)
  const bundle = readJsonFile(resolve(io.cwd, options.signature), 'signature bundle', Bundle)
  const trusted = options.publicKey === undefined ? undefined : keyAt(resolve(io.cwd, options.publicKey))
  const root = options.trustedRoot === undefined ? undefined : resolve(io.cwd, options.trustedRoot)
  const trust = root === undefined ? undefined : await openTrust(readJsonFile(root, 'trusted root', z.unknown()), root)
  const tell = (code: number, ...lines: readonly string[]): number => {
    for (const line of lines) io.stdout.write(`${line}\n`)
    return code
  }
  const digest = createHash('sha256').update(bytes).digest('hex')
  const found = choose(bundle, digest, options.label)
  if (typeof found === 'string') return tell(EXIT.refused, `NOT VERIFIED: ${found}`)
  const [label, signed] = found
  const reported = { bytes, digest, label, tell }
  return isKeyless(signed)
    ? reportKeyless(signed, trust, options, reported)
    : reportSigned(signed, trusted, options, reported)
}

function isKeyless(signed: Entry): signed is KeylessBundle {
  return 'messageSignature' in signed
}

function reportKeyless(
  bundle: KeylessBundle,
  trust: Trust | undefined,
  options: VerifyOptions,
  fileReport: FileReport,
): number {
  const { bytes, digest, label, tell } = fileReport
  const { identity, issuer, publicKey } = options
  if (!isSignedByCertificate(bundle, bytes)) {
    return tell(EXIT.refused, `NOT VERIFIED: the signature "${shown(label)}" does not match the file.`)
  }
  const facts = [`  signature: ${shown(label)}, key certified by Sigstore`, `  sha256:    ${digest}`]
  if (publicKey !== undefined && trust === undefined) {
    const reason =
      'the signing key was certified by Sigstore and is not the --public-key. Pass --trusted-root to name trusted ' +
      'authorities.'
    return tell(EXIT.refused, `NOT VERIFIED: ${reason}`, ...facts)
  }
  if (trust === undefined) {
    const reason = 'pass --trusted-root and --identity to check the signer.'
    return tell(EXIT_UNCHECKED, `The signature is valid. Signer not verified: ${reason}`, ...facts)
  }
  let signer: Signer
  try {
    signer = trust.check(bundle, bytes)
  } catch (error) {
    return tell(
      EXIT.refused,
      `NOT VERIFIED: check against the trusted root failed: ${shown(messageOf(error))}.`,
      ...facts,
    )
  }
  facts.push(
    ` signed by: ${shown(signer.identity ?? 'not named')}`,
    `  issuer:    ${shown(signer.issuer ?? 'not named')}`,
    ...(trust.asksCertificateLog
      ? []
      : ['  Certificate transparency was not checked: the trusted root names no certificate log.']),
  )
  if (identity === undefined) {
    const reason = 'pass --identity to check the signer.'
    return tell(EXIT_UNCHECKED, `The Sigstore signature is valid. Signer not verified: ${reason}`, ...facts)
  }
  if (signer.identity !== identity) return tell(EXIT.refused, 'NOT VERIFIED: the signer is not --identity.', ...facts)
  if (issuer !== undefined && signer.issuer !== issuer) {
    return tell(EXIT.refused, 'NOT VERIFIED: the certificate issuer is not --issuer.', ...facts)
  }
  return tell(EXIT.ok, 'VERIFIED: signed by --identity, according to the trusted root.', ...facts)
}

function reportSigned(
  signed: SignedArtifact,
  trusted: KeyObject | undefined,
  options: VerifyOptions,
  fileReport: FileReport,
): number {
  const { bytes, digest, label, tell } = fileReport
  if (options.trustedRoot !== undefined && trusted === undefined) {
    const reason = 'the signing key is not certified by Sigstore. Pass your trusted key with --public-key.'
    return tell(EXIT.refused, `NOT VERIFIED: ${reason}`)
  }
  const own = parsedKey(signed.publicKeyPem)
  if (own === undefined || !verifyArtifact(bytes, signed)) {
    return tell(EXIT.refused, `NOT VERIFIED: the signature "${shown(label)}" does not match the file.`)
  }
  const facts = [
    `  signature: ${shown(label)}`,
    `  sha256:    ${digest}`,
    `  claimed:   signed by ${shown(signed.identity)} at ${shown(signed.signedAt)}`,
    `  key:       sha256 ${keyDigest(own)}`,
  ]
  if (trusted === undefined) {
    const reason = 'pass --public-key to check the signer.'
    return tell(EXIT_UNCHECKED, `The signature is valid. Signer not verified: ${reason}`, ...facts)
  }
  if (keyDigest(own) !== keyDigest(trusted)) {
    const other = `  expected:  sha256 ${keyDigest(trusted)}`
    return tell(EXIT.refused, 'NOT VERIFIED: the signing key is not the --public-key.', ...facts, other)
  }
  return tell(EXIT.ok, 'VERIFIED: signed by the key in --public-key.', ...facts)
}

/** Returns a signature with its label, or an error message. */
function choose(
  bundle: Readonly<Record<string, Entry>>,
  digest: string,
  label: string | undefined,
): readonly [string, Entry] | string {
  const all = Object.entries(bundle)
  if (label === undefined) {
    const fitting = all.find(([, signed]) => sha256Of(signed) === digest)
    const names = all.map(([name]) => shown(name, 50)).join(', ')
    return fitting ?? `the bundle contains no signature of this file; signatures: ${names === '' ? 'none' : names}.`
  }
  const named = all.find(([name]) => name === label)
  if (named === undefined) return `the bundle contains no signature "${shown(label, 50)}".`
  return sha256Of(named[1]) === digest ? named : 'the file was modified: its digest differs from the signed one.'
}

function sha256Of(signed: Entry): string {
  return isKeyless(signed) ? digestOf(signed) : signed.artifactSha256
}

function readBounded(path: string, subject: string, bytes_max: number): Buffer {
  try {
    const { size } = statSync(path)
    if (size > bytes_max) throw new Error(`the file has ${size} bytes; the limit is ${bytes_max}`)
    return readFileSync(path)
  } catch (error) {
    throw new Failure('invalid_request', `Cannot read the ${subject} ${path}: ${messageOf(error)}`)
  }
}

function keyAt(path: string): KeyObject {
  const text = readBounded(path, 'public key', KEY_BYTES_MAX).toString('utf8')
  // A public key could be derived from a private key, but private keys must not be passed around.
  const key = text.includes('PRIVATE KEY') ? undefined : parsedKey(text)
  if (key !== undefined) return key
  throw new Failure('invalid_request', `${path} is not a PEM public key.`)
}

function parsedKey(pem: string): KeyObject | undefined {
  try {
    return createPublicKey(pem)
  } catch {
    return undefined
  }
}

/** Returns a digest of the key, independent of its PEM format. */
function keyDigest(key: KeyObject): string {
  return createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('hex')
}
