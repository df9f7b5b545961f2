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
import { messages } from '../../../messages/appsec/scans.ts'

const NAMES: Readonly<Record<string, readonly [name: string, says: string]>> = {
  cyclonedx: [messages.artifacts.sbomCyclonedx, messages.artifacts.allPackagesWithVersionLicense],
  spdx: [messages.artifacts.sbomSpdx, messages.artifacts.allPackagesInSpdxFormat],
  sarif: [messages.artifacts.findingsSarif, messages.artifacts.forEditorsAndCodeHosts],
  openvex: [messages.artifacts.vexOpenvex, messages.artifacts.exploitabilityOf],
  'cyclonedx-vex': [messages.artifacts.vexCyclonedx, messages.artifacts.exploitabilityInCyclonedx],
  log: [messages.artifacts.scanLog, messages.artifacts.stepsOfTheScanInOrder],
  'gate-decision': [messages.artifacts.gateReport, messages.artifacts.inputsAndResultOfTheGate],
  signature: [messages.artifacts.signatures, messages.artifacts.signaturesOfAllDocuments],
}

interface Props {
  readonly scan: Scan
  readonly title?: string
  /** Whether the documents of the completed scan are still being written. */
  readonly isMaking?: boolean
}

/** Documents of a scan: download, and verification in the browser with the organization's keys. */
export function Artifacts({ scan, title = messages.artifacts.scanDocuments, isMaking = false }: Props) {
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
            {messages.artifacts.verifyAll}
          </Button>
        )
      }
    >
      {error !== null && (
        <ErrorState error={error} onRetry={() => void refetch()} doing={messages.artifacts.loadingDocuments} />
      )}
      {data === undefined && error === null && <Skeleton />}
      {data !== undefined && artifacts.length === 0 && isMaking && (
        <p className="flex items-center gap-2 px-4 py-6 text-sm text-muted">
          <LoaderCircle size={15} aria-hidden className="animate-spin" />
          {messages.artifacts.theDocumentsAreBeingCreatedAnd}
        </p>
      )}
      {data !== undefined && artifacts.length === 0 && !isMaking && (
        <EmptyState icon={FileCheck2} title={messages.artifacts.noDocuments}>
          {messages.artifacts.completedScansCreateSbomsSarif}
        </EmptyState>
      )}
      {artifacts.length > 0 && (
        <ul aria-label={messages.artifacts.documents}>
          {artifacts.map(({ kind, size, sha256, downloadPath }) => {
            const [name, says] = NAMES[kind] ?? [kind, '']
            return (
              <li key={kind} className="flex items-start gap-3 border-b border-line px-4 py-2 text-sm last:border-0">
                <div className="min-w-0 flex-1">
                  <p className="font-medium">{name}</p>
                  <p className="truncate text-xs text-muted">
                    {says} · {bytesText(size)} ·{' '}
                    <span className="font-mono" title={messages.artifacts.sha256(sha256)}>
                      {sha256.slice(0, 12)}
                    </span>
                  </p>
                  {verify.data?.[kind] !== undefined && <Outcome of={verify.data[kind]} />}
                </div>
                <a
                  href={`/api/appsec${downloadPath}`}
                  download
                  aria-label={messages.artifacts.download(name)}
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
            {messages.artifacts.verified}
          </Badge>
          <span title={of.identity}>
            {messages.artifacts.signedWithOfTheOrganization(
              of.isRetired ? messages.artifacts.aRetiredKey : messages.artifacts.theCurrentKey,
            )}
          </span>
          <Time at={of.signedAt} />
        </p>
      )
    case 'altered':
      return <Bad text={messages.artifacts.altered} says={messages.artifacts.theDocumentDoesNotMatchIts} />
    case 'strange_key':
      return <Bad text={messages.artifacts.unknownKey} says={messages.artifacts.theSigningKeyDoesNotBelongTo} />
    case 'sigstore':
      return <Open text={messages.artifacts.sigstore} says={messages.artifacts.signedWithASigstoreCertificate} />
    case 'cannot':
      return <Open text={messages.artifacts.notChecked} says={messages.artifacts.signatureChecksRequireHttpsOr} />
    case 'unsigned':
    default:
      return <Open text={messages.artifacts.notSigned} says={messages.artifacts.thisDocumentHasNoStored} />
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
