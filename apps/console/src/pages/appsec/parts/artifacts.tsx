import { useMutation, useQuery } from '@tanstack/react-query'
import { Download, FileCheck2, LoaderCircle, ShieldAlert, ShieldCheck, ShieldQuestion } from 'lucide-react'
import { appsec } from '../../../api/clients.ts'
import { explain } from '../../../api/explain.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Time } from '../../../ui/time.tsx'
import { toast } from '../../../ui/toast.tsx'
import { bytesText, type Scan } from './kinds.ts'
import { readSignatures, type Verification, verifyArtifact } from './verify-artifact.ts'

const NAMES: Readonly<Record<string, readonly [name: string, says: string]>> = {
  cyclonedx: ['Bill of materials, CycloneDX', 'Every package with version, licence and hashes'],
  spdx: ['Bill of materials, SPDX', 'The same for tools that read SPDX'],
  sarif: ['Findings, SARIF', 'For editors and code hosts'],
  openvex: ['Exploitability, OpenVEX', 'What is affected, and what is not and why'],
  'cyclonedx-vex': ['Exploitability, CycloneDX VEX', 'The same for tools that read CycloneDX'],
  log: ['Log of the scan', 'What was done, in order'],
  'gate-decision': ['Record of the gate', 'All that it looked at'],
  signature: ['Signatures', 'Over each of the others'],
}

interface Props {
  readonly scan: Scan
  readonly title?: string
  /** The scan is over, and its documents are still written. */
  readonly isMaking?: boolean
}

/** The documents of a scan: to take away, and to check in this browser against the keys of the organization. */
export function Artifacts({ scan, title = 'Documents', isMaking = false }: Props) {
  const scanId = scan.id
  const { data, error, refetch } = useQuery({
    queryKey: ['appsec', 'artifacts', scanId],
    queryFn: ({ signal }) => appsec.listArtifacts({ params: { scanId } }, { signal }),
  })
  const artifacts = data?.artifacts ?? []
  const verify = useMutation({
    async mutationFn() {
      const ending = new AbortController()
      const [{ keys }, signatures] = await Promise.all([
        appsec.listSigningKeys(),
        readSignatures(scanId, ending.signal),
      ])
      const results: Record<string, Verification> = {}
      for (const { kind } of artifacts) {
        if (kind !== 'signature') results[kind] = await verifyArtifact(scanId, kind, signatures[kind], keys)
      }
      return results
    },
    onError: (thrown) => toast(explain(thrown).sentence, 'bad'),
  })
  const isSigned = artifacts.some(({ kind }) => kind === 'signature')
  return (
    <Card
      flush
      title={title}
      actions={
        isSigned && (
          <Button icon={ShieldCheck} busy={verify.isPending} onClick={() => verify.mutate()}>
            Verify all
          </Button>
        )
      }
    >
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} doing="Loading the documents" />}
      {data === undefined && error === null && <Skeleton />}
      {data !== undefined && artifacts.length === 0 && isMaking && (
        <p className="flex items-center gap-2 px-4 py-6 text-sm text-muted">
          <LoaderCircle size={15} aria-hidden className="animate-spin" />
          They are written and signed.
        </p>
      )}
      {data !== undefined && artifacts.length === 0 && !isMaking && (
        <EmptyState icon={FileCheck2} title="No documents">
          They are made when a scan ends: bills of materials, findings, exploitability and a record of the gate.
        </EmptyState>
      )}
      {artifacts.length > 0 && (
        <ul aria-label="Documents">
          {artifacts.map(({ kind, size, sha256, downloadPath }) => {
            const [name, says] = NAMES[kind] ?? [kind, '']
            return (
              <li key={kind} className="flex items-start gap-3 border-b border-line px-4 py-2 text-sm last:border-0">
                <div className="min-w-0 flex-1">
                  <p className="font-medium">{name}</p>
                  <p className="truncate text-xs text-muted">
                    {says} · {bytesText(size)} ·{' '}
                    <span className="font-mono" title={`SHA-256 ${sha256}`}>
                      {sha256.slice(0, 12)}
                    </span>
                  </p>
                  {verify.data?.[kind] !== undefined && <Outcome of={verify.data[kind]} />}
                </div>
                <a
                  href={`/api/appsec${downloadPath}`}
                  download
                  aria-label={`Download: ${name}`}
                  className="inline-flex size-8 shrink-0 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-ink"
                >
                  <Download size={16} aria-hidden />
                </a>
              </li>
            )
          })}
        </ul>
      )}
    </Card>
  )
}

function Outcome({ of }: { readonly of: Verification }) {
  switch (of.outcome) {
    case 'verified':
      return (
        <p className="mt-1 flex flex-wrap items-center gap-x-2 text-xs text-muted">
          <Badge tone="ok" icon={ShieldCheck}>
            verified
          </Badge>
          <span title={of.identity}>signed with {of.isRetired ? 'a retired key' : 'the key'} of the organization</span>
          <Time at={of.signedAt} />
        </p>
      )
    case 'altered':
      return <Bad text="altered" says="The bytes are not those that were signed: do not rely on them." />
    case 'strange_key':
      return <Bad text="unknown key" says="It is signed with a key that this organization does not list." />
    case 'sigstore':
      return (
        <Open
          text="Sigstore"
          says="Signed by a certificate of Sigstore: verify it with cosign, outside this browser."
        />
      )
    case 'cannot':
      return <Open text="not checked" says="Browsers check signatures on this machine or behind TLS only." />
    case 'unsigned':
    default:
      return <Open text="not signed" says="No signature of this document is stored." />
  }
}

function Bad({ text, says }: { readonly text: string; readonly says: string }) {
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-2 text-xs text-bad">
      <Badge tone="bad" icon={ShieldAlert}>
        {text}
      </Badge>
      {says}
    </p>
  )
}

function Open({ text, says }: { readonly text: string; readonly says: string }) {
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-2 text-xs text-muted">
      <Badge icon={ShieldQuestion}>{text}</Badge>
      {says}
    </p>
  )
}
