import { type ContentHost, listeningHost } from '@gatehouse/attacks'
import type { RunTarget } from '@gatehouse/contracts'
import type { Io } from '../command.ts'
import { portFor } from './listen.ts'

export interface ContentOptions {
  /** False: nothing is served. */
  readonly serve: boolean
  readonly servePort?: number
  /** As a target elsewhere reaches it. */
  readonly serveUrl?: string | undefined
}

/** Returns whether the agent can reach content that a run serves: it runs on this machine, or a public address is given. */
export function servesContent(
  { baseUrl }: Pick<RunTarget, 'baseUrl'>,
  { serve, serveUrl }: Pick<ContentOptions, 'serve' | 'serveUrl'>,
): boolean {
  return serve && (serveUrl !== undefined || isLoopback(baseUrl))
}

/**
 * Returns the host for pages and addresses of attacks: on this machine for local agents, and otherwise only if an address for the agent is
 * given.
 * @param seed the same seed gets the same port if it is free, so that attacks are byte-identical
 * @returns undefined: attacks that need it are left out
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
