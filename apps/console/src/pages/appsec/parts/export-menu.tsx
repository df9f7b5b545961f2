import { Download } from 'lucide-react'
import { queryParameters, type FindingQuery } from './finding-query.ts'
import { common } from '../../../messages/common.ts'
import { messages } from '../../../messages/appsec/findings.ts'

const FORMATS = [
  ['csv', common.csv],
  ['sarif', messages.exportMenu.sarif],
  ['html', messages.exportMenu.html],
] as const

/** Exports the complete list. */
export function ExportMenu({ scanId, query }: { readonly scanId: string; readonly query: FindingQuery }) {
  const { sort: _, ...filters } = queryParameters(query)
  return (
    <span role="group" aria-label={messages.exportMenu.exportFindings} className="inline-flex">
      {FORMATS.map(([format, name]) => (
        <a
          key={format}
          href={`/api/appsec/api/scans/${encodeURIComponent(scanId)}/findings/export?${new URLSearchParams({ ...filters, format })}`}
          download={`findings.${format}`}
          aria-label={messages.exportMenu.exportAs(name)}
          className="-ml-px inline-flex h-8 items-center gap-1.5 border border-line bg-surface px-3 text-sm font-medium first:ml-0 first:rounded-l-md last:rounded-r-md hover:bg-hover"
        >
          {format === 'csv' && <Download size={15} aria-hidden />}
          {name}
        </a>
      ))}
    </span>
  )
}
