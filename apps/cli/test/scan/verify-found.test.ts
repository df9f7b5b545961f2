import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSecretsScanner } from '@gatehouse/secrets'
import { openFolder, runScan } from '@gatehouse/scan-engine'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { verifyFound } from '../../src/scan/verify-found.ts'
import { gatehouse } from '../vulndb/support.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'verify-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** In parts, so that scanners do not report this file as a leak. */
const key = (number: number) => ['sk', 'live', `4eC39HqLyjWD${String(number).padStart(4, '0')}arjtT1zd`].join('_')
const { signal } = new AbortController()

async function verified(keys: number, status: number) {
  const text = Array.from({ length: keys }, (_, at) => `KEY_${at}=${key(at)}\n`).join('')
  await writeFile(join(folder, 'a.env'), text)
  const tree = await openFolder(folder)
  const { observations } = await runScan({ tree, scanners: [createSecretsScanner()], signal })
  const requests: string[] = []
  const fetch = (url: string | URL) => {
    requests.push(String(url))
    return Promise.resolve(Response.json({}, { status }))
  }
  return { asked: requests, ...(await verifyFound(observations, tree, { env: {} }, signal, { fetch })) }
}

test('findings include the verification result of the issuer', async () => {
  const { seen, gaps, asked } = await verified(1, 401)
  expect(seen).toMatchObject([{ ruleId: 'secrets/stripe-key', metadata: { verified: 'revoked' } }])
  expect([gaps, asked]).toEqual([[], ['https://api.stripe.com/v1/account']])
})

test('issuers are contacted only on request', async () => {
  await writeFile(join(folder, 'a.env'), `KEY=${key(1)}\n`)
  const { out } = await gatehouse(folder, ['scan', '.', '--type', 'SECRETS_ONLY', '--format', 'json'])
  expect((JSON.parse(out) as { findings: readonly { metadata: object }[] }).findings).toMatchObject([
    { metadata: expect.not.objectContaining({ verified: expect.anything() }) },
  ])
})
