import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askService, signUp } from './appsec/people.ts'
import { hasBrowser, inspect, useWorld, type Watched } from './world.ts'

const LOCK = JSON.stringify({
  lockfileVersion: 3,
  packages: { '': { dependencies: { left: '1.0.0' } }, 'node_modules/left': { version: '1.0.0' } },
})
const RECORD = {
  id: 'GHSA-aaaa-aaaa-aaaa',
  modified: '2026-01-01T00:00:00Z',
  summary: 'left before 2.0.0 is weak',
  affected: [
    {
      package: { ecosystem: 'npm', name: 'left' },
      ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '2.0.0' }] }],
    },
  ],
}

describe.skipIf(!hasBrowser)('missing advisories in the console', () => {
  const world = useWorld({ GATEHOUSE_EGRESS_ALLOW: '127.0.0.1' })
  const files = new Map<string, string | Buffer>()
  const source = createServer(({ url = '' }, response) => {
    const body = files.get(url)
    response.writeHead(body === undefined ? 404 : 200).end(body)
  })
  let browser: Watched

  beforeAll(async () => {
    await new Promise<void>((resolve) => source.listen(0, '127.0.0.1', resolve))
    browser = await world.open()
    await signUp(browser)
  }, 120_000)
  afterAll(() => void source.close())

  test('are imported in a single click, a failure shows its reason, and the scan is repeated', async () => {
    const { page } = browser
    await browser.visit('/appsec/new-scan')
    const vulnDbUrl = `http://127.0.0.1:${(source.address() as AddressInfo).port}/osv/`
    await askService(browser, '/api/settings/llm', { method: 'PUT', body: JSON.stringify({ vulnDbUrl }) })
    await page
      .getByLabel('Files to scan')
      .setInputFiles([{ name: 'package-lock.json', mimeType: 'application/json', buffer: Buffer.from(LOCK) }])
    await page.getByLabel('Name').fill('shop')
    await page.getByRole('button', { name: 'Start scan' }).click()
    await page.getByRole('heading', { name: 'Missing advisories' }).waitFor()
    await inspect(browser, 'appsec-advisory-gap')
    expect(await page.getByText(/not looked up: no advisories are imported/).count()).toBe(1)

    await page.getByRole('button', { name: 'Import advisories' }).click()
    await page.getByRole('alert').getByText('failed: 127.0.0.1').waitFor()
    files.set('/osv/ecosystems.txt', 'npm\n')
    files.set('/osv/npm/all.zip', Buffer.from(zipSync({ 'a.json': strToU8(JSON.stringify(RECORD)) })))
    await page.getByRole('button', { name: 'Import advisories' }).click()
    await page.getByText('Imported 1 record from').waitFor()
    const { pathname } = new URL(page.url())
    await page.getByRole('button', { name: 'Scan again' }).click()
    await page.waitForURL((url) => url.pathname !== pathname)
    await page.getByRole('list', { name: 'Documents' }).waitFor()
    expect(await page.getByText('Missing advisories').count()).toBe(0)
    await page.getByText('npm: advisories for 1 package').waitFor()
    await browser.visit(`${new URL(page.url()).pathname}/findings`)
    await page.getByText('left before 2.0.0 is weak').first().waitFor()

    await browser.visit('/appsec/organization?tab=models')
    await page.getByText('1 advisory for npm').waitFor()
    await inspect(browser, 'appsec-advisories')
    await page.getByRole('button', { name: 'Remove advisories' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove advisories' }).click()
    await page.getByText('No advisories are imported').waitFor()
    browser.settle(/404/)
  }, 180_000)
})
