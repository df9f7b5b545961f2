import { useMutation, useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { redteam } from '../../../api/clients.ts'
import { explain } from '../../../api/explain.ts'
import { Button } from '../../../ui/button.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { toast } from '../../../ui/toast.tsx'
import type { Report } from './types.ts'
import { messages } from '../../../messages/redteam/new-run.ts'

const SHOWN = 8

/** Reads a report with a reusable target. */
export async function readReport(filename: string, signal?: AbortSignal): Promise<Report> {
  const response = await redteam.readReport({ params: { filename } }, signal === undefined ? {} : { signal })
  return (await response.json()) as Report
}

/** Selects the target of an earlier run; renders nothing without earlier runs. */
export function Earlier({ onReport }: { readonly onReport: (report: Report) => void }) {
  const { data } = useQuery({
    queryKey: ['redteam', 'reports', 'latest', SHOWN],
    queryFn: ({ signal }) => redteam.listReportsMeta({ query: { limit: SHOWN * 2 } }, { signal }),
  })
  const read = useMutation({
    mutationFn: (filename: string) => readReport(filename),
    onSuccess: onReport,
    onError: (error) => toast(explain(error).sentence, 'bad'),
  })
  // Each target once, with its latest run.
  const lines = [
    ...new Map((data?.items ?? []).toReversed().map((item) => [item.targetUrl, item])).values(),
  ].toReversed()
  if (lines.length === 0) return null
  return (
    <Menu
      header={messages.earlier.fillsInAllSettingsExcept}
      trigger={
        <Button icon={History} busy={read.isPending}>
          {messages.earlier.copySettingsFromAReport}
        </Button>
      }
      items={lines
        .slice(0, SHOWN)
        .map(({ targetUrl, filename }) => ({ label: targetUrl, onPick: () => read.mutate(filename) }))}
    />
  )
}
