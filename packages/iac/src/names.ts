/** Scanners of configuration. Each file is judged by one of them. */
export type ConfigScannerName = 'IAC' | 'K8S'

/** Languages of configuration, as the engine calls them. */
const LANGUAGES: ReadonlySet<string> = new Set(['dockerfile', 'hcl', 'json', 'yaml'])

export function isConfiguration(language: string): boolean {
  return LANGUAGES.has(language)
}

/** Written by package managers: nobody configures anything there. */
const LOCK_FILES =
  /(?:^|\/)(?:package-lock|npm-shrinkwrap|packages\.lock|project\.assets|pnpm-lock|\.package-lock|composer)\.(?:json|ya?ml)$|[.-]lock\.(?:json|ya?ml)$|\.map\.json$|\.schema\.json$/i

export function isLockFile(path: string): boolean {
  return LOCK_FILES.test(path)
}

const API_VERSION = /^[ \t{,-]{0,40}["']?apiVersion["']?[ \t]{0,9}:/m
const KIND = /^[ \t{,-]{0,40}["']?kind["']?[ \t]{0,9}:/m

/** Which scanner judges a text: what names a version of an API and a kind is an object of Kubernetes. */
export function scannerOf(language: string, text: string): ConfigScannerName {
  const isObject = (language === 'yaml' || language === 'json') && API_VERSION.test(text) && KIND.test(text)
  return isObject ? 'K8S' : 'IAC'
}
