import type { Handlers } from '@gatehouse/contracts'
import type { hostLinkEndpoints, HostLinkTest, HostLinkView, NewHostLink } from '@gatehouse/contracts/hosts'
import type { RequestContext } from '@gatehouse/http'
import { Failure, MASK, Secret } from '@gatehouse/kernel'
import type { DeliveryRow } from '@gatehouse/store/deliveries'
import { deleteHostLink, findHostLink, type HostLinkRow, hostQueue, saveHostLink } from '@gatehouse/store/projects'
import { memberEntry } from '../audited.ts'
import { privateKeyOf } from '../hosts/app-tokens.ts'
import { HostFailure } from '../hosts/call.ts'
import { BASE_URLS, type HostLink } from '../hosts/link.ts'
import { isKept } from '../integrations/config.ts'
import { ownProject } from '../projects/own-project.ts'
import { checkSavedAddress, WEB_SCHEMES } from '../saved-address.ts'
import { sealFor } from '../settings/sealed.ts'
import type { AppsecPorts } from './handler.ts'
import { shownDelivery } from './integrations.ts'

/** Handlers of the links between projects and repositories of git hosts. */
export function hostLinkHandlers(ports: AppsecPorts): Handlers<typeof hostLinkEndpoints, RequestContext> {
  const { store, hosts, audit } = ports
  const note = async (action: 'saved' | 'deleted' | 'tested', id: string, details: object, context: RequestContext) => {
    const event = {
      action: `host_link.${action}`,
      resource: 'project',
      resourceId: id,
      details: { ...details },
    } as const
    await audit.append(memberEntry(event, context))
  }
  return {
    async readHostLink({ params, context }) {
      const { id, organizationId } = await ownProject(params.projectId, ports, context)
      const row = await findHostLink(store, organizationId, id)
      if (row === undefined) throw missing()
      return shown(row)
    },
    async saveHostLink({ params, body, context }) {
      const { id: projectId, organizationId } = await ownProject(params.projectId, ports, context)
      const where = { organizationId, projectId }
      const baseUrl = await checkedBaseUrl(body, ports)
      const stored = await findHostLink(store, organizationId, projectId)
      const row = await saveHostLink(store, organizationId, projectId, {
        kind: body.kind,
        baseUrl,
        owner: body.owner,
        repo: body.repo,
        appId: body.app?.id ?? null,
        installationId: body.app?.installationId ?? null,
        secret: secretFor(body, baseUrl, where, stored, ports),
      })
      const { kind, owner, repo } = row
      await note('saved', projectId, { kind, baseUrl, owner, repo, app: row.appId !== null }, context)
      return { ...shown(row), test: await tested(await hosts.linkOf(where), ports, context) }
    },
    async deleteHostLink({ params, context }) {
      const { id, organizationId } = await ownProject(params.projectId, ports, context)
      if (!(await deleteHostLink(store, organizationId, id))) throw missing()
      await note('deleted', id, {}, context)
    },
    async testHostLink({ params, context }) {
      const { id, organizationId } = await ownProject(params.projectId, ports, context)
      const result = await tested(await hosts.linkOf({ organizationId, projectId: id }), ports, context)
      await note('tested', id, { ok: result.ok }, context)
      return result
    },
    listHostDeliveries: listHostDeliveries(ports),
  }
}

/** Returns the handler of the delivery log. */
function listHostDeliveries(
  ports: AppsecPorts,
): Handlers<typeof hostLinkEndpoints, RequestContext>['listHostDeliveries'] {
  return async ({ params, query: { status, limit, cursor }, context }) => {
    const { id, organizationId } = await ownProject(params.projectId, ports, context)
    const lower = status?.toLowerCase() as DeliveryRow['status'] | undefined
    const which = { receiverId: id, status: lower, before: cursor, limit: limit + 1 }
    const rows = await hostQueue.list(ports.store, organizationId, which)
    const page = rows.slice(0, limit)
    return {
      deliveries: page.map((row) => {
        const { integrationId: _project, ...delivery } = shownDelivery(row)
        return delivery
      }),
      nextCursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
    }
  }
}

async function checkedBaseUrl({ kind, baseUrl }: NewHostLink, { egress }: AppsecPorts): Promise<string> {
  if (baseUrl === undefined) return BASE_URLS[kind]
  await checkSavedAddress(baseUrl, { field: 'baseUrl', schemes: WEB_SCHEMES, clearIfListed: true }, egress)
  const { origin, pathname } = new URL(baseUrl)
  return `${origin}${pathname
    .split('/')
    .filter(Boolean)
    .map((name) => `/${name}`)
    .join('')}`
}

/**
 * Returns the sealed secret to store.
 * @throws {Failure} `invalid_request` if it is missing or invalid
 */
function secretFor(
  { kind, token, app }: NewHostLink,
  baseUrl: string,
  { organizationId, projectId }: Pick<HostLink, 'organizationId' | 'projectId'>,
  stored: HostLinkRow | undefined,
  { keys }: Pick<AppsecPorts, 'keys'>,
): Buffer {
  if (app !== undefined && kind !== 'github') throw invalid('app', 'app is possible for github only')
  if (app !== undefined && !isKept(token)) throw invalid('token', 'send either token or app')
  const [field, given] = app === undefined ? (['token', token] as const) : (['app.privateKey', app.privateKey] as const)
  if (given !== undefined && !isKept(given)) {
    if (app === undefined && !/^[!-~]+$/.test(given))
      throw invalid(field, 'token must be printable ASCII without spaces')
    if (app !== undefined) checkKey(given)
    return sealFor('host_link_secret', { organizationId, id: projectId }, new Secret(given), keys)
  }
  const isSameKind = stored !== undefined && (stored.appId === null) === (app === undefined)
  if (!isSameKind) throw invalid(field, `${field} is required`)
  // Another server must not receive the stored secret.
  if (stored.kind !== kind || stored.baseUrl !== baseUrl) {
    throw invalid(field, `${field} is required again because kind or baseUrl has changed`)
  }
  return stored.secret
}

function checkKey(pem: string): void {
  try {
    privateKeyOf(pem)
  } catch (error) {
    if (error instanceof HostFailure) throw invalid('app.privateKey', error.message)
    throw error
  }
}

/** Reads the repository. Failures of the git host are results. */
async function tested(
  link: HostLink | undefined,
  { hosts }: Pick<AppsecPorts, 'hosts'>,
  { signal }: Pick<RequestContext, 'signal'>,
): Promise<HostLinkTest> {
  if (link === undefined) throw missing()
  try {
    await hosts.open(link, signal).check()
    return { ok: true, status: 200, detail: 'The git host returned the repository.' }
  } catch (error) {
    if (!(error instanceof HostFailure)) throw error
    return { ok: false, status: error.status, detail: `Test failed: ${error.message}.` }
  }
}

function shown({ kind, baseUrl, owner, repo, appId, installationId, ...row }: HostLinkRow): HostLinkView {
  const { disabledReason, failingSince } = row
  const place = { kind, baseUrl, owner, repo, failingSince: failingSince?.toISOString() ?? null, disabledReason }
  if (appId === null || installationId === null) return { ...place, token: MASK }
  return { ...place, app: { id: appId, installationId, privateKey: MASK } }
}

function missing(): Failure {
  return new Failure('not_found', 'The project has no host link.')
}

function invalid(field: string, message: string): Failure {
  return new Failure('invalid_request', message, {
    violations: [{ path: ['body', ...field.split('.')], message, type: 'invalid' }],
  })
}
