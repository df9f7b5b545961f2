import type { Settings } from '@gatehouse/settings'

/** A Sigstore installation: who certifies keys, who writes down what they have signed, and who this service is to them. */
export interface SigstorePlace {
  readonly fulcioUrl: string
  readonly rekorUrl: string
  /** Holds an OpenID Connect token; whoever runs the service keeps it fresh. */
  readonly tokenFile: string
}

/** The installation that the settings name. @returns undefined where they name none: keys of organizations sign */
export function sigstorePlaceOf(settings: Settings): SigstorePlace | undefined {
  const { sigstoreFulcioUrl: fulcioUrl, sigstoreRekorUrl: rekorUrl, sigstoreTokenFile: tokenFile } = settings
  if (fulcioUrl === undefined || rekorUrl === undefined || tokenFile === undefined) return undefined
  return { fulcioUrl: fulcioUrl.replace(/\/+$/, ''), rekorUrl: rekorUrl.replace(/\/+$/, ''), tokenFile }
}
