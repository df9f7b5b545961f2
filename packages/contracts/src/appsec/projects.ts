import { z } from 'zod'
import { del, get, patch, post, put } from '../endpoint.ts'
import { BuildGate } from './build-gate.ts'
import { PageQuery, Pagination } from './paging.ts'
import { Schedule, ScheduleBody } from './schedule.ts'
import { BranchName, line, text } from './text.ts'

const PROJECTS = ['Projects']
const NAME_CHARS_MAX = 200
const DESCRIPTION_CHARS_MAX = 2_000
/** As long as the egress policy takes. */
const URL_CHARS_MAX = 2_000
const SEARCH_CHARS_MAX = 100

/** As a mark in a school: of a project with a CRITICAL finding F, and so on up. */
export const GRADES = ['A', 'B', 'C', 'D', 'F'] as const

const count = z.int().min(0)
/** Open findings by severity. */
export const SeverityCounts = z.object({ critical: count, high: count, medium: count, low: count, info: count })
export type SeverityCounts = z.infer<typeof SeverityCounts>

/** How a project stands. docs/spec/appsec.md "Project". */
export const ProjectCard = z.object({
  grade: z
    .enum(GRADES)
    .nullable()
    .describe(
      'F: a CRITICAL finding or more than 20 HIGH are open; D: more than 5 HIGH; C: a HIGH; B: a MEDIUM; A: none. Null: not scanned.',
    ),
  counts: SeverityCounts,
  lastScanAt: z.string().nullable().describe('Null: not scanned; the grade is null, too.'),
})
export type ProjectCard = z.infer<typeof ProjectCard>

export const Project = z.object({
  id: z.string(),
  organizationId: z.string(),
  name: z.string(),
  description: z.string(),
  repoUrl: z.string().nullable(),
  defaultBranch: z.string(),
  dastTargetUrl: z.string().nullable(),
  primaryLanguage: z
    .string()
    .nullable()
    .describe('The language of most of the production code on the default branch; null: not scanned yet.'),
  reduceNonProduction: z
    .boolean()
    .describe('Whether findings in tests, examples and documentation have a lower severity.'),
  buildGate: BuildGate,
  schedule: Schedule.nullable(),
  hasWebhookSecret: z.boolean(),
  card: ProjectCard,
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type Project = z.infer<typeof Project>

const Address = z
  .union([z.literal('').transform(() => null), line(URL_CHARS_MAX)])
  .nullable()
  .describe('Null or blank: none.')

const writable = {
  name: line(NAME_CHARS_MAX),
  description: text(DESCRIPTION_CHARS_MAX),
  repoUrl: Address,
  defaultBranch: BranchName,
  dastTargetUrl: Address,
  reduceNonProduction: z
    .boolean()
    .describe('Whether findings in tests, examples and documentation have a lower severity. Default: true.'),
}

export const NewProject = z.object(writable).partial().required({ name: true })
export const ProjectChange = z.object(writable).partial()

export const ProjectQuery = PageQuery.extend({
  search: line(SEARCH_CHARS_MAX).optional().describe('Part of the name or of the address of the repository.'),
})

/** Of 256 bits in Base64, at least 16 characters where the sender brings one. */
const WEBHOOK_SECRET_CHARS = { min: 16, max: 200 } as const

/** docs/spec/appsec.md §4, "Project", "Shapes". */
export const projectEndpoints = {
  listProjects: get('/api/projects', {
    auth: 'member',
    summary: 'List the projects of the organization, newest first',
    tags: PROJECTS,
    query: ProjectQuery,
    response: z.object({ projects: z.array(Project), pagination: Pagination }),
  }),
  createProject: post('/api/projects', {
    auth: 'member',
    role: 'SECURITY',
    summary: 'Create a project',
    tags: PROJECTS,
    body: NewProject,
    response: Project,
    status: 201,
  }),
  readProject: get('/api/projects/{projectId}', {
    auth: 'member',
    summary: 'Read a project',
    tags: PROJECTS,
    response: Project,
  }),
  changeProject: patch('/api/projects/{projectId}', {
    auth: 'member',
    role: 'SECURITY',
    summary: 'Change a project; what is left out stays',
    tags: PROJECTS,
    body: ProjectChange,
    response: Project,
  }),
  deleteProject: del('/api/projects/{projectId}', {
    auth: 'member',
    role: 'ADMIN',
    sessionOnly: true,
    summary: 'Delete a project with all its scans',
    description: 'While a scan of it is queued, runs or is paused: 409.',
    tags: PROJECTS,
    status: 204,
  }),
  readSchedule: get('/api/projects/{projectId}/schedule', {
    auth: 'member',
    summary: 'Read when a project is scanned by itself',
    tags: PROJECTS,
    response: z.object({ schedule: Schedule.nullable() }),
  }),
  putSchedule: put('/api/projects/{projectId}/schedule', schedule()),
  postSchedule: post('/api/projects/{projectId}/schedule', schedule()),
  deleteSchedule: del('/api/projects/{projectId}/schedule', {
    auth: 'member',
    role: 'SECURITY',
    summary: 'Scan a project by itself no more',
    tags: PROJECTS,
    status: 204,
  }),
  makeWebhookSecret: post('/api/projects/{projectId}/webhook-secret', {
    auth: 'member',
    role: 'SECURITY',
    summary: 'Make the secret by which webhooks of a git host are told from forged ones',
    description: 'It is shown this once and takes the place of the one before. Without one, webhooks are refused.',
    tags: PROJECTS,
    body: z
      .object({
        secret: z
          .string()
          .regex(/^[!-~]*$/, 'must be printable ASCII without blanks')
          .min(WEBHOOK_SECRET_CHARS.min)
          .max(WEBHOOK_SECRET_CHARS.max)
          .optional()
          .describe('One of your own; otherwise one is made.'),
      })
      .optional(),
    response: z.object({ projectId: z.string(), secret: z.string() }),
    status: 201,
  }),
  deleteWebhookSecret: del('/api/projects/{projectId}/webhook-secret', {
    auth: 'member',
    role: 'SECURITY',
    summary: 'Take the secret away, so that webhooks are refused',
    tags: PROJECTS,
    status: 204,
  }),
}

function schedule() {
  return {
    auth: 'member',
    role: 'SECURITY',
    summary: 'Set when a project is scanned by itself',
    description:
      'DAILY (or the word nightly), WEEKLY, BIWEEKLY and MONTHLY run at two in the morning unless `cronExpr` says ' +
      'otherwise; CUSTOM needs one. Five fields, in the given time zone.',
    tags: PROJECTS,
    body: ScheduleBody,
    response: z.object({ schedule: Schedule }),
  } as const
}
