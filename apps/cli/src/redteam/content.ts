import { type ContentHost, listeningHost } from '@gatehouse/attacks'
import type { RunTarget } from '@gatehouse/contracts/redteam'
import type { Io } from '../command.ts'
import { portFor } from './listen.ts'

export interface ContentOptions {
  /** False: serves no content. */
  readonly serve: boolean
  readonly servePort?: number
  /** Public address for a remote target. */
  readonly serveUrl?: string | undefined
}

/** Returns whether the agent can reach served content: it runs on this machine, or a public address is given. */
export function servesContent(
  { baseUrl }: Pick<RunTarget, 'baseUrl'>,
  { serve, serveUrl }: Pick<ContentOptions, 'serve' | 'serveUrl'>,
): boolean {
  return serve && (serveUrl !== undefined || isLoopback(baseUrl))
}

/**
 * Returns the host for pages and addresses of attacks: on this machine for local agents, and otherwise only if a public address is given.
 * @param seed determines the port if it is free, so that attacks are byte-identical
 * @returns undefined: attacks that need a host are skipped
 */
export function contentHostOf(
  { baseUrl }: RunTarget,
  { serve, servePort, serveUrl }: ContentOptions,
  seed: string,
  io: Pick<Io, 'stderr'>,
): ContentHost | undefined {
  if (!servesContent({ baseUrl }, { serve, serveUrl })) return undefined
  if (serveUrl !== undefined) {
    return listeningHost({ host: '0.0.0.0', port: servePort ?? portFor(seed), publicUrl: serveUrl })
  }
  if (servePort !== undefined) return listeningHost({ port: servePort })
  return {
    async open(handle) {
      try {
        return await listeningHost({ port: portFor(seed) }).open(handle)
      } catch {
        io.stderr.write(
          `gatehouse: warning: port ${portFor(seed)} is in use; URLs in attacks will differ from other runs with this seed\n`,
        )
        return listeningHost().open(handle)
      }
    },
  }
}

function isLoopback(address: string): boolean {
  const host = URL.parse(address)?.hostname ?? ''
  return host === 'localhost' || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host)
}
