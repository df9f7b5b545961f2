import type { Logger } from '@gatehouse/http'
import type { Clock, Egress } from '@gatehouse/kernel'
import { commandAllowlist, createUpstreams, type Upstreams } from '@gatehouse/mcp'

/** Where programs are looked for where the environment does not say: what every system has. */
const PATH_DEFAULT = '/usr/local/bin:/usr/bin:/bin'

/**
 * The servers behind routes, over the network and as processes.
 * @param commands  what the deployment lets routes run
 */
export function toolServers(commands: readonly string[], egress: Egress, clock: Clock, log: Logger): Upstreams {
  const { PATH: path = PATH_DEFAULT, HOME: home } = process.env
  return createUpstreams({
    egress,
    clock,
    allowlist: commandAllowlist(commands, path),
    surroundings: { path, home },
    // What it wrote may hold anything; that it ended is news enough.
    onExit: (name, { code, signal }) => log.info({ server: name, code, signal }, 'the process of a tool server ended'),
  })
}
