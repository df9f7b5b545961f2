import type { Settings } from '@gatehouse/settings'

/** Public host names of the guard: the configured list, and the host of the public URL. */
export function allowedHostsOf({
  allowedHosts,
  publicUrl,
}: Pick<Settings, 'allowedHosts' | 'publicUrl'>): readonly string[] {
  return publicUrl === undefined ? allowedHosts : [...allowedHosts, new URL(publicUrl).hostname]
}
