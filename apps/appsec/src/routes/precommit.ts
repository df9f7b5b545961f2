import type { BodyOf, Handlers } from '@gatehouse/contracts'
import {
  FINDING_SEVERITIES,
  type FindingSeverity,
  PRECOMMIT_FILE_BYTES_MAX,
  type precommitEndpoints,
} from '@gatehouse/contracts/scans'
import type { RequestContext } from '@gatehouse/http'
import { Failure } from '@gatehouse/kernel'
import { fingerprint, runScan, type SourceTree } from '@gatehouse/scan-engine'
import { precommitInstaller } from '../precommit/installer.ts'
import type { AppsecHandler, AppsecPorts } from './handler.ts'

type Files = BodyOf<typeof precommitEndpoints.precommitScan>['files']

const precommitInstallerScript: AppsecHandler<'precommitInstaller'> =
  ({ publicUrl }) =>
  ({ context }) => {
    context.header('cache-control', 'no-store')
    return precommitInstaller(publicUrl())
  }

const precommitScan: AppsecHandler<'precommitScan'> =
  ({ scanners, clock }) =>
  async ({ body: { files, failOn }, context }) => {
    const { observations, suppressed, gaps, failed } = await runScan({
      tree: treeOf(files),
      scanners: scanners.of('SECRETS_ONLY'),
      clock,
      signal: context.signal,
    })
    const findings = fingerprint(observations).map(({ observation: mergedObservation, fingerprint: mark }) => ({
      scanner: mergedObservation.scanner,
      severity: mergedObservation.severity,
      title: mergedObservation.title,
      description: mergedObservation.description,
      filePath: mergedObservation.filePath,
      startLine: mergedObservation.startLine,
      endLine: mergedObservation.endLine,
      ruleId: mergedObservation.ruleId,
      cweId: mergedObservation.cweId ?? null,
      snippet: mergedObservation.snippet ?? null,
      confidence: mergedObservation.confidence,
      fingerprint: mark,
    }))
    // A failed scanner has analysed nothing.
    const block = failed.length > 0 || findings.some(({ severity }) => failOn.includes(severity))
    const count = (severity: FindingSeverity) => findings.filter((finding) => finding.severity === severity).length
    const bySeverity = Object.fromEntries(FINDING_SEVERITIES.map((item) => [item, count(item)])) as Record<
      FindingSeverity,
      number
    >
    const missed =
      gaps.length === 0 || files.length === 0 ? '' : ` Not scanned: ${counted(gaps.length, 'coverage gap')}.`
    const hidden = suppressed.length === 0 ? '' : ` Suppressed by comments: ${counted(suppressed.length, 'finding')}.`
    const note = `${counted(findings.length, 'finding')} in ${counted(files.length, 'file')}; ${block ? 'the commit is blocked' : 'nothing blocks the commit'}.${hidden}${missed}`
    return { findings, summary: { total: findings.length, bySeverity, note }, block }
  }

export function precommitHandlers(ports: AppsecPorts): Handlers<typeof precommitEndpoints, RequestContext> {
  return { precommitInstaller: precommitInstallerScript(ports), precommitScan: precommitScan(ports) }
}

/** Creates a tree of in-memory files. For duplicate paths, the last one counts. */
function treeOf(files: Files): SourceTree {
  const contents = new Map<string, Buffer>()
  for (const [at, file] of files.entries()) {
    const { path } = file
    if (/^\/|(?:^|\/)\.\.?(?:\/|$)/.test(path)) {
      throw refused(at, 'path', 'path must be relative, use slashes, and not contain . or ..')
    }
    const bytes = bytesOf(file, at)
    if (bytes.length > PRECOMMIT_FILE_BYTES_MAX) throw refused(at, 'content', 'the file is larger than 2 MiB')
    contents.set(path, bytes)
  }
  const read = (path: string): Buffer => {
    const found = contents.get(path)
    if (found === undefined) throw new Failure('not_found', `The tree has no file ${path}.`)
    return found
  }
  return {
    files: [...contents]
      .map(([path, { length }]) => ({ path, size_bytes: length }))
      .sort((a, b) => (a.path < b.path ? -1 : 1)),
    gaps: [],
    read: (path, maxBytes) => Promise.resolve(read(path).subarray(0, maxBytes)),
    async *stream(path) {
      yield await Promise.resolve(read(path))
    },
  }
}

function bytesOf({ content, contentBase64 }: Files[number], at: number): Buffer {
  if (contentBase64 === undefined) return Buffer.from(content ?? '')
  const bytes = Buffer.from(contentBase64, 'base64')
  // Lenient decoding would produce different content.
  if (bytes.toString('base64') !== contentBase64) throw refused(at, 'contentBase64', 'contentBase64 must be Base64')
  return bytes
}

function refused(at: number, field: string, message: string): Failure {
  return new Failure('invalid_request', message, {
    violations: [{ path: ['body', 'files', at, field], message, type: 'file_refused' }],
  })
}

function counted(count: number, of: string): string {
  return `${count} ${of}${count === 1 ? '' : 's'}`
}
