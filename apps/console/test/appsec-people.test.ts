import { fillFindings, XSS } from '@gatehouse/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askService, signUp } from './appsec/people.ts'
import { type Provider, startProvider } from './appsec/provider.ts'
import { hasBrowser, inspect, useWorld, type Watched } from './world.ts'

const CLIENT_ID = 'gatehouse here'
let provider: Provider | undefined
const env: Record<string, string> = { OIDC_CLIENT_ID: CLIENT_ID, GATEHOUSE_EGRESS_ALLOW: '127.0.0.1' }

describe.skipIf(!hasBrowser)('members of the AppSec service', () => {
  // Before the world, which reads its settings when it starts.
  beforeAll(async () => {
    provider = await startProvider(CLIENT_ID)
    env['OIDC_ISSUER'] = provider.issuer
  })
  const world = useWorld(env)
  let admin: Watched
  let viewer: Watched
  let ids: { readonly projectId: string; readonly scanId: string; readonly findingId: string }

  beforeAll(async () => {
    admin = await world.open()
    const filled = await fillFindings(world.dataDir, await signUp(admin), 30)
    await admin.page.goto('/sign-in')
    const { findings } = (await askService(admin, `/api/scans/${filled.scanId}/findings?limit=1`)) as {
      findings: { id: string }[]
    }
    ids = { ...filled, findingId: findings[0]!.id }
  }, 120_000)
  afterAll(() => provider?.close())

  test('an invited member signs in through the provider, and a stranger sees the rejection reason', async () => {
    const invited = { method: 'POST', body: JSON.stringify({ email: 'vera@example.org', role: 'VIEWER' }) }
    await askService(admin, '/api/users', invited)
    viewer = await world.open()
    const { page } = viewer
    // Different site than the provider's: cookies behave as cross-site.
    const url = world.url.replace('127.0.0.1', 'localhost')
    const signIn = async (person: Provider['person']): Promise<void> => {
      provider!.person = person
      await viewer.visit(`${url}/appsec/projects`)
      await page.getByRole('link', { name: 'Sign in with SSO' }).click()
      await page.getByRole('link', { name: 'I agree' }).click()
    }
    await signIn({ sub: 'x', email: 'x@example.org', email_verified: true })
    await page.getByRole('alert').getByText('ask an admin for an invitation').waitFor()
    await inspect(viewer, 'appsec-refused')
    await signIn({ sub: 'vera', email: 'vera@example.org', email_verified: true, name: XSS })
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
    await viewer.visit(`${url}/appsec/organization`)
    await page.getByText('Signed in as vera@example.org with the role viewer.').waitFor()
    await page.getByRole('grid', { name: 'Members' }).getByText(XSS).waitFor()
    expect(await page.evaluate('document.cookie')).toBe('')
    viewer.settle(/asked elsewhere|401/)
  }, 120_000)

  test('a viewer sees everything and no button that would fail', async () => {
    const { page } = viewer
    const url = world.url.replace('127.0.0.1', 'localhost')
    const wrong: string[] = []
    const forbidden =
      /^(?:New (?:scan|project|policy|key)|Invite|Save|Triage|Suggest|Delete|Remove|Pause|Resume|Stop|More actions|Start scan|Role of)/
    const project = `/appsec/projects/${ids.projectId}`
    for (const path of [
      '/appsec/projects',
      '/appsec/scans',
      '/appsec/new-scan',
      `/appsec/scans/${ids.scanId}`,
      `/appsec/scans/${ids.scanId}/findings`,
      `/appsec/findings/${ids.findingId}`,
      ...['overview', 'scans', 'gate', 'schedule', 'pipeline', 'settings'].map((tab) => `${project}?tab=${tab}`),
      '/appsec/trends',
      '/appsec/policies',
      ...['members', 'signing', 'models', 'audit'].map((tab) => `/appsec/organization?tab=${tab}`),
    ]) {
      await viewer.visit(`${url}${path}`)
      const names = await page.evaluate<readonly string[]>(
        `[...document.querySelectorAll('main :is(a, button, select)')].map((one) => one.getAttribute('aria-label') ?? one.innerText)`,
      )
      const alerts = await page.locator('main').getByRole('alert').allInnerTexts()
      wrong.push(...[...names.filter((name) => forbidden.test(name)), ...alerts].map((item) => `${path}: ${item}`))
    }
    expect(wrong).toEqual([])
    await viewer.visit(`${url}/appsec/scans/${ids.scanId}/findings`)
    await page.locator('[data-at="1"]').focus()
    await page.keyboard.press('p')
    await page.keyboard.press('x')
    expect(await page.getByText('selected').count()).toBe(0)
    await page.locator('[data-at="1"]').getByText('Open', { exact: true }).waitFor()
    // No request was denied; the rows that were inserted directly have no documents.
    viewer.settle(/asked elsewhere|40[14] \(/)
  }, 180_000)

  test('pages of an unreachable service show an error and recover', async () => {
    const { page } = admin
    for (const path of [
      '/appsec/projects',
      '/appsec/scans',
      `/appsec/scans/${ids.scanId}`,
      `/appsec/scans/${ids.scanId}/findings`,
      `/appsec/findings/${ids.findingId}`,
      `/appsec/projects/${ids.projectId}`,
      `/appsec/projects/${ids.projectId}?tab=gate`,
      '/appsec/trends',
      '/appsec/policies',
      ...['members', 'keys', 'audit', 'signing', 'models'].map((tab) => `/appsec/organization?tab=${tab}`),
    ]) {
      const subject = path.includes('tab=gate') ? '**/api/appsec/api/scans?*' : '**/api/appsec/**'
      await page.route(subject, (route) => route.abort())
      await page.goto(path)
      const second = page.getByRole('alert').getByRole('button', { name: 'Try again' }).first()
      await second.waitFor()
      await page.unroute(subject)
      await second.click()
      await expect.poll(() => page.getByRole('alert').count(), { message: path }).toBe(0)
    }
    await page.goto('/appsec/findings/nothing')
    await page.getByRole('alert').getByText('Go back to the list').waitFor()
    admin.settle(/ERR_FAILED|404/)
  }, 180_000)

  test('forms keep their input until the service accepts it, and show it as escaped text', async () => {
    const { page } = admin
    const dialog = page.getByRole('dialog')
    const fails = '**/api/appsec/**'
    /** Presses the button while requests fail, and again when they succeed. */
    const twice = async (button: string, fields: Readonly<Record<string, string>>): Promise<void> => {
      for (const [label, text] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(text)
      await page.route(fails, (route) => (route.request().method() === 'GET' ? route.continue() : route.abort()))
      await page.getByRole('button', { name: button, exact: true }).last().click()
      await page.getByText('Could not reach the console server.').first().waitFor()
      for (const [label, text] of Object.entries(fields)) {
        expect(await page.getByLabel(label, { exact: true }).inputValue()).toBe(text)
      }
      await page.unroute(fails)
      await page.getByRole('button', { name: button, exact: true }).last().click()
    }

    await admin.visit('/appsec/projects')
    await page.getByRole('button', { name: 'New project' }).click()
    await twice('Create project', { Name: XSS })
    await page.getByRole('row').filter({ hasText: XSS }).click()
    await page.getByRole('tab', { name: 'Settings' }).click()
    await twice('Save project', { Description: XSS, 'Default branch': 'release<b>1</b>' })
    await page.getByText('Project saved.').waitFor()
    await page.locator('main').getByText(XSS, { exact: true }).nth(1).waitFor()
    await page.getByRole('tab', { name: 'Gate' }).click()
    await twice('Save gate', { High: '7' })
    await page.getByText('Gate saved.').waitFor()
    await page.getByRole('tab', { name: 'Settings' }).click()
    await inspect(admin, 'appsec-settings')
    await page.getByRole('tab', { name: 'Pipeline' }).click()
    await page.getByRole('region', { name: 'Pipeline' }).waitFor()
    await inspect(admin, 'appsec-pipeline')
    await page.getByRole('tab', { name: 'Gate' }).click()
    await page.reload()
    await expect.poll(() => page.getByLabel('High', { exact: true }).inputValue()).toBe('7')

    await admin.visit('/appsec/policies')
    await page.getByRole('button', { name: 'New policy' }).first().click()
    await twice('Save policy', { Name: XSS, Category: XSS, Rule: `${XSS} and more`, Description: XSS })
    const policies = page.getByRole('grid', { name: 'Policies' })
    await policies.getByText(`${XSS} and more`).waitFor()
    await policies.getByRole('switch').click()
    await expect.poll(() => policies.getByRole('switch').getAttribute('aria-checked')).toBe('false')
    await policies.getByText(`${XSS} and more`).click()
    await inspect(admin, 'appsec-policy')
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await dialog.getByRole('button', { name: 'Delete permanently' }).click()
    await page.getByText('No code policies').waitFor()

    await admin.visit('/appsec/organization?tab=keys')
    await page.getByRole('button', { name: 'New key' }).click()
    await twice('Create key', { Name: XSS })
    await dialog.getByLabel('API key', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Done' }).click()
    await inspect(admin, 'appsec-keys')
    await page.getByRole('button', { name: `Revoke ${XSS}` }).click()
    await dialog.getByText(`Revoke ${XSS}?`).waitFor()
    await dialog.getByRole('button', { name: 'Revoke', exact: true }).click()
    await page.getByText('No API keys').waitFor()

    await page.getByRole('tab', { name: 'Members' }).click()
    await page.getByRole('button', { name: 'Invite member' }).click()
    await twice('Create invitation', { Email: 'bob@example.org' })
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByLabel('Role of bob@example.org').selectOption('Security')
    await page.getByText('Role changed').waitFor()
    await page.getByRole('button', { name: 'Remove bob@example.org' }).click()
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await expect.poll(() => page.getByText('bob@example.org').count()).toBe(0)

    await page.getByRole('button', { name: 'Change password' }).click()
    await twice('Change password', {
      'Current password': 'not the right one',
      'New password': 'a newer made-up pass phrase',
    })
    await dialog.getByText('The current password is incorrect.').waitFor()
    await inspect(admin, 'appsec-password')
    await dialog.getByLabel('Current password').fill('a made-up pass phrase')
    await dialog.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('Password changed.').waitFor()

    await page.getByRole('tab', { name: 'Settings' }).click()
    await page.getByLabel('Provider').selectOption('mistral')
    await twice('Save settings', { Model: XSS })
    await page.getByText('Settings saved.').waitFor()
    await inspect(admin, 'appsec-models')
    await page.getByRole('tab', { name: 'Signing keys' }).click()
    await page.getByRole('button', { name: 'New key' }).click()
    await dialog.getByRole('button', { name: 'Create key' }).click()
    await page.getByText('Active').waitFor()
    await inspect(admin, 'appsec-signing')

    await page.getByRole('tab', { name: 'Audit log' }).click()
    await page.getByLabel('Action').fill('policy.created')
    await page.getByRole('grid', { name: 'Audit log' }).getByRole('row').nth(1).click()
    await dialog.getByText(XSS).first().waitFor()
    await inspect(admin, 'appsec-audit-entry')
    admin.settle(/ERR_FAILED|40[34]/)
  }, 180_000)
})
