import type { Settings } from '@gatehouse/settings'

/** Sigstore installation: certificate authority, transparency log, and this service's identity. */
export interface SigstoreInstallation {
  readonly fulcioUrl: string
  readonly rekorUrl: string
  /** File with an OpenID Connect token; the operator renews it. */
  readonly tokenFile: string
}

/** Returns the configured installation. @returns undefined if there is none: the organizations' keys sign */
export function sigstoreInstallationOf(settings: Settings): SigstoreInstallation | undefined {
  const { sigstoreFulcioUrl: fulcioUrl, sigstoreRekorUrl: rekorUrl, sigstoreTokenFile: tokenFile } = settings
  if (fulcioUrl === undefined || rekorUrl === undefined || tokenFile === undefined) return undefined
  return { fulcioUrl: fulcioUrl.replace(/\/+$/, ''), rekorUrl: rekorUrl.replace(/\/+$/, ''), tokenFile }
}
