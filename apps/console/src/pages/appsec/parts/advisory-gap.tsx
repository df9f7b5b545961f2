import { useQuery } from '@tanstack/react-query'
import { appsec } from '../../../api/clients.ts'
import { Card } from '../../../ui/card.tsx'
import { AdvisoryImport } from './advisory-import.tsx'
import type { Scan } from './kinds.ts'
import { messages } from '../../../messages/appsec/organization.ts'

/** Offers an advisory import for a scan that found packages but had no advisories. */
export function AdvisoryGap({ scan: { id, status, advisories, depsScanned } }: { readonly scan: Scan }) {
  const isMissing = status === 'COMPLETED' && advisories === null && depsScanned > 0
  const { data } = useQuery({
    queryKey: ['appsec', 'advisory-gap', id],
    queryFn: ({ signal }) =>
      appsec.listFindings(
        { params: { scanId: id }, query: { scanner: 'SCA', severity: 'INFO', search: 'no-advisories', limit: 1 } },
        { signal },
      ),
    enabled: isMissing,
  })
  const [gap] = data?.findings ?? []
  if (!isMissing || gap === undefined) return null
  const { ecosystems } = gap.metadata
  const names = Array.isArray(ecosystems) ? ecosystems.filter((ecosystem) => typeof ecosystem === 'string') : []
  return (
    <Card title={messages.advisoryGap.missingAdvisories}>
      <AdvisoryImport scanId={id} ecosystems={names} />
    </Card>
  )
}
