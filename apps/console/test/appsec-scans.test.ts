import { describe, expect, test } from 'vitest'
import { hasBrowser, inspect, useWorld, type Watched } from './world.ts'

const XSS = '<img src=x onerror=alert(1)>'

/** Signs the first person up, who is the admin of the organization. */
export async function signUp({ page, visit }: Watched): Promise<void> {
  await visit('/appsec/projects')
  await page.getByText('Nobody has an account yet').waitFor()
  await page.getByLabel('E-mail').fill('ann@example.org')
  await page.getByLabel('Your name').fill('Ann')
  await page.getByLabel('Organization').fill('Example')
  await page.getByLabel('Password').fill('a made-up pass phrase')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByText('No projects yet').waitFor()
}

const VULNERABLE = `const express = require('express')
const { exec } = require('node:child_process')
const app = express()

app.get('/ping', (request, response) => {
  const host = request.query.host
  exec('ping -c 1 ' + host, (error, out) => response.send(out))
})
app.listen(3000)
`

describe.skipIf(!hasBrowser)('scans of the application-security service', () => {
  const world = useWorld()

  test('an upload is sent, followed to its end, and its documents are verified', async () => {
    const browser = await world.open()
    const { page } = browser
    await signUp(browser)

    await browser.visit('/appsec/scans')
    await page.getByText('No scans yet').waitFor()
    await inspect(browser, 'appsec-scans-empty')

    await browser.visit('/appsec/new-scan')
    await page.getByRole('button', { name: 'Start scan' }).click()
    await page.getByRole('alert').getByText('Choose what to scan first.').waitFor()
    await page.getByLabel('Files to scan').setInputFiles([
      { name: 'server.js', mimeType: 'text/javascript', buffer: Buffer.from(VULNERABLE) },
      {
        name: `${XSS.replaceAll('/', '')}-${'n'.repeat(120)}.js`,
        mimeType: 'text/javascript',
        buffer: Buffer.from(VULNERABLE),
      },
    ])
    await page.getByText('2 files').waitFor()
    await page.getByLabel('Name').fill(XSS)
    await inspect(browser, 'appsec-new-scan')

    // The service is away: nothing that was chosen or typed is lost, and the same button sends it.
    await page.route('**/api/appsec/api/scans', (route) => route.abort())
    await page.getByRole('button', { name: 'Start scan' }).click()
    await page.getByRole('alert').getByText('cannot be reached').waitFor()
    await page.unroute('**/api/appsec/api/scans')
    expect(await page.getByLabel('Name').inputValue()).toBe(XSS)
    await page.getByRole('button', { name: 'Start scan' }).click()

    await page.getByRole('heading', { level: 1, name: `Scan of ${XSS}` }).waitFor()
    await page.getByRole('list', { name: 'Documents' }).waitFor()
    const scanners = page.getByRole('list', { name: 'Scanners' })
    await expect.poll(() => scanners.getByText('completed').count()).toBeGreaterThan(3)
    await page.getByText('Build gate').waitFor()
    await page.getByRole('button', { name: 'Verify all' }).click()
    await expect.poll(() => page.getByText('verified', { exact: true }).count()).toBeGreaterThan(5)
    await inspect(browser, 'appsec-scan')

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download: Findings, SARIF' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/sarif/)
    browser.settle(/Failed to load resource: net::ERR_FAILED/)
  })
})
