import type { Watched } from '../world.ts'

/** Signs the first person up, who is the admin of the organization. @returns its id */
export async function signUp({ context }: Pick<Watched, 'context'>): Promise<string> {
  const page = await context.newPage()
  await page.goto('/sign-in')
  // Until the page is built, something else stands there.
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

/** What a page of the console would ask of the service, as who is signed in there. */
export function askService({ page }: Pick<Watched, 'page'>, path: string, init: unknown = {}): Promise<unknown> {
  const headers = { 'x-gatehouse-console': '1', 'content-type': 'application/json' }
  return page.evaluate(
    `fetch(${JSON.stringify(`/api/appsec${path}`)}, { ...${JSON.stringify(init)}, headers: ${JSON.stringify(headers)} }).then((answer) => answer.text()).then((text) => text === '' ? null : JSON.parse(text))`,
  )
}
