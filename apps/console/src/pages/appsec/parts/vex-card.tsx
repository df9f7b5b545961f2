import { useQuery } from '@tanstack/react-query'
import { GatehouseError } from '@gatehouse/client'
import { appsec } from '../../../api/clients.ts'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { Finding } from './kinds.ts'
import { messages } from '../../../messages/appsec/findings.ts'
import { labelOf } from '../../../ui/words.ts'

interface Part {
  readonly '@id'?: unknown
}

interface Statement {
  readonly vulnerability?: { readonly name?: unknown }
  readonly products?: readonly (Part & { readonly subcomponents?: readonly Part[] })[]
  readonly status?: unknown
  readonly justification?: unknown
  readonly impact_statement?: unknown
  readonly action_statement?: unknown
  readonly status_notes?: unknown
}

const TONES: Readonly<Record<string, Tone>> = {
  affected: 'bad',
  not_affected: 'ok',
  fixed: 'ok',
  under_investigation: 'warn',
}

/** Statement of the scan's VEX document about this vulnerability in this package. */
export function VexCard({ finding, purl }: { readonly finding: Finding; readonly purl: string }) {
  const { scanId, cveId, ruleId } = finding
  const { data, error, refetch } = useQuery({
    queryKey: ['appsec', 'vex', scanId],
    async queryFn({ signal }) {
      try {
        const answer = await appsec.readArtifact({ params: { scanId, kind: 'openvex' } }, { signal })
        const { statements } = (await answer.json()) as { readonly statements?: readonly Statement[] }
        return statements ?? []
      } catch (thrown) {
        // An incomplete scan has no document.
        if (thrown instanceof GatehouseError && thrown.status === 404) return []
        throw thrown
      }
    },
  })
  const statement = data?.find(
    ({ vulnerability, products }) =>
      [cveId, ruleId].includes(String(vulnerability?.name)) &&
      products?.some((product) => [product, ...(product.subcomponents ?? [])].some((part) => part['@id'] === purl)) ===
        true,
  )
  // The document covers only vulnerabilities, never licenses or malicious packages.
  if (data !== undefined && statement === undefined && cveId === null) return null
  const texts = [
    statement?.justification,
    statement?.impact_statement,
    statement?.action_statement,
    statement?.status_notes,
  ]
  return (
    <Card title={messages.vexCard.exploitabilityVex}>
      {error !== null && (
        <ErrorState error={error} onRetry={() => void refetch()} doing={messages.vexCard.loadingTheVexDocument} />
      )}
      {data === undefined && error === null && <Skeleton lines={2} />}
      {data !== undefined && statement === undefined && (
        <p className="text-sm text-muted">{messages.vexCard.noStatementAboutThisFinding}</p>
      )}
      {statement !== undefined && (
        <div className="flex flex-col gap-2 text-sm">
          <span>
            <Badge tone={TONES[String(statement.status)] ?? 'plain'}>{labelOf(String(statement.status))}</Badge>
          </span>
          {texts.map((text) => typeof text === 'string' && <p key={text}>{text.replaceAll('_', ' ')}</p>)}
        </div>
      )}
    </Card>
  )
}
