import type { SavedFile } from '@gatehouse/contracts'
import { type NewScanBody, SCAN_TYPE_DEFAULT, type ScanType, type SourceType } from '@gatehouse/contracts/scans'
import { hasRole, isSavedFile, memberOf, type RequestContext } from '@gatehouse/http'
import { Failure, uuidv7 } from '@gatehouse/kernel'
import { insertInventoryScan } from '@gatehouse/store/findings'
import { owned } from '@gatehouse/store/organizations'
import { findProject, findProjectByRepository, insertProject, type ProjectRow } from '@gatehouse/store/projects'
import {
  checkScanQuota,
  findScan,
  insertScanWithin,
  type NewScan,
  type ScanRow,
  type ScanSource,
} from '@gatehouse/store/scans'
import { memberEntry } from '../audited.ts'
import type { AppsecPorts } from '../routes/handler.ts'
import { checkSavedAddress } from '../saved-address.ts'
import { isSvn, keepUpload, removeSource, sealSourceSecret } from './source-files.ts'

const NAME_CHARS_MAX = 200

/** Role that may accept suppressions. Uploads with this role are the base of the next scan: see docs/decisions/0096. */
const SUPPRESSION_APPROVER = 'SECURITY'

/** Source of the scan, from the request only. */
type Wanted =
  | { readonly kind: 'upload'; readonly file: SavedFile }
  | { readonly kind: 'git' | 'svn'; readonly url: string }
  | { readonly kind: 'project' }

/**
 * Queues the requested scan, and creates its project if necessary.
 * @throws {Failure} `invalid_request` unless there is exactly one source, `not_implemented`, `not_found`, `not_a_member`; like
 *   `checkRoom`
 */
export async function createScan(body: NewScanBody, ports: AppsecPorts, context: RequestContext): Promise<ScanRow> {
  const member = memberOf(context)
  const { organizationId, email } = member
  const scanType = body.scanType ?? SCAN_TYPE_DEFAULT
  const wanted = wantedSource(body)
  ports.scanners.check(scanType)
  if (wanted.kind === 'git') await checkSavedAddress(wanted.url, GIT_RULES, ports.egress)
  if (wanted.kind === 'svn') await checkSavedAddress(wanted.url, SVN_RULES, ports.egress)
  // Checked before anything is created. The queue checks it again because requests are concurrent.
  const source_bytes = wanted.kind === 'upload' ? wanted.file.size_bytes : 0
  await checkScanQuota(ports.store.db, organizationId, ports.room, { source_bytes, isUpload: wanted.kind === 'upload' })
  const project = await projectFor(body, wanted, ports, context)
  const source = sourceOf(body, wanted, project, hasRole(member, SUPPRESSION_APPROVER))
  const id = uuidv7()
  const of = { organizationId, projectId: project.id }
  const sourceFile = wanted.kind === 'upload' ? await keepUpload(ports.dataDir, wanted.file) : null
  try {
    const scan: NewScan = {
      ...of,
      id,
      scanType,
      source,
      sourceFile,
      sourceBytes: source_bytes,
      sourceType: SOURCE_TYPE[source.kind],
      sourceRef: source.kind === 'upload' ? source.name : source.url,
      sourceSecret: source.kind === 'svn' ? sealSourceSecret(of, body.svnPassword, ports.keys) : null,
      triggeredBy: email,
      branch: body.branch ?? (source.kind === 'git' ? project.defaultBranch : null),
      commitSha: body.commitSha ?? null,
      baseSha: body.baseSha ?? null,
      prNumber: body.prNumber ?? null,
    }
    await insertScanWithin(ports.store, scan, ports.room)
  } catch (error) {
    if (sourceFile !== null) await removeSource(ports.dataDir, sourceFile)
    throw error
  }
  return queued(id, scanType, ports, context)
}

/** Queues the same source again under a new id. */
export async function rescan(scan: ScanRow, ports: AppsecPorts, context: RequestContext): Promise<ScanRow> {
  if (scan.source.kind === 'upload' && scan.sourceFile === null) {
    throw new Failure('conflict', 'The upload for this scan has expired and was deleted. Upload it again.')
  }
  if (scan.source.kind === 'import') throw new Failure('conflict', 'A report cannot be scanned. Import it again.')
  ports.scanners.check(scan.scanType)
  const id = uuidv7()
  // A rescan uses the newest advisories. Its commit may no longer be the branch head.
  const source: ScanSource = scan.source.kind === 'git' ? withoutHead(scan.source) : scan.source
  const again = { ...scan, id, source, advisories: null, triggeredBy: memberOf(context).email, sharesSource: true }
  if (scan.source.kind === 'inventory') await insertInventoryScan(ports.store, again, scan.id, ports.room)
  else await insertScanWithin(ports.store, again, ports.room)
  return queued(id, scan.scanType, ports, context)
}

function withoutHead({ atHead: _head, ...source }: ScanSource & { readonly kind: 'git' }): ScanSource {
  return source
}

async function queued(id: string, scanType: ScanType, ports: AppsecPorts, context: RequestContext): Promise<ScanRow> {
  await ports.audit.append(
    memberEntry({ action: 'scan.queued', resource: 'scan', resourceId: id, details: { scanType } }, context),
  )
  ports.wake()
  return (await findScan(ports.store, id))!
}

const GIT_RULES = { field: 'repoUrl', schemes: ['https', 'http', 'git'], clearIfListed: true }
const SVN_RULES = { field: 'svnUrl', schemes: ['https', 'http', 'svn'], clearIfListed: true }

const SOURCE_TYPE: Readonly<Record<WantedSource['kind'], SourceType>> = {
  upload: 'UPLOAD',
  git: 'GIT_CLONE',
  svn: 'SVN_CHECKOUT',
}

function wantedSource({ source, repoUrl, svnUrl, image, projectId }: NewScanBody): Wanted {
  const given = [source, svnUrl, image].filter((item) => item !== undefined)
  // An address beside a file could also identify the project, but two sources are ambiguous.
  if (given.length > 1 || (repoUrl !== undefined && given.length > 0)) {
    throw refused(
      'source',
      'more than one source given: send only one of source, repoUrl, svnUrl and image',
      'two_sources',
    )
  }
  if (image !== undefined) throw new Failure('not_implemented', 'This service does not scan images yet.')
  if (source !== undefined) {
    if (!isSavedFile(source)) throw refused('source', 'source must be a form file', 'not_a_file')
    return { kind: 'upload', file: source }
  }
  if (svnUrl !== undefined) return { kind: 'svn', url: svnUrl }
  if (repoUrl !== undefined) return { kind: 'git', url: repoUrl }
  if (projectId !== undefined) return { kind: 'project' }
  throw refused(
    'source',
    'no source given: send a file, repoUrl, svnUrl, or the projectId of a project with a repository',
    'missing',
  )
}

/** Sources that a request can name. */
type WantedSource = Exclude<ScanSource, { readonly kind: 'inventory' | 'import' }>

function sourceOf(body: NewScanBody, wanted: Wanted, project: ProjectRow, byApprover: boolean): WantedSource {
  const { branch, commitSha, svnRevision, svnUsername } = body
  if (wanted.kind === 'upload') {
    const name = nameOf(wanted.file.name) || 'source'
    return { kind: 'upload', name, sha256: wanted.file.sha256, ...(byApprover ? { byApprover } : {}) }
  }
  const url = wanted.kind === 'project' ? project.repoUrl : wanted.url
  if (url === null) throw refused('projectId', 'the project has no repository: send a source', 'missing')
  if (wanted.kind === 'svn' || isSvn(url)) {
    return {
      kind: 'svn',
      url,
      ...(svnRevision === undefined ? {} : { revision: svnRevision }),
      ...(svnUsername === undefined ? {} : { username: svnUsername }),
    }
  }
  return {
    kind: 'git',
    url,
    ...(branch === undefined ? {} : { branch }),
    ...(commitSha === undefined ? { atHead: true } : { commit: commitSha.toLowerCase() }),
  }
}

/** docs/spec/appsec.md "Create scan", "Details": the role DEVELOPER can also create projects this way. */
async function projectFor(
  { projectId, projectName, newProjectName, repoUrl, svnUrl }: NewScanBody,
  wanted: Wanted,
  { store, audit }: AppsecPorts,
  context: RequestContext,
): Promise<ProjectRow> {
  const { organizationId } = memberOf(context)
  if (projectId !== undefined) return owned(await findProject(store, projectId), organizationId, 'project')
  // An svn address is recognizable. Others are stored as git only if the request names git.
  const address = repoUrl ?? (svnUrl !== undefined && isSvn(svnUrl) ? svnUrl : undefined)
  if (address !== undefined) {
    const found = await findProjectByRepository(store, organizationId, address)
    const project = found === undefined ? undefined : await findProject(store, found)
    if (project !== undefined) return project
  }
  const url = repoUrl ?? svnUrl
  const name = newProjectName ?? projectName ?? nameOf(wanted.kind === 'upload' ? wanted.file.name : (url ?? ''))
  const project = await insertProject(store, organizationId, {
    name: name === '' ? 'Unnamed' : name,
    ...(address === undefined ? {} : { repoUrl: address }),
  })
  const event = { action: 'project.created', resource: 'project', resourceId: project.id } as const
  await audit.append(memberEntry({ ...event, details: { name: project.name, repoUrl: project.repoUrl } }, context))
  return project
}

/** Derives a name: `…/shop.tar.gz` and `https://…/shop.git` both become `shop`. Invalid characters are removed. */
function nameOf(path: string): string {
  const last = path.replace(/[/\\]+$/, '').replace(/^.*[/\\]/, '')
  return last
    .replace(/\.(?:tar\.gz|tgz|tar|zip|git)$/i, '')
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029]/gu, '')
    .trim()
    .slice(0, NAME_CHARS_MAX)
}

function refused(field: string, message: string, type: string): Failure {
  return new Failure('invalid_request', message, { violations: [{ path: ['body', field], message, type }] })
}
