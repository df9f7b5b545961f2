import {
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
  close(): void
}

/** What decides which scanners run. */
export interface ScannerOptions extends Pick<ScanOptions, 'type' | 'advisories'> {
  /** Of packages, their known vulnerabilities alone. */
  readonly vulnerabilitiesOnly?: true
}

/** Opens what a type of scan needs. */
export function openScanners({ type, advisories, vulnerabilitiesOnly }: ScannerOptions, io: Io): OpenScanners {
  const secrets = type === 'SCA_ONLY' ? [] : [createSecretsScanner()]
  if (type === 'SECRETS_ONLY') return { scanners: secrets, close: () => undefined }
  const database = openAdvisories({ folder: advisoryFolder(advisories, io) })
  const malicious = vulnerabilitiesOnly === true ? [] : [createMaliciousScanner({ advisories: database })]
  return {
    scanners: [...secrets, createScaScanner({ advisories: database }), ...malicious],
    ...(database === undefined ? {} : { snapshot: database.manifest.id }),
    close: () => database?.close(),
  }
}
