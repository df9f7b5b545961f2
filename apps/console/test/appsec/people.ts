import type { Watched } from '../world.ts'

/** Registers the first person, who is the admin of the organization. @returns its id */
export async function signUp({ context }: Pick<Watched, 'context'>): Promise<string> {
  const page = await context.newPage()
  await page.goto('/sign-in')
  // Other content is shown until the page is rendered.
  await page.getByRole('heading', { level: 1, name: 'Account' }).waitFor()
  const body = {
    register: true,
    email: 'ann@example.org',
    password: 'a made-up pass phrase',
    name: 'Ann',
    organizationName: 'Example',
  }
  const id = await page.evaluate<string>(`(async () => {
    const headers = { 'x-gatehouse-console': '1', 'content-type': 'application/json' }
    await fetch('/session/appsec', { method: 'POST', headers, body: ${JSON.stringify(JSON.stringify(body))} })
    const { appsec } = await (await fetch('/session')).json()
    return appsec.account.organization.id
  })()`)
  await page.close()
  return id
}

/** Sends a request to the service like a console page, as the signed-in user. */
export function askService({ page }: Pick<Watched, 'page'>, path: string, init: unknown = {}): Promise<unknown> {
  const headers = { 'x-gatehouse-console': '1', 'content-type': 'application/json' }
  return page.evaluate(
    `fetch(${JSON.stringify(`/api/appsec${path}`)}, { ...${JSON.stringify(init)}, headers: ${JSON.stringify(headers)} }).then((answer) => answer.text()).then((text) => text === '' ? null : JSON.parse(text))`,
  )
}
