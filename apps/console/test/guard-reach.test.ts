import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ADMIN_KEY, hasBrowser, inspect, useWorld, pasteCode } from './world.ts'

const XSS = '<img src=x onerror=alert(1)>'
/** Requests that the webhook receiver got. */
const received: string[] = []
let takesIt = false
const receiver = createServer((incoming, answer) => {
  incoming.resume().on('end', () => {
    received.push(String(incoming.headers['x-shield-event']))
    answer.writeHead(takesIt ? 200 : 500, { 'content-type': 'text/html' }).end(XSS)
  })
})

describe.skipIf(!hasBrowser)('tenants, agents and webhooks', () => {
  const world = useWorld({ GATEHOUSE_EGRESS_ALLOW: '127.0.0.0/8' })
  beforeAll(() => new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve)))
  afterAll(() => new Promise((resolve) => receiver.close(resolve)))

  test('a tenant is created, changed, assigned a key, deleted and restored', async () => {
    const browser = await world.open()
    const { page } = browser
    await browser.visit('/guard/tenants')
    await page.getByLabel('Admin key').fill(ADMIN_KEY)
    await page.getByRole('button', { name: 'Use admin key' }).click()
    await page.getByRole('button', { name: 'New tenant' }).first().click()
    await page.getByRole('textbox', { name: 'ID' }).fill('web shop')
    await page.getByRole('textbox', { name: 'Name' }).fill(XSS)
    await page.getByRole('button', { name: 'Create' }).click()
    await page
      .getByRole('alert')
      .getByText(/letters, digits/)
      .waitFor()
    expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe(XSS)
    await page.getByRole('textbox', { name: 'ID' }).fill('shop')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('grid', { name: 'Tenants' }).getByText('shop').click()
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByRole('dialog', { name: 'Edit tenant' }).getByLabel('Plan').selectOption('pro')
    await page.getByLabel('Requests per minute').fill('30')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('dialog').getByText('Pro', { exact: true }).waitFor()
    await inspect(browser, 'guard-tenant')
    await page.getByRole('tab', { name: /^API keys/ }).click()
    await page.getByRole('button', { name: 'New key' }).click()
    await page.getByRole('button', { name: 'Create key' }).click()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('tab', { name: 'API keys (1)' }).waitFor()
    await page.getByRole('tab', { name: 'Usage' }).click()
    await page.getByText('of 30', { exact: true }).waitFor()
    await page.getByRole('tab', { name: 'About' }).click()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page
      .getByRole('dialog', { name: /^Delete/ })
      .getByRole('button', { name: 'Delete' })
      .click()
    await expect.poll(() => page.getByRole('grid', { name: 'Tenants' }).getByText('shop').count()).toBe(0)
    await page.getByLabel('Show deleted tenants').check()
    await page.getByRole('grid', { name: 'Tenants' }).getByText('shop').click()
    await page.getByRole('button', { name: 'Restore' }).click()
    await page.getByRole('button', { name: 'Delete' }).waitFor()
    expect(await page.locator('img[src="x"]').count()).toBe(0)
    browser.settle(/4(00|22) \(/)
  })

  test('an agent is registered, its roles are compared with other agents, and a tool is limited', async () => {
    const browser = await world.open()
    const { page } = browser
    await browser.visit('/guard/agents')
    await page.getByText('No agents').waitFor()
    await page.getByRole('button', { name: 'New agent' }).click()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('shop-bot')
    const yaml = page.getByRole('textbox', { name: 'YAML of the' })
    await pasteCode(
      yaml,
      `name: "${XSS}"\nstatus: sleeping\ntools: [orders_*, refund]\nrole_permissions:\n  manager: ["*"]\n  guest: []\n`,
    )
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('button', { name: /^Line 2: status/ }).click()
    const edited = yaml.and(page.locator(':focus'))
    await edited.waitFor()
    // Tab leaves the editor.
    await page.keyboard.press('Tab')
    expect(await edited.count()).toBe(0)
    // The same message is shown at the field; the form updates the text, and keeps values that it does not show.
    await page
      .getByRole('alert')
      .getByText(/active/)
      .first()
      .waitFor()
    await page.getByLabel('Status').selectOption('active')
    await expect.poll(() => yaml.innerText()).toContain('status: active')
    await page.getByRole('button', { name: 'Add role' }).click()
    await page.getByRole('textbox', { name: 'Tools by role, 3: Role' }).fill('clerk')
    await page.getByRole('textbox', { name: 'Tools by role, 3: Tools' }).fill('orders_read, orders_list')
    await expect.poll(() => yaml.innerText()).toContain('clerk:\n    - orders_read\n    - orders_list')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('button', { name: 'clerk through shop-bot: orders_read, orders_list' }).waitFor()
    await page.getByRole('button', { name: 'guest through shop-bot: none' }).click()
    await page.getByLabel('Allowed tools').fill('orders_read')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'guest through shop-bot: orders_read' }).waitFor()
    await inspect(browser, 'guard-agents')
    // Items removed from the text are deleted; unsaved input is restored.
    await page.getByRole('grid', { name: 'Agents' }).getByText('shop-bot').click()
    await page.getByRole('button', { name: 'Tools by role: remove row 1' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('grid', { name: 'Agents' }).getByText('shop-bot').click()
    await inspect(browser, 'guard-agent')
    expect(await yaml.innerText()).not.toContain('clerk')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => page.getByRole('button', { name: /^clerk through/ }).count()).toBe(0)

    await browser.visit('/guard/tool-policies')
    await page.getByRole('button', { name: 'New tool policy' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('refund')
    await page.getByLabel('Number of approvals').fill('many')
    await page.getByRole('button', { name: 'Create' }).click()
    await page
      .locator('p[role=alert]')
      .getByText(/number/)
      .waitFor()
    await inspect(browser, 'guard-tool-policy')
    await page.getByLabel('Number of approvals').fill('2')
    await page.getByRole('textbox', { name: 'Numeric limits, 1: Maximum' }).fill('250')
    // The focus moves to an added row, and stays in the form after its removal.
    const focused = (): Promise<unknown> => page.evaluate('document.activeElement.getAttribute("aria-label")')
    await page.getByRole('button', { name: 'Add limit' }).click()
    await expect.poll(focused).toBe('Numeric limits, 2: Argument')
    await page.keyboard.type('total')
    await page.getByRole('button', { name: 'Numeric limits: remove row 2' }).click()
    await expect.poll(focused).toBe('Numeric limits, 1: Argument')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('grid', { name: 'Tool policies' }).getByText('refund').waitFor()
    await inspect(browser, 'guard-tool-policies')
    // A new item does not replace an existing one, and closing the form keeps the name.
    await page.getByRole('button', { name: 'New tool policy' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('refund')
    await page.getByText('The name is already in use').waitFor()
    expect(await page.getByRole('button', { name: 'Create' }).isDisabled()).toBe(true)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'New tool policy' }).click()
    expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('refund')
    await page.keyboard.press('Escape')
    // Changes by others appear when the user returns to the window: in place of unchanged input, else next to it.
    const saveElsewhere = async (limit: number): Promise<void> => {
      await page.evaluate(`fetch('/api/guard/v1/agents/tools/policies/refund', {
        method: 'PUT',
        headers: { 'x-gatehouse-console': '1', 'content-type': 'application/json' },
        body: '{"session_limit":${limit}}',
      })`)
      // Simulates the passage of time.
      await page.evaluate(`{ const now = Date.now; Date.now = () => now() + 60_000 }`)
      await page.evaluate(`window.dispatchEvent(new Event('visibilitychange'))`)
    }
    await page.getByRole('grid', { name: 'Tool policies' }).getByText('refund').click()
    await saveElsewhere(41)
    await expect.poll(() => yaml.innerText()).toContain('session_limit: 41')
    await pasteCode(yaml, 'session_limit: 7\n')
    await saveElsewhere(42)
    await page.getByText('This item was changed in the meantime').waitFor()
    expect(await yaml.innerText()).toMatch(/^session_limit: 7\n+$/)
    await page.getByRole('button', { name: 'Discard changes' }).click()
    await expect.poll(() => yaml.innerText()).toContain('session_limit: 42')
    expect(await page.locator('img[src="x"]').count()).toBe(0)
    browser.settle(/422 \(/)
  })

  test('a webhook is created, its secret is shown a single time, and test deliveries are listed', async () => {
    const browser = await world.open()
    const { page } = browser
    await browser.visit('/guard/webhooks')
    await page.getByText('No webhooks').waitFor()
    await page.getByRole('button', { name: 'New webhook' }).click()
    await page.getByLabel('URL').fill('javascript:alert(1)')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('alert').first().waitFor()
    await page.getByLabel('URL').fill(`http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`)
    await page.getByLabel('Description').fill(XSS)
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByText('Signing secret').waitFor()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('grid', { name: 'Webhooks' }).getByText(XSS).click()
    await page.getByRole('button', { name: 'Send test event' }).click()
    await page.getByRole('status', { name: 'Test event response' }).getByText('Delivery failed').waitFor()
    expect(received).toContain('ping')
    await inspect(browser, 'guard-webhook')
    await page.keyboard.press('Escape')
    await page.getByRole('grid', { name: 'Deliveries' }).getByText('ping').click()
    await page.getByRole('list', { name: 'Attempts' }).getByText(XSS).waitFor()
    await inspect(browser, 'guard-delivery')
    // Once the receiver works again, missed events can be resent with a click.
    takesIt = true
    const before = received.length
    await page.getByRole('button', { name: 'Redeliver' }).click()
    await page.getByText('Redelivery queued.').waitFor()
    await expect.poll(() => received.slice(before)).toEqual(['ping'])
    const deliveries = page.getByRole('grid', { name: 'Deliveries' })
    await deliveries.getByText('Delivered', { exact: true }).waitFor()
    await deliveries.getByText('ping').click()
    await expect.poll(() => page.getByRole('list', { name: 'Attempts' }).getByRole('listitem').count()).toBe(2)
    expect(await page.locator('img[src="x"]').count()).toBe(0)
    await page.keyboard.press('Escape')
    await inspect(browser, 'guard-webhooks')
    browser.settle(/422 \(/)
  })
})
