import { queryOptions } from '@tanstack/react-query'
import { appsec, guard, redteam } from '../../api/clients.ts'
import { allProjects } from './projects.ts'

/** Refresh interval of decisions while the page is visible. The guard does not stream them. */
export const FRESH_MS = 5_000
const CALM_MS = 20_000
const SLOW_MS = 60_000
const DAYS = 30
const PROJECTS_PER_PAGE = 100
const DECISIONS = 9

/** Queries that several parts of the overview share. */
export const approvalsQuery = queryOptions({
  queryKey: ['guard', 'approvals', 'waiting'],
  queryFn: ({ signal }) => guard.listApprovals({ query: { status: 'pending', limit: 20 } }, { signal }),
  refetchInterval: FRESH_MS,
})

export const breakersQuery = queryOptions({
  queryKey: ['guard', 'breakers', 'now'],
  queryFn: ({ signal }) => guard.listBreakers({}, { signal }),
  refetchInterval: FRESH_MS,
})

export const switchesQuery = queryOptions({
  queryKey: ['guard', 'disabled-tools', 'now'],
  queryFn: ({ signal }) => guard.listDisabledTools({}, { signal }),
  refetchInterval: FRESH_MS,
})

export const webhooksQuery = queryOptions({
  queryKey: ['guard', 'webhooks', 'now'],
  queryFn: async ({ signal }) => {
    const [hooks, dead] = await Promise.all([
      guard.listWebhooks({}, { signal }),
      guard.listAllDeliveries({ query: { status: 'dead', limit: 50 } }, { signal }),
    ])
    return { webhooks: hooks.webhooks, dead: dead.deliveries }
  },
  refetchInterval: CALM_MS,
})

export const usageQuery = queryOptions({
  queryKey: ['guard', 'usage', DAYS],
  queryFn: ({ signal }) => guard.readOwnUsage({ query: { days: DAYS } }, { signal }),
  refetchInterval: FRESH_MS,
})

/** Latest decisions: of the own tenant, or of all tenants with the admin key only. */
export const decisionsQuery = (whose: 'own' | 'all') =>
  queryOptions({
    queryKey: ['guard', 'audit', 'latest', whose],
    queryFn: ({ signal }) =>
      whose === 'own'
        ? guard.listAudit({ query: { limit: DECISIONS } }, { signal })
        : guard.allAudit({ query: { limit: DECISIONS } }, { signal }),
    refetchInterval: FRESH_MS,
  })

/** Projects of an organization, and their total number. The overview counts only `projects`. */
export const projectsQuery = queryOptions({
  queryKey: ['appsec', 'projects', 'all'],
  queryFn: ({ signal }) =>
    allProjects((page) => appsec.listProjects({ query: { limit: PROJECTS_PER_PAGE, page } }, { signal })),
  refetchInterval: ({ state }) => ((state.data?.total ?? 0) > PROJECTS_PER_PAGE ? SLOW_MS : CALM_MS),
})

export const scansQuery = queryOptions({
  queryKey: ['appsec', 'scans', 'latest'],
  queryFn: ({ signal }) => appsec.listScans({ query: { limit: 100 } }, { signal }),
  refetchInterval: CALM_MS,
})

export const trendsQuery = queryOptions({
  queryKey: ['appsec', 'trends', DAYS],
  queryFn: ({ signal }) => appsec.readTrends({ query: { days: DAYS } }, { signal }),
})

export const runsQuery = queryOptions({
  queryKey: ['redteam', 'runs', 'latest'],
  queryFn: ({ signal }) => redteam.listRuns({ query: { limit: 50 } }, { signal }),
  refetchInterval: CALM_MS,
})
