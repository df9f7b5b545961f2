import { createHash, createPublicKey, type KeyObject } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { type SignatureBundle, type SignedArtifact, verifyArtifact } from '@gatehouse/formats'
import { Failure, messageOf } from '@gatehouse/kernel'
import { z } from 'zod'
import { EXIT, type Io } from './command.ts'
import { readJsonFile } from './json-file.ts'
import { shown } from './terminal.ts'

/** What a person may say of a verification. */
export interface VerifyOptions {
  readonly signature: string
  readonly publicKey?: string
  readonly label?: string
}

/** As much as the service takes; read whole. */
const ARTIFACT_BYTES_MAX = 512 * 1024 * 1024
const KEY_BYTES_MAX = 64 * 1024
/** The signature fits, but nobody has said whose key it must be. */
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
const Bundle = z
  .record(z.string(), Signed)
  .refine((bundle) => Object.keys(bundle).length <= 1_000, 'holds more than 1,000 signatures')

/**
 * Verifies one file and says who signed it.
 * @returns the exit code
 * @throws {Failure} `invalid_request` for what cannot be read or is no bundle, no key
 */
export function verifyFile(artifact: string, options: VerifyOptions, io: Pick<Io, 'cwd' | 'stdout'>): number {
  const bytes = readBounded(resolve(io.cwd, artifact), 'artifact', ARTIFACT_BYTES_MAX)
  const bundle: SignatureBundle = readJsonFile(resolve(io.cwd, options.signature), 'bundle of signatures', Bundle)
  const trusted = options.publicKey === undefined ? undefined : keyAt(resolve(io.cwd, options.publicKey))
  const tell = (code: number, ...lines: readonly string[]): number => {
    for (const line of lines) io.stdout.write(`${line}\n`)
    return code
  }
  const digest = createHash('sha256').update(bytes).digest('hex')
  const found = choose(bundle, digest, options.label)
  if (typeof found === 'string') return tell(EXIT.refused, `NOT VERIFIED: ${found}`)
  const [label, signed] = found
  const own = parsedKey(signed.publicKeyPem)
  if (own === undefined || !verifyArtifact(bytes, signed)) {
    return tell(EXIT.refused, `NOT VERIFIED: the signature "${shown(label)}" is none over this file.`)
  }
  const facts = [
    `  signature: ${shown(label)}`,
    `  sha256:    ${digest}`,
    `  says of itself: signed by ${shown(signed.identity)} at ${shown(signed.signedAt)}`,
    `  key:       sha256 ${keyDigest(own)}`,
  ]
  if (trusted === undefined) {
    const why = 'with --public-key it is held against the one that you trust.'
    return tell(EXIT_UNCHECKED, `The signature fits. WHOSE KEY IT IS WAS NOT CHECKED: ${why}`, ...facts)
  }
  if (keyDigest(own) !== keyDigest(trusted)) {
    const other = `  expected:  sha256 ${keyDigest(trusted)}`
    return tell(EXIT.refused, 'NOT VERIFIED: another key than that of --public-key has signed.', ...facts, other)
  }
  return tell(EXIT.ok, 'VERIFIED: signed by the key of --public-key.', ...facts)
}

/** A signature with its label, or a sentence why there is none. */
function choose(
  bundle: SignatureBundle,
  digest: string,
  label: string | undefined,
): readonly [string, SignedArtifact] | string {
  const all = Object.entries(bundle)
  if (label === undefined) {
    const fitting = all.find(([, { artifactSha256 }]) => artifactSha256 === digest)
    const names = all.map(([name]) => shown(name, 50)).join(', ')
    return fitting ?? `the bundle holds no signature over this content; it holds ${names === '' ? 'none' : names}.`
  }
  const named = all.find(([name]) => name === label)
  if (named === undefined) return `the bundle holds no signature "${shown(label, 50)}".`
  return named[1].artifactSha256 === digest ? named : 'the file is not the one that was signed: its digest differs.'
}

function readBounded(path: string, what: string, bytes_max: number): Buffer {
  try {
    const { size } = statSync(path)
    if (size > bytes_max) throw new Error(`it has ${size} bytes; at most ${bytes_max} are read`)
    return readFileSync(path)
  } catch (error) {
    throw new Failure('invalid_request', `The ${what} ${path} cannot be read: ${messageOf(error)}`)
  }
}

function keyAt(path: string): KeyObject {
  const text = readBounded(path, 'public key', KEY_BYTES_MAX).toString('utf8')
  // From a private key a public one could be made: nobody is to hand private keys around for that.
  const key = text.includes('PRIVATE KEY') ? undefined : parsedKey(text)
  if (key !== undefined) return key
  throw new Failure('invalid_request', `${path} is no public key as PEM.`)
}

function parsedKey(pem: string): KeyObject | undefined {
  try {
    return createPublicKey(pem)
  } catch {
    return undefined
  }
}

/** Of the key itself, whatever its PEM looks like. */
function keyDigest(key: KeyObject): string {
  return createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('hex')
}
