import type { Handlers } from '@gatehouse/contracts'
import type { exportEndpoints } from '@gatehouse/contracts/scans'
import type { RequestContext } from '@gatehouse/http'
import { csvExport, htmlExport, sarifExport } from '../artifacts/export-findings.ts'
import type { AppsecPorts } from './handler.ts'
import { ownScan } from './scans.ts'

const FORMATS = {
  csv: { make: csvExport, mediaType: 'text/csv; charset=utf-8', extension: 'csv' },
  html: { make: htmlExport, mediaType: 'text/html; charset=utf-8', extension: 'html' },
  sarif: { make: sarifExport, mediaType: 'application/sarif+json', extension: 'sarif' },
} as const

export function exportHandlers(ports: AppsecPorts): Handlers<typeof exportEndpoints, RequestContext> {
  return {
    async exportFindings({ params: { scanId }, query: { format, ...filter }, context }) {
      const scan = await ownScan(scanId, ports, context)
      const { make, mediaType, extension } = FORMATS[format]
      context.header('content-type', mediaType)
      context.header('content-disposition', `attachment; filename="gatehouse-${scan.id}-findings.${extension}"`)
      return make(scan, filter, ports)
    },
  }
}
