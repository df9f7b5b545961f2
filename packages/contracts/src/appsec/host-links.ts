import { z } from 'zod'
import { del, get, post, put } from '../endpoint.ts'
import { WEBHOOK_PROVIDERS } from './inbound-webhooks.ts'
import { IntegrationDelivery, integrationEndpoints } from './integrations.ts'
import { line } from './text.ts'

const common = { auth: 'member', tags: ['Projects'] } as const
const URL_CHARS_MAX = 2_048
const NAME_CHARS_MAX = 500
/** Fine-grained tokens have about 100 characters, RSA keys of 4096 bits about 3,300. */
const SECRET_CHARS_MAX = 16_384

/** Names of a path, without a change of folder. */
const Names = line(NAME_CHARS_MAX).refine(
  (path) => !/[\\?#%]/.test(path) && path.split('/').every((name) => !['', '.', '..'].includes(name)),
  'must be a name, or names separated by slashes',
)
const Id = z.union([z.int().positive().transform(String), z.string().regex(/^[1-9]\d{0,17}$/, 'must be a number')])
const HostSecret = z.string().max(SECRET_CHARS_MAX)
const KEEPS = '`***` or blank keeps the stored one.'

const place = {
  kind: z.enum(WEBHOOK_PROVIDERS),
  owner: Names.describe('Owner, group or workspace; `organization/project` for azure-devops.'),
  repo: Names.refine((name) => !name.includes('/'), 'must not contain a slash'),
}

export const NewHostLink = z.object({
  ...place,
  baseUrl: line(URL_CHARS_MAX).optional().describe('Address of a self-hosted server. Default: the public service.'),
  token: HostSecret.optional().describe(`Secret: returned as \`***\`; ${KEEPS}`),
  app: z
    .object({
      id: Id,
      installationId: Id,
      privateKey: HostSecret.optional().describe(`Secret, in PEM format: returned as \`***\`; ${KEEPS}`),
    })
    .optional()
    .describe('GitHub App, instead of a token.'),
})
export type NewHostLink = z.infer<typeof NewHostLink>

export const HostLinkTest = z.object({
  ok: z.boolean(),
  status: z.int().nullable().describe('Status of the response of the git host; null: no response.'),
  detail: z.string(),
})
export type HostLinkTest = z.infer<typeof HostLinkTest>

export const HostLinkView = z.object({
  ...place,
  baseUrl: z.string(),
  token: z.string().optional(),
  app: z.object({ id: z.string(), installationId: z.string(), privateKey: z.string() }).optional(),
  failingSince: z.string().nullable().describe('Since when results cannot be reported.'),
  disabledReason: z
    .string()
    .nullable()
    .describe('Set if reports were disabled after failures; saving the link enables them again.'),
})
export type HostLinkView = z.infer<typeof HostLinkView>

/** Report of a scan to the git host, with its attempts. */
export const HostDelivery = IntegrationDelivery.omit({ integrationId: true })

/** docs/spec/appsec.md §4. */
export const hostLinkEndpoints = {
  readHostLink: get('/api/projects/{projectId}/host', {
    ...common,
    summary: 'Get the host link of a project',
    response: HostLinkView,
  }),
  saveHostLink: put('/api/projects/{projectId}/host', {
    ...common,
    role: 'SECURITY',
    summary: 'Link a project to its repository at a git host',
    description:
      'The link is used to clone the repository, and to report results of scans that webhooks queued: a commit status, ' +
      'a summary and comments on lines of the pull request, and code scanning results on GitHub. It is tested after it was saved. A change of `kind` or `baseUrl` ' +
      'requires the secret again.',
    body: NewHostLink,
    response: HostLinkView.extend({ test: HostLinkTest }),
  }),
  deleteHostLink: del('/api/projects/{projectId}/host', {
    ...common,
    role: 'SECURITY',
    summary: 'Delete the host link of a project',
    status: 204,
  }),
  testHostLink: post('/api/projects/{projectId}/host/test', {
    ...common,
    role: 'SECURITY',
    summary: 'Read the linked repository with the stored credentials',
    response: HostLinkTest,
  }),
  listHostDeliveries: get('/api/projects/{projectId}/host/deliveries', {
    ...common,
    summary: 'List the reports of scans to the git host, newest first',
    description: 'A rescan of the scan sends its report again.',
    query: integrationEndpoints.listDeliveries.query,
    response: z.object({ deliveries: z.array(HostDelivery), nextCursor: z.string().nullable() }),
  }),
}
