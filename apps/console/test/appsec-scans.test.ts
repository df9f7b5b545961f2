import { beforeAll, describe, expect, test } from 'vitest'
import { signUp } from './appsec/people.ts'
import { hasBrowser, inspect, useWorld, type Watched, WIDTHS } from './world.ts'

const XSS = '<img src=x onerror=alert(1)>'
const VULNERABLE = `const express = require('express')
const { exec } = require('node:child_process')
const app = express()

app.get('/ping', (request, response) => {
  const host = request.query.host
  exec('ping -c 1 ' + host, (error, out) => response.send(out))
})
app.listen(3000)
`

describe.skipIf(!hasBrowser)('the application-security service in the console', () => {
  const world = useWorld()
  let browser: Watched

  beforeAll(async () => {
    browser = await world.open()
    await signUp(browser)
  }, 120_000)

  test('an upload is sent, followed to its end, and its documents are verified', async () => {
    const { page } = browser
    await browser.visit('/appsec/scans')
    await page.getByText('No scans yet').waitFor()

    await browser.visit('/appsec/new-scan')
    await page.getByRole('button', { name: 'Start scan' }).click()
    await page.getByRole('alert').getByText('Select the source code to upload.').waitFor()
    const file = { mimeType: 'text/javascript', buffer: Buffer.from(VULNERABLE) }
    await page.getByLabel('Files to scan').setInputFiles([
      { name: 'server.js', ...file },
      { name: `${XSS}-${'n'.repeat(120)}.js`, ...file },
    ])
    await page.getByText('2 files').waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
    await page.getByLabel('Name').fill(XSS)
    await inspect(browser, 'appsec-new-scan')

    // The service is away: nothing that was chosen or typed is lost, and the same button sends it.
    await page.route('**/api/appsec/api/scans', (route) => route.abort())
    await page.getByRole('button', { name: 'Start scan' }).click()
    await page.getByRole('alert').getByText('Could not reach the console server').waitFor()
    await page.unroute('**/api/appsec/api/scans')
    expect(await page.getByLabel('Name').inputValue()).toBe(XSS)
    await page.getByRole('button', { name: 'Start scan' }).click()

    await page.getByRole('heading', { level: 1, name: `Scan of ${XSS}` }).waitFor()
    await page.getByRole('list', { name: 'Documents' }).waitFor()
    const scanners = page.getByRole('list', { name: 'Scanners' })
    await expect.poll(() => scanners.getByText('completed').count()).toBeGreaterThan(3)
    await page.getByRole('button', { name: 'Verify all' }).click()
    await expect.poll(() => page.getByText('Verified', { exact: true }).count()).toBeGreaterThan(5)
    await inspect(browser, 'appsec-scan')

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download Findings (SARIF)' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/sarif/)
    browser.settle(/net::ERR_FAILED/)
  }, 180_000)

  test.each([390, 900])(
    'the list shows the gate result and the worst findings at %i pixels',
    async (width) => {
      const { page } = browser
      await page.setViewportSize({ width, height: 800 })
      await browser.visit('/appsec/scans')
      const row = page.getByRole('grid', { name: 'Scans' }).getByRole('row').nth(1)
      await row.getByText('Gate failed', { exact: true }).waitFor()
      const cells = await row.getByRole('gridcell').all()
      const card = await page.getByRole('grid', { name: 'Scans' }).locator('..').boundingBox()
      for (const cell of cells.slice(0, 4)) {
        const { x, width: wide } = (await cell.boundingBox())!
        expect(x + wide).toBeLessThanOrEqual(card!.x + card!.width)
      }
      const heads = await page.getByRole('columnheader').allInnerTexts()
      expect(heads.slice(0, 4)).toEqual(['Status', 'Project', 'Critical', 'High'])
      expect(Number(await cells[2]!.innerText())).toBeGreaterThan(0)
      await page.goBack()
      await page.setViewportSize(WIDTHS.wide)
    },
    60_000,
  )

  test('a modified document fails verification', async () => {
    const { page } = browser
    await page.route('**/artifacts/sarif', async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, body: `${await answer.text()} ` })
    })
    await page.getByRole('button', { name: 'Verify all' }).click()
    await expect.poll(() => page.getByText('Altered', { exact: true }).count()).toBe(1)
    await page.unroute('**/artifacts/sarif')
    browser.settle(/net::ERR_FAILED/)
  }, 60_000)

  test('a project shows its status and the decision of another gate', async () => {
    const { page } = browser
    await browser.visit('/appsec/projects')
    await page.getByRole('row').getByText(XSS).click()
    await page.getByRole('heading', { level: 1, name: XSS }).waitFor()
    await page.getByRole('img', { name: 'Grade F' }).waitFor()
    await page.getByRole('list', { name: 'Documents' }).waitFor()
    await inspect(browser, 'appsec-project')

    // The tab bar scrolls in a narrow window: it fades at the cut, and shows the tab of the URL.
    await page.setViewportSize({ width: 390, height: 800 })
    const tabs = page.getByRole('tablist', { name: 'Project sections' })
    await expect.poll(() => tabs.getAttribute('data-more')).toBe('right')
    await browser.visit(`${new URL(page.url()).pathname}?tab=settings`)
    await expect.poll(() => tabs.getAttribute('data-more')).toBe('left')
    const bar = (await tabs.boundingBox())!
    const tab = (await page.getByRole('tab', { name: 'Settings' }).boundingBox())!
    expect(tab.x + tab.width).toBeLessThanOrEqual(bar.x + bar.width + 1)
    await page.setViewportSize(WIDTHS.wide)
    await expect.poll(() => tabs.getAttribute('data-more')).toBeNull()

    await page.getByRole('tab', { name: 'Gate' }).click()
    const whatIf = page.getByRole('list', { name: 'Gate results of the latest scans' }).getByRole('listitem')
    await expect.poll(() => whatIf.getByText('fail').count()).toBe(2)
    await page.getByLabel('No limit for critical').check()
    await expect.poll(() => whatIf.getByText('pass').count()).toBe(1)
    await inspect(browser, 'appsec-gate')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Gate saved.').waitFor()

    await page.getByRole('tab', { name: 'Schedule' }).click()
    await page.getByText('Scheduled scans require a repository').waitFor()
    await page.getByRole('tab', { name: 'Settings' }).click()
    await page.getByLabel('Repository').fill('not an address')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('alert').waitFor()
    expect(await page.getByLabel('Repository').inputValue()).toBe('not an address')
    await page.getByRole('tab', { name: 'Pipeline' }).click()
    await page.getByRole('region', { name: 'Pipeline' }).waitFor()
    await browser.visit('/appsec/trends')
    await page.getByRole('figure', { name: 'Open findings by day' }).waitFor()
    await inspect(browser, 'appsec-trends')
    browser.settle(/net::ERR_FAILED|400|422/)
  }, 180_000)

  test('members, keys, policies and the audit log of an organization are managed', async () => {
    const { page } = browser
    await browser.visit('/appsec/organization')
    await page.getByRole('button', { name: 'Invite member' }).click()
    await page.getByRole('dialog').getByLabel('Email').fill('bob@example.org')
    await page.getByRole('dialog').getByRole('button', { name: 'Create invitation' }).click()
    const link = (await page.getByLabel('Invitation link', { exact: true }).textContent())!
    expect(link.replace(world.url, 'console')).toMatch(/^console\/sign-in#invite=[\w-]{20,}$/)
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('row').getByText('bob@example.org').first().waitFor()
    await inspect(browser, 'appsec-members')

    await page.getByRole('tab', { name: 'API keys' }).click()
    await page.getByText('No API keys').waitFor()
    await page.getByRole('button', { name: 'New key' }).click()
    await page.getByLabel('Name').fill(XSS)
    await page.getByRole('button', { name: 'Create key' }).click()
    const key = (await page.getByLabel('API key', { exact: true }).textContent())!
    expect(key.length).toBeGreaterThan(20)
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('grid', { name: 'API keys' }).getByText(XSS).waitFor()
    // Shown once: the page no longer contains it.
    expect(await page.content()).not.toContain(key)

    await page.getByRole('tab', { name: 'Audit log' }).click()
    await page.getByRole('grid', { name: 'Audit log' }).getByText('ann@example.org').first().waitFor()
    await page.getByRole('button', { name: 'Verify chain' }).click()
    await page.getByText('Chain verified').waitFor()
    await inspect(browser, 'appsec-audit')

    await browser.visit('/appsec/policies')
    await page.getByText('No code policies').waitFor()
    await page.getByRole('button', { name: 'New policy' }).first().click()
    await page.getByLabel('Name').fill(XSS)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('grid', { name: 'Policies' }).getByText(XSS).first().waitFor()
    await inspect(browser, 'appsec-policies')

    // The invited person opens the link, registers, and sees a Developer's view.
    const other = await world.open()
    await other.visit(link)
    expect(await other.page.getByLabel('Invitation token', { exact: true }).inputValue()).toHaveLength(43)
    await other.page.getByLabel('Email').fill('bob@example.org')
    await other.page.getByLabel('Name').fill('Bob')
    await other.page.getByLabel('Password').fill('another made-up pass phrase')
    await other.page.getByRole('button', { name: 'Create account' }).click()
    await other.page.getByText('(bob@example.org), developer').waitFor()
    await other.visit('/appsec/organization')
    await other.page.getByText('Signed in as bob@example.org with the role developer.').waitFor()
    expect(await other.page.getByRole('tab', { name: 'Audit log' }).count()).toBe(0)
    expect(await other.page.getByRole('button', { name: 'Invite member' }).count()).toBe(0)
    other.settle(/401/)
    browser.settle(/net::ERR_FAILED|400|422/)
  }, 180_000)
})
