import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hasPrograms } from '@gatehouse/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeSigningKey, signArtifacts, type SignedArtifact, verifyArtifact } from '../../src/artifacts.ts'

const bytes = Buffer.from('{"bomFormat":"CycloneDX"}\n')
const AT = new Date('2026-03-04T05:06:07.089Z')
let key: Awaited<ReturnType<typeof makeSigningKey>>
let signed: SignedArtifact
let folder: string
beforeAll(async () => {
  key = await makeSigningKey()
  signed = signArtifacts([{ label: 'cyclonedx', bytes }], { privateKey: key.privateKey, identity: 'org', at: AT })[
    'cyclonedx'
  ]!
  folder = mkdtempSync(join(tmpdir(), 'signature-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a signature contains all fields of the contract', () => {
  expect(signed).toEqual({
    algorithm: 'RSA-SHA256',
    artifactSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    digest: signed.artifactSha256,
    signature: expect.stringMatching(/^[A-Za-z0-9+/]{512}$/),
    identity: 'org',
    publicKeyPem: expect.stringMatching(/^-----BEGIN PUBLIC KEY-----\n/),
    signedAt: '2026-03-04T05:06:07.089Z',
  })
  expect(signed.publicKeyPem).toBe(key.publicKeyPem)
})

describe.skipIf(!hasPrograms('openssl'))('openssl alone', () => {
  /** Runs the command of the guide. @returns openssl's output */
  function verify(artifact: Uint8Array, { publicKeyPem, signature }: SignedArtifact): string {
    writeFileSync(join(folder, 'artifact'), artifact)
    writeFileSync(join(folder, 'key.pem'), publicKeyPem)
    writeFileSync(join(folder, 'artifact.sig'), Buffer.from(signature, 'base64'))
    const args = ['dgst', '-sha256', '-verify', 'key.pem', '-signature', 'artifact.sig', 'artifact']
    try {
      return execFileSync('openssl', args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' }).trim()
    } catch (error) {
      return String((error as { stdout?: unknown }).stdout).trim()
    }
  }

  test('verifies a signed document', () => {
    expect(verify(bytes, signed)).toBe('Verified OK')
  })

  test('and rejects any other document', async () => {
    expect(verify(Buffer.concat([bytes, Buffer.from(' ')]), signed)).toBe('Verification failure')
    const { publicKeyPem } = await makeSigningKey()
    expect(verify(bytes, { ...signed, publicKeyPem })).toBe('Verification failure')
  })
})

test.each<[string, (signedArtifact: SignedArtifact) => SignedArtifact, boolean]>([
  ['as it was signed', (signedArtifact) => signedArtifact, true],
  ['with another digest', (signedArtifact) => ({ ...signedArtifact, artifactSha256: '0'.repeat(64) }), false],
  [
    'with another signature',
    (signedArtifact) => ({ ...signedArtifact, signature: Buffer.alloc(384).toString('base64') }),
    false,
  ],
  ['with no key', (signedArtifact) => ({ ...signedArtifact, publicKeyPem: 'no key' }), false],
  ['with another algorithm', (signedArtifact) => ({ ...signedArtifact, algorithm: 'none' as 'RSA-SHA256' }), false],
])('an artifact %s', (_title, change, is) => {
  expect(verifyArtifact(bytes, change(signed))).toBe(is)
})
