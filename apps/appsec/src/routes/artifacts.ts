import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { Handlers } from '@gatehouse/contracts'
import { ARTIFACT_KINDS, type ArtifactKind, type artifactEndpoints } from '@gatehouse/contracts/scans'
import type { RequestContext } from '@gatehouse/http'
import { Failure } from '@gatehouse/kernel'
import {
  type ArtifactRow,
  findArtifact,
  listArtifacts as readLines,
  readArtifact as readContent,
} from '@gatehouse/store/findings'
import type { ScanRow } from '@gatehouse/store/scans'
import { renewVex } from '../artifacts/renew.ts'
import { shownArtifact } from '../scans/shown.ts'
import type { AppsecHandler, AppsecPorts } from './handler.ts'
import { ownScan } from './scans.ts'

/** Kinds that are regenerated after triage of packages. */
const RENEWED: ReadonlySet<string> = new Set(['openvex', 'cyclonedx-vex', 'signature'])

const listArtifacts: AppsecHandler<'listArtifacts'> =
  (ports) =>
  async ({ params: { scanId }, context }) => {
    const scan = await ownScan(scanId, ports, context)
    await renewVex(scan, ports)
    return { artifacts: (await linesOf(scan, ports)).map((line) => shownArtifact(scan.id, line)) }
  }

const readArtifact: AppsecHandler<'readArtifact'> =
  (ports) =>
  async ({ params: { scanId, kind }, headers, context }) => {
    const scan = await ownScan(scanId, ports, context)
    if (RENEWED.has(kind)) await renewVex(scan, ports)
    const found = isKind(kind) ? await findArtifact(ports.store, scan.organizationId, scan.id, kind) : undefined
    if (found === undefined) throw notThere(kind, scan, await linesOf(scan, ports))
    const tag = `"${found.sha256}"`
    context.header('etag', tag)
    context.header('content-type', found.mediaType)
    if (isKnown(headers['if-none-match'], tag)) {
      context.status(304)
      return ''
    }
    const { extension } = ARTIFACT_KINDS[kind as ArtifactKind]
    // A scan id contains no characters with a meaning in headers or file systems.
    context.header('content-disposition', `attachment; filename="gatehouse-${scan.id}.${extension}"`)
    context.header('repr-digest', `sha-256=:${Buffer.from(found.sha256, 'hex').toString('base64')}:`)
    context.header('content-length', String(found.size_bytes))
    return unpacked(readContent(ports.store, scan.organizationId, scan.id, found))
  }

export function artifactHandlers(ports: AppsecPorts): Handlers<typeof artifactEndpoints, RequestContext> {
  return { listArtifacts: listArtifacts(ports), readArtifact: readArtifact(ports) }
}

async function linesOf({ id }: ScanRow, { store }: AppsecPorts): Promise<readonly ArtifactRow[]> {
  return (await readLines(store, [id])).get(id) ?? []
}

function isKind(kind: string): kind is ArtifactKind {
  return Object.hasOwn(ARTIFACT_KINDS, kind)
}

function isKnown(header: string | string[] | undefined, tag: string): boolean {
  const tags = [header ?? []].flat().flatMap((item) => item.split(','))
  return tags.some((item) => item.trim().replace(/^W\//, '') === tag)
}

/** Yields the artifact's signed bytes in pieces. */
function unpacked(packed: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  // Errors end the returned stream, and are handled there.
  return pipeline(packed, createGunzip(), () => undefined)
}

function notThere(kind: string, scan: ScanRow, there: readonly ArtifactRow[]): Failure {
  const kinds = there.map((item) => item.kind)
  const extra = { kind, availableKinds: kinds }
  if (!isKind(kind)) {
    const known = Object.keys(ARTIFACT_KINDS).join(', ')
    return new Failure('not_found', `Unknown artifact kind. Allowed: ${known}.`, {
      extra: { availableKinds: kinds },
    })
  }
  return new Failure(
    'not_found',
    `${whyNot(kind, scan, there)} Available artifacts: ${kinds.length === 0 ? 'none' : kinds.join(', ')}.`,
    { extra },
  )
}

function whyNot(kind: ArtifactKind, { status, errorMessage }: ScanRow, there: readonly ArtifactRow[]): string {
  if (kind === 'container') return 'The scan has no container report: no container image was scanned.'
  if (kind === 'dast') return 'The scan has no DAST report: no running application was scanned.'
  if (there.length > 0) return `The scan is ${status} and has no ${kind} artifact.`
  if (status === 'FAILED') return `The scan failed without results: ${errorMessage ?? 'unknown cause.'}`
  if (status === 'CANCELLED') return 'The scan was cancelled and its findings were deleted.'
  if (status === 'COMPLETED') return 'The scan ended before this service supported artifacts.'
  return `The scan is ${status}; its artifacts are created when it ends.`
}
