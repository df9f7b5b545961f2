import { generateKeyPairSync } from 'node:crypto'
import { signArtifacts } from '@gatehouse/formats/artifacts'
import { hasPrograms, serveSigstore } from '@gatehouse/testkit'
import { z } from 'zod'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Workplace, workplace } from './repository.ts'
import { gatehouse } from './vulndb/support.ts'

const IDENTITY = 'https://ci.example/shop'
const bytes = Buffer.from('{"bomFormat":"CycloneDX"}')

const Bundle = z.looseObject({
  mediaType: z.string(),
  verificationMaterial: z.looseObject({ certificate: z.unknown() }),
})

describe.skipIf(!hasPrograms('openssl'))('an artifact that a certified key has signed', () => {
  let place: Workplace
  beforeAll(async () => {
    place = workplace()
    const [ours, theirs] = [await serveSigstore(), await serveSigstore()]
    const bundle = Bundle.parse(ours.sign(bytes))
    const { cyclonedx } = signArtifacts([{ label: 'cyclonedx', bytes }], {
      privateKey: generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey,
      identity: 'org 1',
      at: new Date(0),
    })
    const { verificationMaterial: material } = bundle
    place.put({
      'bom.json': bytes.toString(),
      'changed.json': `${bytes.toString()} `,
      'signature.json': { cyclonedx: bundle, log: cyclonedx },
      'alone.bundle': bundle,
      'stored.json': { cyclonedx: { ...cyclonedx, fallback: 'Sigstore could not be reached.' } },
      'root.json': ours.trustedRoot,
      'other-root.json': theirs.trustedRoot,
      'unlogged.bundle': { ...bundle, verificationMaterial: { ...material, tlogEntries: [] } },
      'forged.bundle': {
        ...bundle,
        verificationMaterial: {
          ...material,
          certificate: Bundle.parse(theirs.sign(bytes)).verificationMaterial.certificate,
        },
      },
      'dsse.bundle': { mediaType: bundle.mediaType, verificationMaterial: material, dsseEnvelope: {} },
      'none.json': { mediaType: 'application/vnd.dev.sigstore.trustedroot+json;version=0.1' },
    })
    await Promise.all([ours.close(), theirs.close()])
  })
  afterAll(() => place.remove())

  // Both servers are stopped: verification is offline.
  const verify = (artifact: string, bundle: string, ...args: string[]) =>
    gatehouse(place.folder, ['verify', artifact, '--signature', bundle, ...args])
  const ROOT = ['--trusted-root', 'root.json']
  const WHO = ['--identity', IDENTITY]

  test.each(['signature.json', 'alone.bundle'])('is verified by root and identity, from %s', async (bundle) => {
    const { code, out } = await verify('bom.json', bundle, ...ROOT, ...WHO)
    expect(out).toMatch(/^VERIFIED: signed by --identity, according to the trusted root\.\n/)
    expect([code, out]).toEqual([0, expect.stringContaining(`signed by: ${IDENTITY}`)])
    // Skipped checks are reported.
    expect(out).toContain('names no certificate log')
  })

  test.each<[string, string[], number, string]>([
    ['nobody whom it must be', ROOT, 3, 'Signer not verified: pass --identity'],
    ['nobody who is trusted', [], 3, 'Signer not verified: pass --trusted-root'],
    ['another identity', [...ROOT, '--identity', `${IDENTITY}/other`], 1, 'the signer is not --identity'],
    // No pattern, and no part of the name.
    ['a pattern that would fit', [...ROOT, '--identity', 'https://ci.example/.*'], 1, 'the signer is not --identity'],
    [
      'another issuer',
      [...ROOT, ...WHO, '--issuer', 'https://issuer.example'],
      1,
      'the certificate issuer is not --issuer',
    ],
    ['another root', ['--trusted-root', 'other-root.json', ...WHO], 1, 'against the trusted root'],
  ])('with %s is rejected or unverified', async (_title, args, code, sentence) => {
    expect(await verify('bom.json', 'signature.json', ...args)).toMatchObject({
      code,
      out: expect.stringContaining(sentence),
    })
  })

  test.each([
    ['a file that was changed', 'changed.json', 'signature.json', 'contains no signature of this file'],
    ['a bundle that no log has', 'bom.json', 'unlogged.bundle', 'against the trusted root'],
    ['a certificate of another key', 'bom.json', 'forged.bundle', 'does not match the file'],
    ['a stored key in place of a certified one', 'bom.json', 'stored.json', 'is not certified by Sigstore'],
  ])('%s is refused', async (_title, file, bundle, sentence) => {
    const { code, out } = await verify(file, bundle, ...ROOT, ...WHO)
    expect([code, out]).toEqual([1, expect.stringContaining(sentence)])
    expect(out).toMatch(/^NOT VERIFIED/)
  })

  test.each([
    ['bom.json', 'dsse.bundle', ROOT],
    ['bom.json', 'signature.json', ['--trusted-root', 'none.json']],
    ['bom.json', 'signature.json', ['--trusted-root', 'bom.json']],
    ['bom.json', 'signature.json', ['--trusted-root', 'not-there.json']],
  ])('unreadable input exits with 2: %s, %s, %j', async (file, bundle, args) => {
    expect((await verify(file, bundle, ...args)).code).toBe(2)
  })
})
