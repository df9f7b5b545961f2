import { z } from 'zod'
import { del, get, patch, post, put } from '../endpoint.ts'
import { BuildGate } from './build-gate.ts'
import { PageQuery, Pagination } from './paging.ts'
import { Schedule, ScheduleBody } from './schedule.ts'
import { BranchName, line, text } from './text.ts'

const PROJECTS = ['Projects']
const NAME_CHARS_MAX = 200
const DESCRIPTION_CHARS_MAX = 2_000
/** Limit of the egress policy. */
const URL_CHARS_MAX = 2_000
const SEARCH_CHARS_MAX = 100

/** Grades of projects. F: with a CRITICAL finding, and so on. */
export const GRADES = ['A', 'B', 'C', 'D', 'F'] as const

const count = z.int().min(0)
/** Open findings by severity. */
export const SeverityCounts = z.object({ critical: count, high: count, medium: count, low: count, info: count })
export type SeverityCounts = z.infer<typeof SeverityCounts>

/** State of a project. docs/spec/appsec.md "Project". */
export const ProjectCard = z.object({
  grade: z
    .enum(GRADES)
    .nullable()
    .describe(
      'F: an open CRITICAL finding or more than 20 HIGH; D: more than 5 HIGH; C: at least one HIGH; B: at least one ' +
        'MEDIUM; A: none of these. Null: not scanned, or the scans found no source code to analyze.',
    ),
  counts: SeverityCounts,
  lastScanAt: z.string().nullable().describe('Null: not scanned; the grade is null as well.'),
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
    .describe('Main language of the production code on the default branch; null: not scanned.'),
  reduceNonProduction: z
    .boolean()
    .describe('Whether the severity of findings in tests, examples and documentation is reduced.'),
  buildGate: BuildGate,
  schedule: Schedule.nullable(),
  hasWebhookSecret: z.boolean(),
  webhookPaths: z
    .array(z.string())
    .describe('Folders of a monorepo: webhook events without a changed file in them are ignored. Empty: no filter.'),
  card: ProjectCard,
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type Project = z.infer<typeof Project>

const Address = z
  .union([z.literal('').transform(() => null), line(URL_CHARS_MAX)])
  .nullable()
  .describe('Null or blank: none.')

/** Own limit of folders per project. */
const FOLDERS_MAX = 50
const FOLDER_CHARS_MAX = 500
const Folder = line(FOLDER_CHARS_MAX)
  .transform((path) => path.replace(/^\.\//, '').replace(/\/$/, ''))
  .refine(
    (path) => !path.includes('\\') && path.split('/').every((name) => !['', '.', '..'].includes(name)),
    'must be a relative path of a folder',
  )

const writable = {
  name: line(NAME_CHARS_MAX),
  description: text(DESCRIPTION_CHARS_MAX),
  repoUrl: Address,
  defaultBranch: BranchName,
  dastTargetUrl: Address,
  reduceNonProduction: z
    .boolean()
    .describe('Whether the severity of findings in tests, examples and documentation is reduced. Default: true.'),
  webhookPaths: z.array(Folder).max(FOLDERS_MAX),
}

export const NewProject = z.object(writable).partial().required({ name: true })
export const ProjectChange = z.object(writable).partial()

export const ProjectQuery = PageQuery.extend({
  search: line(SEARCH_CHARS_MAX).optional().describe('Substring of the name or repository URL.'),
})

/** 256 bits in Base64 when generated, at least 16 characters when set by the sender. */
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
    summary: 'Get a project',
    tags: PROJECTS,
    response: Project,
  }),
  changeProject: patch('/api/projects/{projectId}', {
    auth: 'member',
    role: 'SECURITY',
    summary: 'Update a project; omitted fields are unchanged',
    tags: PROJECTS,
    body: ProjectChange,
    response: Project,
  }),
  deleteProject: del('/api/projects/{projectId}', {
    auth: 'member',
    role: 'ADMIN',
    sessionOnly: true,
    summary: 'Delete a project and all its scans',
    description: 'Returns 409 while a scan of the project is queued, running or paused.',
    tags: PROJECTS,
    status: 204,
  }),
  readSchedule: get('/api/projects/{projectId}/schedule', {
    auth: 'member',
    summary: 'Get the scan schedule of a project',
    tags: PROJECTS,
    response: z.object({ schedule: Schedule.nullable() }),
  }),
  putSchedule: put('/api/projects/{projectId}/schedule', schedule()),
  postSchedule: post('/api/projects/{projectId}/schedule', schedule()),
  deleteSchedule: del('/api/projects/{projectId}/schedule', {
    auth: 'member',
    role: 'SECURITY',
    summary: 'Delete the scan schedule of a project',
    tags: PROJECTS,
    status: 204,
  }),
  makeWebhookSecret: post('/api/projects/{projectId}/webhook-secret', {
    auth: 'member',
    role: 'SECURITY',
    summary: 'Create or replace the webhook secret of a project',
    description:
      'The secret is returned only once and replaces the previous one. Webhooks without a secret are rejected.',
    tags: PROJECTS,
    body: z
      .object({
        secret: z
          .string()
          .regex(/^[!-~]*$/, 'must be printable ASCII without spaces')
          .min(WEBHOOK_SECRET_CHARS.min)
          .max(WEBHOOK_SECRET_CHARS.max)
          .optional()
          .describe('Your own secret. Default: a generated one.'),
      })
      .optional(),
    response: z.object({ projectId: z.string(), secret: z.string() }),
    status: 201,
  }),
  deleteWebhookSecret: del('/api/projects/{projectId}/webhook-secret', {
    auth: 'member',
    role: 'SECURITY',
    summary: 'Delete the webhook secret; webhooks are then rejected',
    tags: PROJECTS,
    status: 204,
  }),
}

function schedule() {
  return {
    auth: 'member',
    role: 'SECURITY',
    summary: 'Set the scan schedule of a project',
    description:
      'DAILY (alias: nightly), WEEKLY, BIWEEKLY and MONTHLY run at 02:00 unless `cronExpr` is set; CUSTOM requires it. ' +
      'Cron expressions have five fields and use the given time zone.',
    tags: PROJECTS,
    body: ScheduleBody,
    response: z.object({ schedule: Schedule }),
  } as const
}
