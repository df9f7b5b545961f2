import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { findingsOf, scanned } from '../scans.ts'
import { type Person, send } from '../serve.ts'

export interface Making {
  readonly url: string
  /** An ADMIN. */
  readonly person: Person
  /** Word in every created resource. */
  readonly marker: string
}

/**
 * Functions that create a resource with an id in a path, by the path up to the id. Each returns the path with the id. The generated tests
 * require one for every path with an id.
 */
export const MAKERS: Readonly<Record<string, (making: Making) => Promise<string>>> = {
  '/api/apikeys/{id}': async (making) => {
    const { id } = await made(making, 'POST', '/api/apikeys', { name: making.marker })
    return `/api/apikeys/${String(id)}`
  },
  '/api/users/{memberId}': async (making) => {
    const invited = { email: `${making.marker}@example.org`, role: 'VIEWER', name: making.marker }
    const { member } = await made(making, 'POST', '/api/users', invited)
    return `/api/users/${(member as { id: string }).id}`
  },
  '/api/projects/{projectId}': async (making) => `/api/projects/${await project(making)}`,
  '/api/projects/{projectId}/suppressions/{suppressionId}': async (making) => {
    const { marker, person } = making
    const files = { [`${marker}.js`]: `BAD HIGH ${marker} # nosemgrep` }
    const { projectId } = await scanned(making, person, files, { projectName: `${marker} suppressions` })
    const list = `/api/projects/${String(projectId)}/suppressions`
    const { suppressions } = await made(making, 'GET', list)
    return `${list}/${(suppressions as readonly { id: string }[])[0]!.id}`
  },
  '/api/projects/{projectId}/npm/{name}': async (making) =>
    `/api/projects/${await project(making)}/npm/${encodeURIComponent(making.marker)}`,
  '/api/settings/policies/{policyId}': async (making) => {
    const request = { name: making.marker, rule: `Nothing may be called ${making.marker}.` }
    const { policy } = await made(making, 'POST', '/api/settings/policies', request)
    return `/api/settings/policies/${(policy as { id: string }).id}`
  },
  '/api/integrations/{id}': async (making) => {
    const config = { webhookUrl: `http://127.0.0.1:9/${making.marker}`, notifyOn: [] }
    const { id } = await made(making, 'POST', '/api/integrations', { kind: 'CHAT', name: making.marker, config })
    return `/api/integrations/${String(id)}`
  },
  '/api/integrations/{id}/deliveries/{deliveryId}': async (making) => {
    const receiver = createServer((_, response) => response.writeHead(204).end())
    await new Promise<void>((resolve) => void receiver.listen(0, '127.0.0.1', resolve))
    const webhookUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/${making.marker}`
    const given = { kind: 'CHAT', name: `${making.marker} deliveries` }
    const { id } = await made(making, 'POST', '/api/integrations', { ...given, config: { webhookUrl } })
    await scan(making)
    const list = `/api/integrations/${String(id)}/deliveries`
    for (;;) {
      const { deliveries } = await made(making, 'GET', `${list}?status=delivered`)
      const [first] = deliveries as readonly { id: string }[]
      if (first !== undefined) {
        // No later scan changes the list.
        await made(making, 'POST', '/api/integrations', { ...given, config: { webhookUrl, notifyOn: [] } })
        await new Promise((resolve) => receiver.close(resolve))
        return `${list}/${first.id}`
      }
      await wait(50)
    }
  },
  '/api/scans/{scanId}': async (making) => `/api/scans/${await scan(making)}`,
  '/api/scans/{scanId}/artifacts/{kind}': async (making) => `/api/scans/${await scan(making)}/artifacts/sarif`,
  '/api/findings/{findingId}': async (making) => {
    const { findings } = await findingsOf(making, making.person, await scan(making))
    return `/api/findings/${findings[0]!.id}`
  },
  '/api/scans/{scanId}/findings/{findingId}': async (making) => {
    const scanId = await scan(making)
    const { findings } = await findingsOf(making, making.person, scanId)
    return `/api/scans/${scanId}/findings/${findings[0]!.id}`
  },
}

/** A scan that has found something. @returns its id */
async function scan(making: Making): Promise<string> {
  const { marker, person } = making
  const { id } = await scanned(making, person, { [`${marker}.js`]: `BAD HIGH ${marker}` }, { projectName: marker })
  return String(id)
}

/** Request bodies of endpoints that reject an empty one, by method and path: unauthorized callers must be denied nevertheless. */
export const BODIES: Readonly<Record<string, object>> = {
  'PUT /api/projects/{projectId}/host': { kind: 'github', owner: 'a', repo: 'b', token: 'token-of-a-stranger' },
  'PATCH /api/findings/{findingId}': { status: 'RESOLVED' },
  'POST /api/findings/{findingId}/comments': { text: 'Comment of a stranger' },
  'PATCH /api/projects/{projectId}/suppressions/{suppressionId}': { status: 'ACCEPTED' },
  'PATCH /api/users/{memberId}': { role: 'ADMIN' },
  'PUT /api/projects/{projectId}/schedule': { frequency: 'DAILY' },
  'POST /api/projects/{projectId}/schedule': { frequency: 'DAILY' },
}

/** Creates a project with the marker in every text. @returns its id */
export async function project(making: Making): Promise<string> {
  const { marker } = making
  const { id } = await made(making, 'POST', '/api/projects', {
    name: marker,
    description: marker,
    repoUrl: `https://${marker}.example/${marker}.git`,
  })
  return String(id)
}

/** @throws {Error} when the resource could not be created */
export async function made(
  { url, person }: Making,
  method: string,
  path: string,
  body?: object,
): Promise<Readonly<Record<string, unknown>>> {
  const answer = await send(`${url}${path}`, method, body, person.session)
  if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`)
  return answer.body
}
