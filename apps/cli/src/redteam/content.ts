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

/** Whether the agent finds what a run serves: it runs here, or somebody says how it reaches this machine. */
export function servesContent(
  { baseUrl }: Pick<RunTarget, 'baseUrl'>,
  { serve, serveUrl }: Pick<ContentOptions, 'serve' | 'serveUrl'>,
): boolean {
  return serve && (serveUrl !== undefined || isLoopback(baseUrl))
}

/**
 * Where attacks find pages and addresses of their own: on this machine for agents that run here, and elsewhere only where
 * somebody says how the agent reaches it.
 * @param seed  the same one has the same port where it is free, so that attacks are the same byte for byte
 * @returns undefined: attacks that need it are not made
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
