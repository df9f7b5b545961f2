import { generateKeyPairSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type SignatureBundle, signArtifacts } from '@gatehouse/formats/artifacts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Workplace, workplace } from './repository.ts'
import { gatehouse } from './vulndb/support.ts'

const ESCAPE = '\u001b[2J'
const pair = () => generateKeyPairSync('rsa', { modulusLength: 2_048 })
const pemOf = ({ publicKey }: ReturnType<typeof pair>) => publicKey.export({ type: 'spki', format: 'pem' }).toString()

let place: Workplace
const [ownKeys, theirs] = [pair(), pair()]
const at = new Date('2026-05-01T00:00:00Z')
const bytes = Buffer.from('{"bomFormat":"CycloneDX"}')
const sign = ({ privateKey }: typeof ownKeys, identity = 'org 1, key 1'): SignatureBundle =>
  signArtifacts(
    [
      { label: 'cyclonedx', bytes },
      { label: 'log', bytes: Buffer.from('log') },
    ],
    { privateKey, identity, at },
  )

beforeAll(() => {
  place = workplace()
  place.put({
    'bom.json': bytes.toString(),
    'changed.json': `${bytes.toString()} `,
    'signature.json': sign(ownKeys),
    'theirs.json': sign(theirs, 'org 1, key 1'),
    'ours.pem': pemOf(ownKeys),
    'private.pem': ownKeys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  })
})
afterAll(() => place.remove())

const verify = (artifact: string, ...args: string[]) => gatehouse(place.folder, ['verify', artifact, ...args])
const BUNDLE = ['--signature', 'signature.json']
const TRUSTED = ['--public-key', 'ours.pem']

describe('an artifact', () => {
  test('that the trusted key has signed is verified', async () => {
    const { code, out } = await verify('bom.json', ...BUNDLE, ...TRUSTED)
    expect(code).toBe(0)
    expect(out).toMatch(
      /^VERIFIED: signed by the key in --public-key\.\n {2}signature: cyclonedx\n {2}sha256: {4}[0-9a-f]{64}/,
    )
    expect(out).toContain('signed by org 1, key 1 at 2026-05-01T00:00:00.000Z')
  })

  test('without a trusted key is unverified and has its own exit code', async () => {
    const { code, out } = await verify('bom.json', ...BUNDLE)
    expect([code, out]).toEqual([3, expect.stringContaining('Signer not verified')])
  })

  test('signed with another key in the same name is rejected', async () => {
    const { code, out } = await verify('bom.json', '--signature', 'theirs.json', ...TRUSTED)
    expect([code, out]).toEqual([1, expect.stringContaining('the signing key is not the --public-key')])
  })

  test('with changed content is rejected, also under the signed label', async () => {
    expect(await verify('changed.json', ...BUNDLE, ...TRUSTED)).toMatchObject({
      code: 1,
      out: expect.stringContaining('signatures: cyclonedx, log'),
    })
    const labelled = await verify('changed.json', ...BUNDLE, ...TRUSTED, '--label', 'cyclonedx')
    expect(labelled).toMatchObject({ code: 1, out: expect.stringContaining('digest differs') })
    expect((await verify('bom.json', ...BUNDLE, ...TRUSTED, '--label', 'log')).code).toBe(1)
    expect((await verify('bom.json', ...BUNDLE, ...TRUSTED, '--label', 'sarif')).code).toBe(1)
  })

  test('with the trusted key and a foreign signature in its bundle is rejected', async () => {
    const { cyclonedx } = sign(theirs)
    place.put({ 'joined.json': { cyclonedx: { ...cyclonedx, publicKeyPem: pemOf(ownKeys) } } })
    const { code, out } = await verify('bom.json', '--signature', 'joined.json', ...TRUSTED)
    expect([code, out]).toEqual([1, expect.stringContaining('does not match the file')])
  })

  test('with a forged digest in its bundle is rejected', async () => {
    const { cyclonedx } = sign(ownKeys)
    const digest = (await import('node:crypto')).createHash('sha256').update(`${bytes.toString()} `).digest('hex')
    place.put({ 'said.json': { cyclonedx: { ...cyclonedx, artifactSha256: digest, digest } } })
    expect((await verify('changed.json', '--signature', 'said.json', ...TRUSTED)).code).toBe(1)
  })
})

describe('invalid input', () => {
  test.each([
    ['no artifact', ['nowhere.json', ...BUNDLE, ...TRUSTED], 'Cannot read'],
    ['no bundle', ['bom.json', '--signature', 'bom.json', ...TRUSTED], 'is not a valid signature bundle'],
    ['no key', ['bom.json', ...BUNDLE, '--public-key', 'bom.json'], 'is not a PEM public key'],
    ['a private key', ['bom.json', ...BUNDLE, '--public-key', 'private.pem'], 'is not a PEM public key'],
    ['no signature', ['bom.json'], '--signature'],
  ])('%s exits 2', async (_what, args, says) => {
    expect(await gatehouse(place.folder, ['verify', ...args])).toMatchObject({
      code: 2,
      err: expect.stringContaining(says),
    })
  })

  test('a bundle with another algorithm or an invalid key exits with 2', async () => {
    const { cyclonedx } = sign(ownKeys)
    place.put({ 'other.json': { cyclonedx: { ...cyclonedx, algorithm: 'none' } } })
    expect((await verify('bom.json', '--signature', 'other.json', ...TRUSTED)).code).toBe(2)
    place.put({ 'keyless.json': { cyclonedx: { ...cyclonedx, publicKeyPem: 'x' } } })
    expect((await verify('bom.json', '--signature', 'keyless.json', ...TRUSTED)).code).toBe(1)
  })
})

test('bundle text cannot control the terminal', async () => {
  const bundle = signArtifacts([{ label: ESCAPE, bytes }], {
    privateKey: ownKeys.privateKey,
    identity: ESCAPE,
    at,
  })
  writeFileSync(join(place.folder, 'evil.json'), JSON.stringify(bundle))
  const { out } = await verify('bom.json', '--signature', 'evil.json')
  expect(out).toContain('�[2J')
  expect(out).not.toContain('\u001b')
})
