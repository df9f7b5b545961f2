import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ADMIN_KEY, hasBrowser, inspect, useWorld } from './world.ts'

const XSS = '<img src=x onerror=alert(1)>'
/** What a receiver of webhooks was sent. */
const received: string[] = []
const receiver = createServer((incoming, answer) => {
  incoming.resume().on('end', () => {
    received.push(String(incoming.headers['x-shield-event']))
    answer.writeHead(500, { 'content-type': 'text/html' }).end(XSS)
  })
})

describe.skipIf(!hasBrowser)('what a tenant has and reaches', () => {
  const world = useWorld({ GATEHOUSE_EGRESS_ALLOW: '127.0.0.0/8' })
  beforeAll(() => new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve)))
  afterAll(() => new Promise((resolve) => receiver.close(resolve)))

  test('a tenant is made, changed, given a key, deleted and brought back', async () => {
    const browser = await world.open()
    const { page } = browser
    await browser.visit('/guard/tenants')
    await page.getByLabel('Admin key').fill(ADMIN_KEY)
    await page.getByRole('button', { name: 'Use admin key' }).click()
    await page.getByRole('button', { name: 'New tenant' }).first().click()
    await page.getByRole('textbox', { name: 'Id' }).fill('web shop')
    await page.getByRole('textbox', { name: 'Name' }).fill(XSS)
    await page.getByRole('button', { name: 'Create' }).click()
    await page
      .getByRole('alert')
      .getByText(/letters, digits/)
      .waitFor()
    expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe(XSS)
    await page.getByRole('textbox', { name: 'Id' }).fill('shop')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('grid', { name: 'Tenants' }).getByText('shop').click()
    await page.getByRole('button', { name: 'Change' }).click()
    await page.getByRole('dialog', { name: 'Change the tenant' }).getByLabel('Plan').selectOption('pro')
    await page.getByLabel('Requests a minute').fill('30')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('dialog').getByText('pro', { exact: true }).waitFor()
    await inspect(browser, 'guard-tenant')
    await page.getByRole('tab', { name: /^Keys/ }).click()
    await page.getByRole('button', { name: 'New key' }).click()
    await page.getByRole('button', { name: 'Make key' }).click()
    await page.getByRole('button', { name: 'I have copied it' }).click()
    await page.getByRole('tab', { name: 'Keys 1' }).waitFor()
    await page.getByRole('tab', { name: 'Usage' }).click()
    await page.getByText('of 30', { exact: true }).waitFor()
    await page.getByRole('tab', { name: 'About' }).click()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page
      .getByRole('dialog', { name: /^Delete/ })
      .getByRole('button', { name: 'Delete' })
      .click()
    await expect.poll(() => page.getByRole('grid', { name: 'Tenants' }).getByText('shop').count()).toBe(0)
    await page.getByLabel('Deleted ones too').check()
    await page.getByRole('grid', { name: 'Tenants' }).getByText('shop').click()
    await page.getByRole('button', { name: 'Restore' }).click()
    await page.getByRole('button', { name: 'Delete' }).waitFor()
    expect(await page.locator('img[src="x"]').count()).toBe(0)
    browser.settle(/4(00|22) \(/)
  })

  test('an agent is registered, its roles are seen beside those of others, and a tool is bounded', async () => {
    const browser = await world.open()
    const { page } = browser
    await browser.visit('/guard/agents')
    await page.getByText('No agent is registered yet').waitFor()
    await page.getByRole('button', { name: 'New agent' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('shop-bot')
    const yaml = page.getByRole('textbox', { name: 'as YAML' })
    await yaml.fill(
      `name: "${XSS}"\nstatus: sleeping\ntools: [orders_*, refund]\nrole_permissions:\n  manager: ["*"]\n  guest: []\n`,
    )
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('button', { name: /^Line 2: status/ }).waitFor()
    await yaml.fill((await yaml.inputValue()).replace('sleeping', 'active'))
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('button', { name: 'guest through shop-bot: nothing' }).click()
    await page.getByLabel('Tools').fill('orders_read')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'guest through shop-bot: orders_read' }).waitFor()
    await inspect(browser, 'guard-agents')

    await browser.visit('/guard/tool-policies')
    await page.getByRole('button', { name: 'New tool policy' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('refund')
    await inspect(browser, 'guard-tool-policy')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('grid', { name: 'Tool policies' }).getByText('refund').waitFor()
    await inspect(browser, 'guard-tool-policies')
    expect(await page.locator('img[src="x"]').count()).toBe(0)
    browser.settle(/422 \(/)
  })

  test('gateways are set up: a route in front of a tool server, and a provider of models', async () => {
    const browser = await world.open()
    const { page } = browser
    await browser.visit('/guard/mcp-routes')
    await page.getByText('No tool server is behind the gateway yet').waitFor()
    await page.getByRole('button', { name: 'New route' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('files')
    await page
      .getByRole('textbox', { name: 'as YAML' })
      .fill('transport: http\nurl: http://127.0.0.1:9/mcp\nheaders:\n  X-Token: made-up-token\n')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('grid', { name: 'Routes' }).getByText('files', { exact: true }).click()
    await expect.poll(() => page.getByRole('textbox', { name: 'as YAML' }).inputValue()).toContain('***')
    await page.getByRole('button', { name: 'Save' }).click()
    await page
      .getByText(/^files is saved/)
      .first()
      .waitFor()
    await inspect(browser, 'guard-mcp-routes')

    await browser.visit('/guard/model-upstreams')
    await page.getByRole('button', { name: 'New provider' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('main')
    await page
      .getByRole('textbox', { name: 'as YAML' })
      .fill('base_url: http://127.0.0.1:9/v1\napi_key: made-up-key\nmodels: [gpt-*]\n')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('grid', { name: 'Providers' }).getByText('held').waitFor()
    await inspect(browser, 'guard-model-upstreams')
    expect(await page.content()).not.toContain('made-up-key')
    browser.settle(/422 \(/)
  })

  test('a webhook is made with its secret shown once, tried, and its deliveries are told', async () => {
    const browser = await world.open()
    const { page } = browser
    await browser.visit('/guard/webhooks')
    await page.getByText('Nobody is told yet').waitFor()
    await page.getByRole('button', { name: 'New webhook' }).click()
    await page.getByLabel('Address').fill('javascript:alert(1)')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('alert').first().waitFor()
    await page.getByLabel('Address').fill(`http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`)
    await page.getByLabel('What it is for').fill(XSS)
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByText('Secret of the webhook').waitFor()
    await page.getByRole('button', { name: 'I have copied it' }).click()
    await page.getByRole('grid', { name: 'Webhooks' }).getByText(XSS).click()
    await page.getByRole('button', { name: 'Send a ping' }).click()
    await page.getByRole('status', { name: 'Answer to the ping' }).getByText('It did not arrive').waitFor()
    expect(received).toContain('ping')
    await inspect(browser, 'guard-webhook')
    await page.keyboard.press('Escape')
    await page.getByRole('grid', { name: 'Deliveries' }).getByText('ping').click()
    await page.getByRole('list', { name: 'Attempts' }).getByText(XSS).waitFor()
    expect(await page.locator('img[src="x"]').count()).toBe(0)
    await page.keyboard.press('Escape')
    await inspect(browser, 'guard-webhooks')
    browser.settle(/422 \(/)
  })
})
