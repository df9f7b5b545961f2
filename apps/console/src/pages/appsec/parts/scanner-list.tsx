import { LoaderCircle } from 'lucide-react'
import { Verdict } from '../../../ui/badge.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { isOver, numberText, type Scan, SCANNER_TITLES } from './kinds.ts'

/** How far each scanner is, and what it has seen. */
export function ScannerList({ scan }: { readonly scan: Scan }) {
  const scanners = Object.entries(scan.scannerProgress)
  if (scanners.length === 0) {
    return (
      <p className="flex items-center gap-2 px-4 py-6 text-sm text-muted">
        {!isOver(scan.status) && <LoaderCircle size={15} aria-hidden className="animate-spin" />}
        {isOver(scan.status)
          ? 'No scanner has begun.'
          : scan.status === 'QUEUED'
            ? 'It waits for its turn.'
            : 'The source is fetched and unpacked.'}
      </p>
    )
  }
  return (
    <ul aria-label="Scanners">
      {scanners.map(([name, { status, filesCompleted, filesTotal, findingsCount }]) => (
        <li key={name} className="flex flex-col gap-1.5 border-b border-line px-4 py-2.5 text-sm last:border-0">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="min-w-0 flex-1 font-medium">{SCANNER_TITLES[name] ?? name}</span>
            <span className="tabular-nums">
              <TextLink to={`/appsec/scans/${scan.id}/findings`} search={{ scanner: name }}>
                {numberText(findingsCount)} {findingsCount === 1 ? 'finding' : 'findings'}
              </TextLink>
            </span>
            <Verdict of={status} />
          </div>
          {filesTotal === 0 && status === 'COMPLETED' ? (
            <p className="text-xs text-muted">No file of its kind in this source</p>
          ) : (
            <div className="flex items-center gap-3">
              <Progress
                label={`${SCANNER_TITLES[name] ?? name}: files done`}
                value={filesCompleted}
                max={Math.max(1, filesTotal)}
              />
              <span className="shrink-0 text-xs text-muted tabular-nums">
                {numberText(filesCompleted)} / {numberText(filesTotal)} files
              </span>
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}
