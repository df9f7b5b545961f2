import { type Clock, type Egress, Failure, Secret } from '@gatehouse/kernel'
import { type ConnectAbout, connectHttp, type UpstreamConnection, upstreamLimits, UpstreamMemory } from '@gatehouse/mcp'
import type { ConnectTargets, RouteConnecting } from './gateway.ts'
import type { Target } from './routes/stored-route.ts'

/** What connections are made with. */
export interface ConnectParts {
  readonly egress: Egress
  readonly clock: Clock
}

/** Connects to the servers of routes, as their transports ask. */
export function createConnectRoute({ egress, clock }: ConnectParts): ConnectTargets {
  const memory = new UpstreamMemory(clock)

  function connectOne(
    target: Target,
    limits: RouteConnecting['limits'],
    about: ConnectAbout & Pick<RouteConnecting, 'place'>,
  ): Promise<UpstreamConnection> {
    const { name, transport, url, headers } = target
    if (transport !== 'http' || url === undefined) {
      throw new Failure('unavailable', `The gateway does not carry the transport "${transport}".`)
    }
    return connectHttp({
      name,
      url,
      headers: Object.fromEntries(Object.entries(headers).map(([header, value]) => [header, new Secret(value)])),
      egress,
      clock,
      client: about,
      signal: about.signal,
      limits: upstreamLimits(limits),
      remembered: memory.of(JSON.stringify([about.place, url])),
    })
  }

  return async (targets, { limits, place }, about) => {
    const [only] = targets
    if (targets.length !== 1) throw new Failure('unavailable', 'The gateway does not join several servers.')
    return connectOne(only!, limits, { ...about, place })
  }
}
