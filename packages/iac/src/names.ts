/** Configuration scanners. One of them scans each file. */
export type ConfigScannerName = 'IAC' | 'K8S'

/** Languages of configuration, as the engine calls them. */
const LANGUAGES: ReadonlySet<string> = new Set(['dockerfile', 'hcl', 'json', 'yaml'])

export function isConfiguration(language: string): boolean {
  return LANGUAGES.has(language)
}

/** Written by package managers; not edited by hand. */
const LOCK_FILES =
  /(?:^|\/)(?:package-lock|npm-shrinkwrap|packages\.lock|project\.assets|pnpm-lock|\.package-lock|composer)\.(?:json|ya?ml)$|[.-]lock\.(?:json|ya?ml)$|\.map\.json$|\.schema\.json$/i

export function isLockFile(path: string): boolean {
  return LOCK_FILES.test(path)
}

const API_VERSION = /^[ \t{,-]{0,40}["']?apiVersion["']?[ \t]{0,9}:/m
const KIND = /^[ \t{,-]{0,40}["']?kind["']?[ \t]{0,9}:/m

/** Returns the scanner for a text: a text with `apiVersion` and `kind` is a Kubernetes object. */
export function scannerOf(language: string, text: string): ConfigScannerName {
  const isObject = (language === 'yaml' || language === 'json') && API_VERSION.test(text) && KIND.test(text)
  return isObject ? 'K8S' : 'IAC'
}
