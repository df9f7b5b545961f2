import { SCANNER_NAMES, type ScannerName, type ScanType } from '@gatehouse/contracts/scans'

/** Scanners of each scan type. docs/spec/appsec.md "Scanners"; DAST is part of FULL when the project has a target. */
export const SCANNERS_OF: Readonly<Record<ScanType, readonly ScannerName[]>> = {
  FULL: SCANNER_NAMES.filter((name) => name !== 'DAST'),
  INCREMENTAL: ['SECRETS_PATTERN', 'SECRETS_LLM', 'SAST_PATTERN', 'SAST_LLM', 'SCA'],
  SAST_ONLY: ['SAST_PATTERN', 'SAST_LLM'],
  SCA_ONLY: ['SCA', 'MALICIOUS_PKG'],
  SECRETS_ONLY: ['SECRETS_PATTERN', 'SECRETS_LLM'],
  IAC_ONLY: ['IAC'],
  ZERO_DAY_ONLY: ['ZERO_DAY'],
  CONTAINER_ONLY: ['CONTAINER'],
  K8S_ONLY: ['K8S'],
  DAST_ONLY: ['DAST'],
  IMAGE: ['CONTAINER'],
}

/** Scanners that use a model. They run only if a setting enables them. */
export const MODEL_SCANNERS: ReadonlySet<ScannerName> = new Set(['SECRETS_LLM', 'SAST_LLM'])
