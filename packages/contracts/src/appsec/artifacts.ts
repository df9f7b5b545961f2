import { z } from 'zod'
import { get } from '../endpoint.ts'
import { ArtifactLine } from './scans.ts'

/** Name and content of an artifact kind. */
export interface ArtifactKindInfo {
  /** As in lists. docs/spec/appsec.md §2 "Artifact", "Details". */
  readonly type: string
  readonly mediaType: string
  /** File extension after the scan's name. */
  readonly extension: string
}

const JSON_TYPE = 'application/json'
const CYCLONEDX_TYPE = 'application/vnd.cyclonedx+json'

/** Artifact kinds in URLs. docs/spec/appsec.md "Artifacts"; the gate's decision record is an addition. */
export const ARTIFACT_KINDS = {
  cyclonedx: { type: 'SBOM_CYCLONEDX', mediaType: CYCLONEDX_TYPE, extension: 'cdx.json' },
  spdx: { type: 'SBOM_SPDX', mediaType: 'application/spdx+json', extension: 'spdx.json' },
  sarif: { type: 'SARIF', mediaType: 'application/sarif+json', extension: 'sarif' },
  openvex: { type: 'OPENVEX', mediaType: JSON_TYPE, extension: 'openvex.json' },
  'cyclonedx-vex': { type: 'CYCLONEDX_VEX', mediaType: CYCLONEDX_TYPE, extension: 'vex.cdx.json' },
  log: { type: 'SCAN_LOG', mediaType: 'application/x-ndjson', extension: 'log.jsonl' },
  'gate-decision': { type: 'GATE_DECISION', mediaType: JSON_TYPE, extension: 'gate-decision.json' },
  signature: { type: 'SIGNATURE', mediaType: JSON_TYPE, extension: 'signature.json' },
  container: { type: 'CONTAINER_REPORT', mediaType: JSON_TYPE, extension: 'container.json' },
  dast: { type: 'DAST_REPORT', mediaType: JSON_TYPE, extension: 'dast.json' },
} as const satisfies Readonly<Record<string, ArtifactKindInfo>>

export type ArtifactKind = keyof typeof ARTIFACT_KINDS

const ARTIFACTS = ['Artifacts']

/** docs/spec/appsec.md §4, "Artifacts". */
export const artifactEndpoints = {
  listArtifacts: get('/api/scans/{scanId}/artifacts', {
    auth: 'member',
    summary: 'List the artifacts of a scan',
    description:
      'SBOMs, findings, VEX documents, log, gate decision record, and the signatures of all of them. VEX documents are ' +
      'regenerated and signed again when triage decisions about packages have changed.',
    tags: ARTIFACTS,
    response: z.object({ artifacts: z.array(ArtifactLine) }),
  }),
  readArtifact: get('/api/scans/{scanId}/artifacts/{kind}', {
    auth: 'member',
    summary: 'Get an artifact of a scan',
    description: `Kinds: ${Object.keys(ARTIFACT_KINDS).join(', ')}. The media type depends on the kind. \`ETag\` and \`Repr-Digest\` contain the signed SHA-256 digest.`,
    tags: ARTIFACTS,
    produces: 'application/octet-stream',
  }),
}
