import { isLoopbackHost } from './cross-checks.ts'
import type { Settings } from './resolve.ts'

/** URL of the documentation site that the console serves; undefined where its address is not known. */
export function documentationUrl({
  publicUrl,
  consoleEnabled,
  consolePort,
  host,
}: Pick<Settings, 'publicUrl' | 'consoleEnabled' | 'consolePort' | 'host'>): string | undefined {
  if (publicUrl !== undefined) return `${publicUrl}/docs/`
  return consoleEnabled && isLoopbackHost(host) ? `http://localhost:${consolePort}/docs/` : undefined
}
