import { execFileSync } from 'node:child_process'
import {
  createHash,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
  X509Certificate,
} from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TrustedRoot } from '@sigstore/protobuf-specs'
import { toTrustMaterial, type TrustMaterial } from '@sigstore/verify'

/** Certificate authority and transparency log on loopback that behave like those of Sigstore. */
export interface SigstoreServer {
  readonly url: string
  /** Path of the token file, as an operator provides it. */
  readonly tokenFile: string
  /** Trust material of both for verifiers. */
  readonly trust: TrustMaterial
  /** The same as Sigstore publishes it. */
  readonly trustedRoot: object
  /** Requested paths. */
  readonly asked: string[]
  /** A bundle over these bytes by a key that the authority has certified, in the words of Sigstore. */
  readonly sign: (bytes: Uint8Array) => object
  /** Makes a path answer with an error from now on. */
  readonly fail: (path: string) => void
  /** Delays requests to a path from now on, until the returned function is called. */
  readonly hold: (path: string) => () => void
  readonly close: () => Promise<void>
}

/** Certified identity. */
const SUBJECT = 'https://ci.example/shop'

export async function serveSigstore(): Promise<SigstoreServer> {
  const folder = mkdtempSync(join(tmpdir(), 'sigstore-'))
  const authority = makeAuthority(folder)
  const log = makeLog()
  const trustedRoot = rootOf(authority.certificate, log)
  const requests: string[] = []
  const failing = new Set<string>()
  const entries = new Map<string, Promise<void>>()
  const server = createServer((request, response) => {
    void handle(request, response).catch((error: unknown) => response.writeHead(400).end(String(error)))
  })
  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? ''
    requests.push(path)
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    await entries.get(path)
    if (failing.has(path)) return void response.writeHead(503).end('busy')
    const body = JSON.parse(Buffer.concat(chunks).toString()) as never
    const answer = path === '/api/v2/signingCert' ? authority.issue(body) : log.write(body)
    response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const tokenFile = join(folder, 'token')
  const part = (claims: object) => Buffer.from(JSON.stringify(claims)).toString('base64url')
  writeFileSync(tokenFile, `${part({ alg: 'none' })}.${part({ sub: SUBJECT })}.\n`)
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    tokenFile,
    trust: toTrustMaterial(TrustedRoot.fromJSON(trustedRoot)),
    trustedRoot,
    asked: requests,
    sign: (bytes) => bundleOver(bytes, authority, log),
    fail: (path) => void failing.add(path),
    hold(path) {
      const { promise, resolve } = Promise.withResolvers<void>()
      entries.set(path, promise)
      return () => {
        entries.delete(path)
        resolve()
      }
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

interface CertificateRequest {
  readonly credentials: { readonly oidcIdentityToken: string }
  readonly publicKeyRequest: {
    readonly publicKey: { readonly algorithm: string; readonly content: string }
    readonly proofOfPossession: string
  }
}

function makeAuthority(folder: string) {
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })
  const ca = ['-keyout', 'ca.key', '-out', 'ca.pem', '-subj', '/O=Test authority', '-days', '1']
  const use = ['-addext', 'basicConstraints=critical,CA:TRUE', '-addext', 'keyUsage=critical,keyCertSign']
  openssl('req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', ...ca, ...use)
  writeFileSync(
    join(folder, 'leaf.cnf'),
    `keyUsage=critical,digitalSignature\nextendedKeyUsage=codeSigning\nsubjectAltName=critical,URI:${SUBJECT}\n` +
      'basicConstraints=critical,CA:FALSE\n',
  )
  return {
    certificate: new X509Certificate(readFileSync(join(folder, 'ca.pem'))),
    /** Like Fulcio, requires proof of possession of the key. */
    issue({ credentials, publicKeyRequest: { publicKey, proofOfPossession } }: CertificateRequest) {
      const { sub } = JSON.parse(Buffer.from(credentials.oidcIdentityToken.split('.')[1]!, 'base64url').toString()) as {
        sub: string
      }
      const key = createPublicKey(publicKey.content)
      if (!verify('sha256', Buffer.from(sub), key, Buffer.from(proofOfPossession, 'base64')))
        throw new Error('no proof')
      writeFileSync(join(folder, 'leaf.pub'), publicKey.content)
      const from = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-days', '1', '-extfile', 'leaf.cnf', '-out', 'leaf.pem']
      openssl('x509', '-new', '-force_pubkey', 'leaf.pub', '-subj', '/', ...from)
      const certificates = [
        readFileSync(join(folder, 'leaf.pem'), 'utf8'),
        readFileSync(join(folder, 'ca.pem'), 'utf8'),
      ]
      return { signedCertificateEmbeddedSct: { chain: { certificates } } }
    },
  }
}

/** A log of which every entry is a tree of its own. */
function makeLog() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const der = publicKey.export({ type: 'spki', format: 'der' })
  const id = createHash('sha256').update(der).digest()
  let count = 0
  return {
    der,
    id,
    write(proposed: object) {
      const [logIndex, integratedTime] = [count++, Math.floor(Date.now() / 1000)]
      const body = Buffer.from(JSON.stringify(proposed)).toString('base64')
      const root = createHash('sha256').update(Buffer.of(0)).update(Buffer.from(body, 'base64')).digest()
      const logID = id.toString('hex')
      // In the order of names, as canonical JSON has it.
      const promised = JSON.stringify({ body, integratedTime, logID, logIndex })
      return {
        [root.toString('hex')]: {
          body,
          integratedTime,
          logID,
          logIndex,
          verification: {
            signedEntryTimestamp: sign('sha256', Buffer.from(promised), privateKey).toString('base64'),
            inclusionProof: {
              checkpoint: checkpoint(root, id, privateKey),
              hashes: [],
              logIndex: 0,
              rootHash: root.toString('hex'),
              treeSize: 1,
            },
          },
        },
      }
    },
  }
}

function checkpoint(root: Buffer, id: Buffer, privateKey: KeyObject): string {
  const note = `log.example\n1\n${root.toString('base64')}\n`
  const signature = Buffer.concat([id.subarray(0, 4), sign('sha256', Buffer.from(note), privateKey)])
  return `${note}\n\u2014 log.example ${signature.toString('base64')}\n`
}

function rootOf(certificate: X509Certificate, { der, id }: { der: Buffer; id: Buffer }): object {
  return {
    mediaType: 'application/vnd.dev.sigstore.trustedroot+json;version=0.1',
    certificateAuthorities: [{ certChain: { certificates: [{ rawBytes: certificate.raw.toString('base64') }] } }],
    tlogs: [
      {
        baseUrl: 'https://log.example',
        hashAlgorithm: 'SHA2_256',
        publicKey: {
          rawBytes: der.toString('base64'),
          keyDetails: 'PKIX_ECDSA_P256_SHA_256',
          validFor: { start: '2020-01-01T00:00:00Z' },
        },
        logId: { keyId: id.toString('base64') },
      },
    ],
  }
}

/** @see https://github.com/sigstore/protobuf-specs/blob/main/protos/sigstore_bundle.proto */
function bundleOver(
  bytes: Uint8Array,
  authority: ReturnType<typeof makeAuthority>,
  log: ReturnType<typeof makeLog>,
): object {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const part = (claims: object) => Buffer.from(JSON.stringify(claims)).toString('base64url')
  const issued = authority.issue({
    credentials: { oidcIdentityToken: `${part({})}.${part({ sub: SUBJECT })}.` },
    publicKeyRequest: {
      publicKey: { algorithm: 'ECDSA', content: publicKey.export({ type: 'spki', format: 'pem' }).toString() },
      proofOfPossession: sign('sha256', Buffer.from(SUBJECT), privateKey).toString('base64'),
    },
  })
  const [pem = ''] = issued.signedCertificateEmbeddedSct.chain.certificates
  const [digest, signature] = [createHash('sha256').update(bytes).digest(), sign('sha256', bytes, privateKey)]
  const proposed = {
    apiVersion: '0.0.1',
    kind: 'hashedrekord',
    spec: {
      data: { hash: { algorithm: 'sha256', value: digest.toString('hex') } },
      signature: {
        content: signature.toString('base64'),
        publicKey: { content: Buffer.from(new X509Certificate(pem).toString()).toString('base64') },
      },
    },
  }
  return {
    mediaType: 'application/vnd.dev.sigstore.bundle.v0.3+json',
    verificationMaterial: {
      certificate: { rawBytes: new X509Certificate(pem).raw.toString('base64') },
      tlogEntries: Object.values(log.write(proposed)).map(entryOf),
    },
    messageSignature: {
      messageDigest: { algorithm: 'SHA2_256', digest: digest.toString('base64') },
      signature: signature.toString('base64'),
    },
  }
}

type Logged = ReturnType<ReturnType<typeof makeLog>['write']>[string]

/** Returns the log's answer in the format of a bundle. */
function entryOf({ body, integratedTime, logID, logIndex, verification }: Logged): object {
  const { inclusionProof: proof, signedEntryTimestamp } = verification
  const base64 = (hex: string) => Buffer.from(hex, 'hex').toString('base64')
  return {
    logIndex: String(logIndex),
    logId: { keyId: base64(logID) },
    kindVersion: { kind: 'hashedrekord', version: '0.0.1' },
    integratedTime: String(integratedTime),
    inclusionPromise: { signedEntryTimestamp },
    inclusionProof: {
      logIndex: String(proof.logIndex),
      rootHash: base64(proof.rootHash),
      treeSize: String(proof.treeSize),
      hashes: [],
      checkpoint: { envelope: proof.checkpoint },
    },
    canonicalizedBody: body,
  }
}
