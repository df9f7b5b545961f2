import { describe, expect, test } from 'vitest'
import { hasBrowser, inspect, useWorld } from './world.ts'

const XSS = '<img src=x onerror=alert(1)>'

describe.skipIf(!hasBrowser)('decisions on agent actions', () => {
  const world = useWorld()
  const ask = async (method: string, path: string, body: unknown): Promise<Record<string, unknown>> => {
    const answer = await fetch(`${world.gatehouse.url}${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(answer.status).toBeLessThan(300)
    return (await answer.json()) as Record<string, unknown>
  }

  test('a call that waits is seen whole, approved with the keyboard, denied, and found in the audit log', async () => {
    const browser = await world.open()
    const { page } = browser
    await browser.visit('/guard/approvals')
    await page.getByText('No pending approvals').waitFor()
    await ask('PUT', '/v1/agents/tools/policies', { refund: { approval: { required: true } } })
    const call = (amount: number): Promise<unknown> =>
      ask('POST', '/v1/shield/tool/check', {
        tool_name: 'refund',
        agent_key: 'shop-bot',
        // Characters that reorder text, have zero width, or are a blank letter, and very long content.
        tool_params: { amount, note: `${XSS}\u202E\u200B\u3164`, rows: Array.from({ length: 20_000 }, (_, at) => at) },
      })
    await call(25)
    await call(26)
    // Pending items appear without a reload.
    await expect.poll(() => page.getByRole('grid', { name: 'Approvals' }).getByRole('row').count()).toBe(3)
    await inspect(browser, 'guard-approvals')
    await page.getByRole('grid', { name: 'Approvals' }).getByRole('row').nth(1).focus()
    await page.keyboard.press('Enter')
    const shown = page.getByRole('region', { name: 'Tool call arguments' })
    await shown.getByText(/\\u\{202E\}.*\\u\{200B\}.*\\u\{3164\}/i).waitFor()
    await page.getByText('The arguments are truncated.').waitFor()
    expect(await page.locator('img[src="x"]').count()).toBe(0)
    await inspect(browser, 'guard-approval')
    await page.getByLabel('Your name').fill('ann@example.org')
    await shown.focus()
    await page.keyboard.press('a')
    await page.getByText('Request approved.').waitFor()

    await page.getByRole('grid', { name: 'Approvals' }).getByText('refund').first().click()
    await page.getByLabel('Comment').fill(XSS)
    await page.getByRole('button', { name: 'Deny' }).click()
    await page.getByText('Request denied.').waitFor()
    await page.getByText('No pending approvals').waitFor()

    await browser.visit('/guard/audit')
    await page.getByRole('textbox', { name: 'Action' }).fill('guard.tool')
    await page.keyboard.press('Enter')
    await page.getByLabel('Verdict').selectOption('require_approval')
    await expect.poll(() => page.getByRole('grid', { name: 'Audit log' }).getByRole('row').count()).toBe(3)
    expect(page.url()).toContain('action=guard.tool')
    await page.getByRole('button', { name: 'Verify chain' }).click()
    await page.getByRole('status', { name: 'Chain status' }).getByText('Chain verified:').waitFor()
    await inspect(browser, 'guard-audit')
    await page.getByRole('grid', { name: 'Audit log' }).getByText('guard.tool').first().click()
    await page.getByRole('region', { name: 'Entry details' }).getByText('arguments_hash').waitFor()
    await inspect(browser, 'guard-audit-entry')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Clear' }).click()
    await expect
      .poll(() => page.getByRole('grid', { name: 'Audit log' }).getByText('approval.approve', { exact: true }).count())
      .toBe(1)
    browser.settle()
  })

  test('a tool is disabled and enabled again, and an open breaker is closed', async () => {
    for (let at = 0; at < 3; at++) {
      await ask('POST', '/v1/tenant/me/agentic/circuit-breakers/report', {
        tool_name: 'search',
        success: false,
        error: XSS,
      })
    }
    const browser = await world.open()
    const { page } = browser
    await browser.visit('/guard/switches')
    await page.getByText('No disabled tools').waitFor()
    await page.getByRole('button', { name: 'Disable tool' }).click()
    await page.getByRole('textbox', { name: 'Tool' }).fill('a*b')
    await page.getByRole('button', { name: 'Disable', exact: true }).click()
    await page
      .getByRole('alert')
      .getByText(/not a tool name/)
      .waitFor()
    await page.getByRole('textbox', { name: 'Tool' }).fill('delete_*')
    await page.getByRole('textbox', { name: 'Reason' }).fill(XSS)
    await page.getByRole('button', { name: 'Disable', exact: true }).click()
    await page.getByRole('grid', { name: 'Disabled tools' }).getByText('delete_*').waitFor()
    expect(await ask('POST', '/v1/shield/tool/check', { tool_name: 'delete_user' })).toMatchObject({ action: 'block' })
    await inspect(browser, 'guard-switches')
    await page.getByRole('button', { name: 'Enable' }).click()
    await page.getByText('No disabled tools').waitFor()
    await page.getByRole('grid', { name: 'Circuit breakers' }).getByRole('button', { name: 'Close' }).click()
    await page.getByText('Circuit breaker of search closed.').waitFor()
    browser.settle(/422 \(/)
  })

  test('a lockout by the attack budget is listed, and ended after confirmation', async () => {
    const browser = await world.open()
    const { page } = browser
    await browser.visit('/guard/switches')
    await page.getByText('The guard attack_budget is disabled').waitFor()
    const agentic_guardrails = { attack_budget: { enabled: true, settings: { blocks: 1, response: 'block' } } }
    await ask('PUT', '/v1/tenant/me/policies', { input_guardrails: {}, output_guardrails: {}, agentic_guardrails })
    const limits = { pay: { parameter_policy: { numeric_limits: { amount: { max: 1 } } } } }
    await ask('PUT', '/v1/agents/tools/policies', limits)
    const caller = { agent_key: `bot ${XSS}`, session_id: `${XSS}\u202E` }
    await ask('POST', '/v1/shield/tool/check', { tool_name: 'pay', tool_params: { amount: 9 }, ...caller })
    const read = (): Promise<unknown> => ask('POST', '/v1/shield/tool/check', { tool_name: 'read', ...caller })
    expect(await read()).toMatchObject({ action: 'block' })
    const holds = page.getByRole('grid', { name: 'Attack lockouts' })
    await holds.getByText(/\\u\{202E\}/i).waitFor()
    await holds.getByText('1 blocked call in 300 s, last by parameter_policy').waitFor()
    expect(await page.locator('img[src="x"]').count()).toBe(0)
    await inspect(browser, 'guard-holds')
    await holds.getByRole('button', { name: 'End lockout' }).click()
    const dialog = page.getByRole('dialog')
    await inspect(browser, 'guard-hold-lift')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    expect(await read()).toMatchObject({ action: 'block' })
    await holds.getByRole('button', { name: 'End lockout' }).click()
    await dialog.getByRole('textbox', { name: 'Reason' }).fill(XSS)
    await dialog.getByRole('button', { name: 'End lockout' }).click()
    await page.getByText('Lockout ended.').waitFor()
    await page.getByText('No active lockouts').waitFor()
    expect(await read()).toMatchObject({ allowed: true })
    await browser.visit('/guard/audit?action=hold.lift')
    await page.getByRole('grid', { name: 'Audit log' }).getByText('hold.lift').waitFor()
    browser.settle()
  })

  test('a key is shown a single time and revoked, and usage is displayed', async () => {
    const browser = await world.open()
    const { page } = browser
    await browser.visit('/guard/keys')
    await page.getByRole('button', { name: 'New key' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill(XSS)
    await page.getByRole('button', { name: 'Create key' }).click()
    const dialog = page.getByRole('dialog')
    const key = await dialog.locator('code').innerText()
    expect(key.length).toBeGreaterThan(20)
    await inspect(browser, 'guard-key-once')
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('grid', { name: 'API keys' }).getByText(XSS).waitFor()
    expect(await page.content()).not.toContain(key)
    await inspect(browser, 'guard-keys')
    await page.getByRole('button', { name: 'Revoke' }).click()
    await dialog.getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('No API keys').waitFor()

    await browser.visit('/guard/usage')
    await page.getByText('Requests today', { exact: true }).first().waitFor()
    await page.getByRole('button', { name: 'Show as table' }).click()
    await page.getByRole('cell').first().waitFor()
    await inspect(browser, 'guard-usage')
    browser.settle()
  })
})
