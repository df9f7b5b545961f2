import {
  type AdvisoryPort,
  createMaliciousScanner,
  createScaScanner,
  createSecretsScanner,
  openAdvisories,
  type Scanner,
} from '@gatehouse/scanners'
import type { Io } from '../command.ts'
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
export interface ScannerOptions extends Pick<ScanOptions, 'type' | 'advisories' | 'online' | 'osv'> {
  /** Of packages, their known vulnerabilities alone. */
  readonly vulnerabilitiesOnly?: true
}

/**
 * Opens what a type of scan needs.
 * @throws {Failure} when advisories cannot be had at all
 */
export async function openScanners(
  { type, advisories, online, osv, vulnerabilitiesOnly }: ScannerOptions,
  io: Io,
): Promise<OpenScanners> {
  const secrets = type === 'SCA_ONLY' ? [] : [createSecretsScanner()]
  if (type === 'SECRETS_ONLY') return { scanners: secrets, close: () => undefined }
  const { port, snapshot, close } = await openAdvisoriesOf(osv ?? online, advisories, io)
  const malicious = vulnerabilitiesOnly === true ? [] : [createMaliciousScanner({ advisories: port })]
  return {
    scanners: [...secrets, createScaScanner({ advisories: port }), ...malicious],
    ...(snapshot === undefined ? {} : { snapshot }),
    close,
  }
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
