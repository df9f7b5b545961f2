import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Failure } from '@gatehouse/kernel'
import { type AdvisoryPort, createScaScanner } from '@gatehouse/sca'
import { createIacScanner, createK8sScanner } from '@gatehouse/iac'
import { createMaliciousScanner } from '@gatehouse/sca/malicious'
import { createSastScanner } from '@gatehouse/sast'
import { createSecretsScanner } from '@gatehouse/secrets'
import { openAdvisories } from '@gatehouse/sca/advisories'
import type { Scanner } from '@gatehouse/scan-engine'
import type { Io } from '../command.ts'
import { packSource } from '../rules/read.ts'
import { advisoryFolder } from '../vulndb/folder.ts'
import type { OpenImageSource } from './image.ts'
import type { ScanOptions } from './options.ts'

/** Scanners of one scan, with their data. */
export interface OpenScanners {
  readonly scanners: readonly Scanner[]
  /** Id of the advisory snapshot, for reproducible scans. */
  readonly snapshot?: string
  /** Package counts and import time of these advisories; absent for a service. */
  readonly manifest?: AdvisoryPort['manifest']
  close(): void | Promise<void>
}

/** Options that select scanners. */
export interface ScannerOptions extends Pick<
  ScanOptions,
  'type' | 'rules' | 'onlyRules' | 'cache' | 'all' | 'advisories' | 'online' | 'osv'
> {
  /** Reports only known vulnerabilities of packages. */
  readonly vulnerabilitiesOnly?: true
}

/**
 * Opens the scanners of a scan type.
 * @throws {Failure} if no advisories are available
 */
export async function openScanners(options: ScannerOptions, io: Io): Promise<OpenScanners> {
  const { type, advisories, online, osv, vulnerabilitiesOnly } = options
  const aside = RULED[type]?.includes('SAST_PATTERN') === true ? openAside() : undefined
  const byRules = openRuled({ ...options, ...(aside !== undefined && { aside: aside.folder }) }, io)
  if (type !== 'FULL' && type !== 'SCA_ONLY' && type !== 'SECRETS_ONLY') {
    return { scanners: byRules, close: () => aside?.close() }
  }
  const secrets = type === 'SCA_ONLY' ? [] : [createSecretsScanner()]
  if (type === 'SECRETS_ONLY') return { scanners: secrets, close: () => undefined }
  const { port, snapshot, close } = await openAdvisoriesOf(osv ?? online, advisories, io)
  const malicious = vulnerabilitiesOnly === true ? [] : [createMaliciousScanner({ advisories: port })]
  return {
    scanners: [...secrets, ...byRules, createScaScanner({ advisories: port }), ...malicious],
    ...(snapshot === undefined ? {} : { snapshot }),
    manifest: port?.manifest,
    async close() {
      aside?.close()
      await close()
    },
  }
}

/** Opens the scanner of an image with its advisories. */
export async function openImageScanners(
  { createScanner }: OpenImageSource,
  { advisories, online, osv }: ScannerOptions,
  io: Io,
): Promise<OpenScanners> {
  const { port, snapshot, close } = await openAdvisoriesOf(osv ?? online, advisories, io)
  return {
    scanners: [createScanner({ advisories: port })],
    ...(snapshot === undefined ? {} : { snapshot }),
    manifest: port?.manifest,
    close,
  }
}

/** Creates a temporary folder for static analysis of large trees. */
function openAside(): { readonly folder: string; readonly close: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-aside-'))
  return { folder, close: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Rule-based scanners by scan type. */
const RULED: Readonly<Partial<Record<ScanOptions['type'], readonly ('SAST_PATTERN' | 'IAC' | 'K8S')[]>>> = {
  FULL: ['SAST_PATTERN', 'IAC', 'K8S'],
  SAST_ONLY: ['SAST_PATTERN'],
  IAC_ONLY: ['IAC'],
  K8S_ONLY: ['K8S'],
}

/** Opens the scanners of code and configuration with built-in rules, custom rules, or both. */
export function openRuled(
  options: ScannerOptions & { readonly aside?: string },
  io: Pick<Io, 'cwd'>,
): readonly Scanner[] {
  const { type, rules, onlyRules, cache, all, aside } = options
  const wanted = RULED[type] ?? []
  if (wanted.length === 0) {
    const others = Object.keys(RULED).join(', ')
    if (rules !== undefined) throw new Failure('invalid_request', `--rules requires --type ${others}, not ${type}.`)
    return []
  }
  const common = { rules: packSource(rules, onlyRules === true, io), ...(all !== undefined && { all }) }
  const stored = {
    ...(cache !== undefined && { cache: { folder: resolve(io.cwd, cache) } }),
    ...(aside !== undefined && { aside }),
  }
  return wanted.map((name) => {
    if (name === 'SAST_PATTERN') return createSastScanner({ ...common, ...stored, isOnly: type === 'SAST_ONLY' })
    return name === 'IAC' ? createIacScanner(common) : createK8sScanner(common)
  })
}

interface ScanAdvisories extends Pick<OpenScanners, 'snapshot' | 'close'> {
  readonly port: AdvisoryPort | undefined
}

async function openAdvisoriesOf(
  service: string | true | undefined,
  folder: string | undefined,
  io: Io,
): Promise<ScanAdvisories> {
  if (service !== undefined) {
    // Loaded lazily: the only part of a scan that uses the network.
    const { openOnline } = await import('../vulndb/online.ts')
    return openOnline(service, folder, io)
  }
  const database = openAdvisories({ folder: advisoryFolder(folder, io) })
  return {
    port: database,
    ...(database === undefined ? {} : { snapshot: database.manifest.id }),
    close: () => database?.close(),
  }
}
