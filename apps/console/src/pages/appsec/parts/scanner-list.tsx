import { LoaderCircle } from 'lucide-react'
import { Verdict } from '../../../ui/badge.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { isOver, numberText, type Scan, SCANNER_TITLES } from './kinds.ts'
import { common } from '../../../messages/common.ts'
import { messages } from '../../../messages/appsec/scans.ts'

/** Progress of each scanner and its counts. */
export function ScannerList({ scan }: { readonly scan: Scan }) {
  const scanners = Object.entries(scan.scannerProgress)
  if (scanners.length === 0) {
    return (
      <p className="flex items-center gap-2 px-4 py-6 text-sm text-muted">
        {!isOver(scan.status) && <LoaderCircle size={15} aria-hidden className="animate-spin" />}
        {isOver(scan.status)
          ? messages.scannerList.noScannerStarted
          : scan.status === 'QUEUED'
            ? messages.scannerList.theScanIsQueued
            : messages.scannerList.fetchingAndUnpackingTheSource}
      </p>
    )
  }
  return (
    <ul aria-label={common.scanners}>
      {scanners.map(([name, { status, filesCompleted, filesTotal, findingsCount }]) => (
        <li key={name} className="flex flex-col gap-1.5 border-b border-line px-4 py-2.5 text-sm last:border-0">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="min-w-0 flex-1 font-medium">{SCANNER_TITLES[name] ?? name}</span>
            <span className="tabular-nums">
              <TextLink to={`/appsec/scans/${scan.id}/findings`} search={{ scanner: name }}>
                {messages.scannerList.findings(findingsCount)}
              </TextLink>
            </span>
            <Verdict of={status} />
          </div>
          {filesTotal === 0 && status === 'COMPLETED' ? (
            <p className="text-xs text-muted">{messages.scannerList.noApplicableFiles}</p>
          ) : (
            <div className="flex items-center gap-3">
              <Progress
                label={messages.scannerList.analyzedFiles(SCANNER_TITLES[name] ?? name)}
                value={filesCompleted}
                max={Math.max(1, filesTotal)}
              />
              <span className="shrink-0 text-xs text-muted tabular-nums">
                {messages.scannerList.files(numberText(filesCompleted), numberText(filesTotal))}
              </span>
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}
