import { isLoopbackHost } from './cross-checks.ts'
import type { Settings } from './resolve.ts'

/** Returns the URL of the documentation site that the console serves; undefined if the console's address is unknown. */
export function documentationUrl({
  publicUrl,
  consoleEnabled,
  consolePort,
  host,
}: Pick<Settings, 'publicUrl' | 'consoleEnabled' | 'consolePort' | 'host'>): string | undefined {
  if (publicUrl !== undefined) return `${publicUrl}/docs/`
  return consoleEnabled && isLoopbackHost(host) ? `http://localhost:${consolePort}/docs/` : undefined
}
