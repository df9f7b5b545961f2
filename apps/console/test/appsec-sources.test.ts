import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hasPrograms, makeSchedulesDue, startCuttableProxy, temporaryFolder, XSS } from '@gatehouse/testkit'
import { strToU8, zipSync } from 'fflate'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askService, signUp } from './appsec/people.ts'
import { startGit, startSvn, SVN_PASSWORD, WEAK } from './appsec/servers.ts'
import { hasBrowser, inspect, useWorld, type Watched } from './world.ts'

const HAS_SVN = hasPrograms('svn', 'svnadmin', 'svnserve')
const MB = 1_000_000
const folder = temporaryFolder()

/** Drops files as a user does, with folders from the operating system. */
async function drop(page: Page, paths: readonly string[]): Promise<void> {
  const box = await page.getByText('Drop an archive, files or a folder here').boundingBox()
  const devtools = await page.context().newCDPSession(page)
  const at = { x: box!.x + 5, y: box!.y + 5, data: { items: [], files: [...paths], dragOperationsMask: 1 } }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await devtools.send('Input.dispatchDragEvent', { type, ...at })
  }
  await devtools.detach()
}

describe.skipIf(!hasBrowser)('sources of scanned code', () => {
  // Setting of an operator with a git server on the same machine.
  const world = useWorld({ GATEHOUSE_EGRESS_ALLOW: '127.0.0.1' })
  let browser: Watched
  let git: Awaited<ReturnType<typeof startGit>>
  /** Waits for a status of the scan on the open page. */
  const isNow = (status: string) => browser.page.getByRole('heading', { name: `Scanners ${status}` }).waitFor()

  beforeAll(async () => {
    git = await startGit(folder.path)
    browser = await world.open()
    await signUp(browser)
  }, 120_000)
  afterAll(async () => {
    await git.close()
    folder.remove()
  })

  test('a folder and an archive are dropped, and an aborted upload is retried', async () => {
    const { page } = browser
    const root = join(folder.path, 'dropped')
    mkdirSync(join(root, 'node_modules/left'), { recursive: true })
    mkdirSync(join(root, 'lib'))
    writeFileSync(join(root, 'lib/client.py'), WEAK['client.py'])
    writeFileSync(join(root, 'node_modules/left/index.js'), 'module.exports = 1')
    // Larger than the network buffers of an unread connection.
    writeFileSync(join(root, 'large.bin'), randomBytes(24 * MB))

    const proxy = await startCuttableProxy({ host: '127.0.0.1', port: Number(new URL(world.url).port) })
    const far = await world.open()
    try {
      await far.context.addCookies(await browser.context.cookies(world.url))
      await far.visit(`http://127.0.0.1:${proxy.port}/appsec/projects`)
      await far.visit(`http://127.0.0.1:${proxy.port}/appsec/new-scan`)
      await drop(far.page, [root])
      await far.page.getByText('2 files, 24').waitFor()
      await far.page.getByText('dropped.tar').waitFor()
      await far.page.getByLabel('Name').fill('Dropped')
      proxy.freeze()
      await far.page.getByRole('button', { name: 'Start scan' }).click()
      const sent = far.page.getByRole('progressbar', { name: 'Upload progress' })
      await sent.waitFor()
      await expect.poll(() => sent.getAttribute('aria-valuenow').then(Number)).toBeGreaterThan(0)
      expect(Number(await sent.getAttribute('aria-valuenow'))).toBeLessThan(24 * MB)
      // The upload continues while the user visits another page.
      await far.page.getByRole('link', { name: 'Projects' }).first().click()
      await far.page.getByRole('heading', { level: 1, name: 'Projects' }).waitFor()
      await far.page.goBack()
      await sent.waitFor()
      await inspect(far, 'appsec-sending')
      proxy.cut()
      await far.page.getByRole('alert').getByText('Could not reach the console server').waitFor()
      await far.page.getByText('Your input is kept.').waitFor()
      await far.page.getByText('2 files, 24').waitFor()
      expect(await far.page.getByLabel('Name').inputValue()).toBe('Dropped')
      proxy.mend()
      await far.page.getByRole('button', { name: 'Start scan' }).click()
      await far.page.getByRole('heading', { level: 1, name: 'Scan of Dropped' }).waitFor()
      // Requests in flight when the connection broke.
      far.settle(/net::ERR_/)
    } finally {
      await proxy.close()
      await far.context.close()
    }

    await browser.visit('/appsec/new-scan')
    const archive = join(folder.path, 'packed.zip')
    writeFileSync(archive, zipSync({ 'a.py': strToU8(WEAK['client.py']) }))
    await drop(page, [archive])
    await page.getByText('packed.zip').waitFor()
    expect(await page.getByText('1 file').count()).toBe(0)
    await page.getByRole('button', { name: 'Start scan' }).click()
    await page.getByRole('heading', { level: 1, name: 'Scan of packed' }).waitFor()
    await isNow('completed')
    // Generated files were excluded from the upload.
    const { scans } = (await askService(browser, '/api/scans')) as { scans: { filesScanned: number }[] }
    expect(scans.map(({ filesScanned }) => filesScanned)).toEqual([1, 2])
    browser.settle()
  }, 120_000)

  test('a git repository is scanned, and its findings show their paths and are fixed', async () => {
    const { page } = browser
    await browser.visit('/appsec/new-scan')
    await askService(browser, '/api/settings/policies', {
      method: 'POST',
      body: JSON.stringify({ name: XSS, rule: 'deny: AGPL-3.0-only', category: 'licence', severity: 'HIGH' }),
    })
    await page.getByRole('tab', { name: 'Git' }).click()
    await page.getByLabel('Repository URL').fill('http://10.1.2.3/shop.git')
    await page.getByLabel('Branch').fill('main')
    await page.getByRole('button', { name: 'Start scan' }).click()
    // The message names the setting that the operator must change, and no input is lost.
    await page.getByRole('alert').getByText('GATEHOUSE_EGRESS_ALLOW').waitFor()
    expect(await page.getByLabel('Branch').inputValue()).toBe('main')
    await page.getByLabel('Repository URL').fill(`http://127.0.0.1:${git.port}/shop.git`)
    await page.getByLabel('Commit', { exact: true }).fill(git.commits[0]!)
    await page.getByRole('button', { name: 'Start scan' }).click()
    await page.getByRole('heading', { level: 1, name: 'Scan of shop' }).waitFor()
    await isNow('completed')
    await page.getByText(git.commits[0]!.slice(0, 12)).waitFor()
    await page.getByText(`http://127.0.0.1:${git.port}/shop.git`).waitFor()

    await page.getByRole('link', { name: 'Findings', exact: true }).click()
    const row = (name: RegExp | string) => page.getByRole('row').filter({ hasText: name })
    await row('.js').filter({ hasText: XSS }).first().click()
    const steps = page.getByRole('list', { name: 'Data flow steps' }).getByRole('listitem')
    await expect.poll(() => steps.count()).toBeGreaterThan(1)
    await steps.first().getByText('source', { exact: true }).waitFor()
    await steps.last().getByText('sink', { exact: true }).waitFor()
    // Lines have numbers, and the relevant one is highlighted.
    const code = page.getByRole('region', { name: /^Code in/ })
    await expect.poll(() => code.innerText()).toMatch(/^7\n\s*exec\(line/)
    expect(await code.locator('.bg-warn-soft').count()).toBe(1)
    await page.getByRole('button', { name: 'Suggest a fix' }).waitFor({ state: 'detached' })
    await inspect(browser, 'appsec-flow')

    await page.goBack()
    await row('AGPL').first().click()
    const path = page.getByRole('list', { name: 'Dependency path' }).getByRole('listitem')
    await expect.poll(() => path.allTextContents()).toEqual(['This project', 'frame 2.0.0 npm', 'left 1.0.0 npm'])
    await inspect(browser, 'appsec-way')

    await page.goBack()
    await row('client.py').first().click()
    await page.getByRole('button', { name: 'Suggest a fix' }).click()
    const diff = page.getByRole('region', { name: 'Suggested change' })
    await diff.getByText('+    return requests.get(address, verify=True)').waitFor()
    await inspect(browser, 'appsec-fix')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download patch' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('client.py.patch')
    // The downloaded diff is applied unchanged.
    const work = join(folder.path, 'applied')
    execFileSync('git', ['clone', '--quiet', join(folder.path, 'shop.git'), work])
    execFileSync('git', ['checkout', '--quiet', git.commits[0]!], { cwd: work })
    execFileSync('git', ['apply', await download.path()], { cwd: work })
    expect(readFileSync(join(work, 'client.py'), 'utf8')).toContain('verify=True')

    // From now on it is scanned on schedule; the last test checks the result.
    await page.getByRole('link', { name: 'Project', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'shop' }).waitFor()
    await page.getByRole('tab', { name: 'Schedule' }).click()
    await page.getByLabel('Frequency').selectOption('Cron expression')
    await page.getByLabel('Cron expression').fill('61 * * * *')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('alert').getByText('five fields').waitFor()
    expect(await page.getByLabel('Cron expression').inputValue()).toBe('61 * * * *')
    await page.getByLabel('Frequency').selectOption('Daily')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Schedule saved.').waitFor()
    await makeSchedulesDue(world.dataDir)
    // The page is prefilled with the source.
    await page.getByRole('link', { name: 'New scan' }).click()
    await page.getByText('Leave empty to use the repository of the project.').waitFor()
    browser.settle(/400 \(Bad/)
  }, 120_000)

  test.skipIf(!HAS_SVN)(
    'a folder of Subversion is scanned with a password that is never shown',
    async () => {
      const { page } = browser
      const svn = await startSvn(folder.path)
      try {
        await browser.visit('/appsec/new-scan')
        await page.getByRole('tab', { name: 'Subversion' }).click()
        await page.getByLabel('Subversion URL').fill(svn.url)
        await page.getByLabel('Username').fill('ann')
        await page.getByLabel('Password', { exact: true }).fill('not the right one')
        await page.getByRole('button', { name: 'Start scan' }).click()
        await page.getByRole('heading', { level: 1, name: 'Scan of trunk' }).waitFor()
        await isNow('failed')
        await page.getByRole('alert').waitFor()
        await inspect(browser, 'appsec-scan-failed')
        await page.goBack()
        await page.getByRole('tab', { name: 'Subversion' }).click()
        await page.getByLabel('Subversion URL').fill(svn.url)
        await page.getByLabel('Revision').fill('1')
        await page.getByLabel('Username').fill('ann')
        await page.getByLabel('Password', { exact: true }).fill(SVN_PASSWORD)
        await page.getByRole('button', { name: 'Start scan' }).click()
        await page.getByRole('heading', { level: 1, name: 'Scan of trunk' }).waitFor()
        await isNow('completed')
        expect(await page.content()).not.toContain(SVN_PASSWORD)
        browser.settle(/400 \(Bad/)
      } finally {
        svn.stop()
      }
    },
    120_000,
  )

  test('a scan is watched, paused, left, resumed, stopped and cancelled', async () => {
    const { page } = browser
    await browser.visit('/appsec/new-scan')
    await page.getByRole('tab', { name: 'Git' }).click()
    await page.getByLabel('Repository URL').fill(`http://127.0.0.1:${git.port}/large.git`)
    await page.getByRole('button', { name: 'Start scan' }).click()
    await page.getByRole('heading', { level: 1, name: 'Scan of large' }).waitFor()
    const code = page.getByRole('progressbar', { name: 'SAST: analyzed files' })
    await code.waitFor()
    await page.getByText('Live results').waitFor()
    await expect.poll(() => code.getAttribute('aria-valuenow').then(Number)).toBeGreaterThan(0)
    await page.getByRole('button', { name: 'Pause scan' }).click()
    await isNow('paused')
    await inspect(browser, 'appsec-live')
    const address = page.url()

    await page.getByRole('link', { name: 'Scans', exact: true }).click()
    await page.getByRole('row').filter({ hasText: 'paused' }).click()
    await page.getByRole('heading', { level: 1, name: 'Scan of large' }).waitFor()
    expect(page.url()).toBe(address)
    await page.getByRole('button', { name: 'Resume scan' }).click()
    await isNow('running')
    const before = Number(await code.getAttribute('aria-valuenow'))
    await expect.poll(() => code.getAttribute('aria-valuenow').then(Number)).toBeGreaterThan(before)
    // A failed request changes nothing, and is reported.
    await page.route('**/stop', (route) => route.abort())
    await page.getByRole('button', { name: 'Stop scan' }).click()
    await page.getByText('Could not reach the console server.').waitFor()
    await page.unroute('**/stop')
    await page.getByRole('button', { name: 'Stop scan' }).click()
    await isNow('stopped')
    // Its findings are kept, and its documents appear without a reload.
    await page.getByRole('list', { name: 'Documents' }).waitFor()
    await inspect(browser, 'appsec-stopped')
    await page.getByRole('button', { name: 'Resume scan' }).click()
    await page.getByRole('button', { name: 'Pause scan' }).waitFor()
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Cancel scan and delete results' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel scan' }).click()
    await isNow('cancelled')
    expect(await page.getByRole('list', { name: 'Documents' }).count()).toBe(0)
    browser.settle(/400 \(Bad|ERR_FAILED/)
  }, 180_000)

  test('a schedule starts a scan, fixed findings are counted, and it is paused and deleted', async () => {
    const { page } = browser
    const ofSchedule = async () => {
      const { scans } = (await askService(browser, '/api/scans?status=COMPLETED')) as { scans: readonly Scanned[] }
      return scans.find(({ triggeredBy, project }) => triggeredBy === 'schedule' && project.name === 'shop')
    }
    await expect.poll(ofSchedule, { timeout: 150_000, interval: 500 }).toMatchObject({ commitSha: git.commits[1] })
    await browser.visit('/appsec/trends')
    const repaired = page.getByRole('region', { name: 'Mean time to repair' })
    await repaired
      .getByText(/^mean of [1-9]/)
      .first()
      .waitFor()
    await inspect(browser, 'appsec-mttr')

    await browser.visit(`/appsec/projects/${(await ofSchedule())!.project.id}?tab=schedule`)
    // Runs immediately with the schedule's settings on behalf of the user; the next scheduled time is unchanged.
    await page.getByRole('button', { name: 'Run now' }).click()
    await isNow('completed')
    await page.getByText(git.commits[1]!.slice(0, 12)).waitFor()
    await page.goBack()
    await page.getByRole('switch', { name: 'Enabled' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('disabled').waitFor()
    await inspect(browser, 'appsec-schedule')
    await page.getByRole('button', { name: 'Remove' }).click()
    await page.getByText('No schedule. Scans are started manually.').waitFor()
    browser.settle(/400 \(Bad|ERR_FAILED/)
  }, 180_000)
})

interface Scanned {
  readonly triggeredBy: string
  readonly commitSha: string
  readonly project: { readonly id: string; readonly name: string }
}
