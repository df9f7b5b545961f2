import { afterAll, beforeAll, expect, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { markerRegistry } from '../marker-scanner.ts'
import { type Answer, makeOrganization, makePerson, send, serve, type Served } from '../serve.ts'
import { BODIES, MAKERS, project } from './makers.ts'
import { filled, kindOf, MEMBER_ROWS, type MemberRow } from './rows.ts'

type Headers = Readonly<Record<string, string>>

/** Part of every name and text of one organization, so that leaks are detectable. */
const MARKER = 'zebrafish7'
const NOWHERE = '0199f0c1-2b3c-7d4e-8f5a-6b7c8d9e0f1a'

/** Paths whose parameter is a public keyword. */
const NO_ID = new Set(['/api/cicd-templates/{platform}'])

const withId = MEMBER_ROWS.filter(({ path }) => path.includes('{') && !NO_ID.has(path))
const lists = MEMBER_ROWS.filter(({ method, path }) => method === 'GET' && !path.includes('{'))
const namingProjects = MEMBER_ROWS.filter(({ namesProject }) => namesProject !== undefined)

proves.group(
  ['appsec:shapes.403-or-404', 'appsec:auth.not-member-403', 'appsec:errors.403'],
  'a member of another organization knows the ids',
  () => {
    let service: Served
    let owner: Headers
    let stranger: Headers
    let strangersKey: Headers
    let projectId: string
    const ids = new Map<string, string>()

    beforeAll(async () => {
      service = await serve({ worker: {}, scanners: markerRegistry() })
      const { store, url } = service
      const person = await makePerson(store, await makeOrganization(store, MARKER), 'ADMIN')
      owner = person.session
      const other = await makePerson(store, await makeOrganization(store), 'ADMIN')
      stranger = other.session
      strangersKey = other.key
      const making = { url, person, marker: MARKER }
      projectId = await project(making)
      for (const { path } of withId) {
        const kind = kindOf(path)
        const maker = MAKERS[kind]
        if (maker === undefined) throw new Error(`${path} takes an id: say in makers.ts how one is made`)
        if (!ids.has(kind)) ids.set(kind, await maker(making))
      }
    })
    afterAll(() => service.close())

    /** All that the owner can read. */
    async function ownersView(): Promise<Record<string, string>> {
      const texts: Record<string, string> = {}
      for (const { path, namesProject } of [...lists, ...withId.filter(({ method }) => method === 'GET')]) {
        const url = path.includes('{') ? filled(path, ids) : path
        const query = namesProject === 'query' ? `?projectId=${projectId}` : ''
        const { text } = await send(`${service.url}${url}${query}`, 'GET', undefined, owner)
        texts[path] = text.replaceAll(/"(?:request_id|lastUsedAt)":[^,}]*/g, '')
      }
      return texts
    }

    function knock({ method, path }: MemberRow, url: string, headers: Headers, body?: object): Promise<Answer> {
      const sent = method === 'GET' ? undefined : { ...BODIES[`${method} ${path}`], ...body }
      return send(`${service.url}${url}`, method, sent, headers)
    }

    test('the owner reads the created resources', async () => {
      expect(Object.values(await ownersView()).join('\n')).toContain(MARKER)
    })

    test.each(withId)('$method $path', async (row) => {
      const before = await ownersView()
      const refused = row.role === 'VIEWER' || row.role === 'DEVELOPER' ? 'not_a_member' : 'insufficient_role'
      for (const [headers, code] of [
        [stranger, 'not_a_member'],
        [strangersKey, row.sessionOnly ? 'insufficient_role' : refused],
      ] as const) {
        const answer = await knock(row, filled(row.path, ids), headers)
        expect([answer.status, answer.body['error']]).toEqual([403, code])
        expect(answer.text).not.toContain(MARKER)
      }
      const nowhere = row.path.replaceAll(/\{[^}]+\}/g, NOWHERE)
      const lost = await knock(row, nowhere, stranger)
      expect([lost.status, lost.body['error']]).toEqual([404, 'not_found'])
      expect(await ownersView()).toEqual(before)
    })

    test.each(lists)('GET $path', async ({ path }) => {
      const answer = await send(`${service.url}${path}`, 'GET', undefined, stranger)
      expect(answer.text).not.toContain(MARKER)
    })

    test.each(namingProjects)('$method $path with a projectId', async (row) => {
      const before = await ownersView()
      const ask = (id: string) =>
        row.namesProject === 'query'
          ? knock(row, `${row.path}?projectId=${id}`, stranger)
          : knock(row, row.path, stranger, { projectId: id })
      const [theirs, nobodys] = [await ask(projectId), await ask(NOWHERE)]
      expect([theirs.status, theirs.body['error']]).toEqual([403, 'not_a_member'])
      expect([nobodys.status, nobodys.body['error']]).toEqual([404, 'not_found'])
      expect(theirs.text).not.toContain(MARKER)
      expect(await ownersView()).toEqual(before)
    })

    test('an organization in the body or a header does not change the tenant', async () => {
      const { organization } = (await send(`${service.url}/api/auth/me`, 'GET', undefined, owner)).body as {
        organization: { id: string }
      }
      const named = { ...stranger, 'x-organization-id': organization.id, 'x-tenant-id': organization.id }
      const body = { name: 'mine', organizationId: organization.id, organization_id: organization.id }
      const answer = await send(`${service.url}/api/projects?organizationId=${organization.id}`, 'POST', body, named)
      expect(answer.status).toBe(201)
      expect(answer.body['organizationId']).not.toBe(organization.id)
    })
  },
)
