import { Failure } from '@gatehouse/kernel'
import {
  type AdvisoryPort,
  createMaliciousScanner,
  createSastScanner,
  createScaScanner,
  createSecretsScanner,
  openAdvisories,
  type Scanner,
} from '@gatehouse/scanners'
import type { Io } from '../command.ts'
import { readRules } from '../rules/read.ts'
import { advisoryFolder } from '../vulndb/folder.ts'
import type { ScanOptions } from './options.ts'

/** The scanners of one scan, with what they look things up in. */
export interface OpenScanners {
  readonly scanners: readonly Scanner[]
  /** Names the advisories that were looked in, so that the scan can be repeated with the same ones. */
  readonly snapshot?: string
  close(): void | Promise<void>
}

/** What decides which scanners run. */
export interface ScannerOptions extends Pick<ScanOptions, 'type' | 'rules' | 'advisories' | 'online' | 'osv'> {
  /** Of packages, their known vulnerabilities alone. */
  readonly vulnerabilitiesOnly?: true
}

/**
 * Opens what a type of scan needs.
 * @throws {Failure} when advisories cannot be had at all
 */
export async function openScanners(
  { type, rules, advisories, online, osv, vulnerabilitiesOnly }: ScannerOptions,
  io: Io,
): Promise<OpenScanners> {
  const sast = openSast(type, rules, io)
  if (type === 'SAST_ONLY') return { scanners: sast, close: () => undefined }
  const secrets = type === 'SCA_ONLY' ? [] : [createSecretsScanner()]
  if (type === 'SECRETS_ONLY') return { scanners: secrets, close: () => undefined }
  const { port, snapshot, close } = await openAdvisoriesOf(osv ?? online, advisories, io)
  const malicious = vulnerabilitiesOnly === true ? [] : [createMaliciousScanner({ advisories: port })]
  return {
    scanners: [...secrets, ...sast, createScaScanner({ advisories: port }), ...malicious],
    ...(snapshot === undefined ? {} : { snapshot }),
    close,
  }
}

/** The static analysis: with the rules that were named, or with our own where nothing else was asked for. */
function openSast(
  type: ScanOptions['type'],
  given: readonly string[] | undefined,
  io: Pick<Io, 'cwd'>,
): readonly Scanner[] {
  const isMeant = type === 'SAST_ONLY' || (type === 'FULL' && given !== undefined)
  if (!isMeant) {
    if (given !== undefined) throw new Failure('invalid_request', `Rules are for FULL and SAST_ONLY, not for ${type}.`)
    return []
  }
  return [createSastScanner(readRules(given, io))]
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
    // Loaded when it is asked for: nothing else of a scan reaches out.
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
