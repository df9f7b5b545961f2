import type { Handlers, RawAnswer } from '@gatehouse/contracts'
import type { AuditExportQuery, guardEndpoints } from '@gatehouse/contracts/guard'
import type { RequestContext } from '@gatehouse/http'
import type { Store } from '@gatehouse/store'
import { sealsOf, verifyChain } from '@gatehouse/store/audit'
import { changeEntry, DEPLOYMENT } from '../administration/audited.ts'
import { type AuditExports, createAuditExports, type ExportFormat, formatOf } from '../audit/export.ts'
import { auditPage } from '../audit/wire.ts'
import { checkedId } from './administration/tenants.ts'
import type { GuardHandler, GuardPorts } from './handler.ts'
import { ownRecord } from './tenant/own.ts'

const listAudit: GuardHandler<'listAudit'> =
  ({ store }) =>
  async ({ query, context }) =>
    auditPage(store, context.tenantId, await sinceItsStart(store, context.tenantId, query))

/** Recomputes the calling tenant's chain from its first entry. */
const verifyAudit: GuardHandler<'verifyAudit'> =
  ({ store, seals }) =>
  async ({ context }) => ({
    tenant_id: context.tenantId,
    ...(await verifyChain(store, context.tenantId, sealsOf({ seals }))),
  })

/** `verifyAudit` for administrators. The chain outlives the tenant. */
const verifyTenantAudit: GuardHandler<'verifyTenantAudit'> =
  ({ store, seals }) =>
  async ({ params: { tenant_id: id } }) => ({
    tenant_id: id,
    ...(await verifyChain(store, checkedId(id), sealsOf({ seals }))),
  })

/** Returns the log of one tenant, even of a deleted one. */
const tenantAudit: GuardHandler<'tenantAudit'> =
  ({ store }) =>
  ({ params: { tenant_id: id }, query }) =>
    auditPage(store, checkedId(id), query)

const allAudit: GuardHandler<'allAudit'> =
  ({ store }) =>
  ({ query }) =>
    auditPage(store, undefined, query)

type Names =
  | 'listAudit'
  | 'verifyAudit'
  | 'verifyTenantAudit'
  | 'tenantAudit'
  | 'allAudit'
  | 'exportAudit'
  | 'exportTenantAudit'
  | 'exportAllAudit'

export function auditHandlers(ports: GuardPorts): Pick<Handlers<typeof guardEndpoints, RequestContext>, Names> {
  const exports = createAuditExports(ports.store)
  const exporting = (tenantId: string | undefined, query: AuditExportQuery, request: AuditQuery): Promise<RawAnswer> =>
    sendExport({ exports, tenantId, query, format: formatOf(query.format, request.headers['accept']) }, request, ports)
  return {
    listAudit: listAudit(ports),
    verifyAudit: verifyAudit(ports),
    verifyTenantAudit: verifyTenantAudit(ports),
    tenantAudit: tenantAudit(ports),
    allAudit: allAudit(ports),
    exportAudit: async (request) => {
      const { tenantId } = request.context
      return exporting(tenantId, await sinceItsStart(ports.store, tenantId, request.query), request)
    },
    exportTenantAudit: (request) => exporting(checkedId(request.params.tenant_id), request.query, request),
    exportAllAudit: (request) => exporting(undefined, request.query, request),
  }
}

/** Maximum clock difference of a database. */
const SKEW_MS = 5_000

/**
 * Limits a query to the lifetime of the tenant. A new tenant may have the name of a permanently deleted one, whose entries only platform
 * administrators may read.
 */
async function sinceItsStart<Query extends { readonly since?: string | undefined }>(
  store: Store,
  tenantId: string,
  query: Query,
): Promise<Query> {
  const { createdAt } = await ownRecord(store, tenantId)
  const start = new Date(createdAt.getTime() - SKEW_MS)
  return query.since !== undefined && new Date(query.since) >= start ? query : { ...query, since: start.toISOString() }
}

interface AuditQuery {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly context: RequestContext
}

interface ExportQuery {
  readonly exports: AuditExports
  readonly tenantId: string | undefined
  readonly query: AuditExportQuery
  readonly format: ExportFormat
}

const CONTENT_TYPES: Readonly<Record<ExportFormat, string>> = {
  jsonl: 'application/x-ndjson; charset=utf-8',
  csv: 'text/csv; charset=utf-8; header=present',
}

async function sendExport(
  exportAsked: ExportQuery,
  { context }: AuditQuery,
  { audit }: GuardPorts,
): Promise<RawAnswer> {
  const { exports, tenantId, query, format } = exportAsked
  const { cursor: _cursor, limit, format: _format, ...filters } = query
  // Appended first, so that the export contains its own entry.
  await audit.append(changeEntry('audit.export', tenantId ?? DEPLOYMENT, context, { format, limit, filters }))
  const { lines, next_cursor: next } = await exports.open(tenantId, query, format)
  context.header('content-type', CONTENT_TYPES[format])
  context.header('content-disposition', `attachment; filename="audit-${tenantId ?? 'all'}.${format}"`)
  if (next !== null) context.header('x-next-cursor', next)
  return lines
}
