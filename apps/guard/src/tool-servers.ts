import type { Logger } from '@gatehouse/http'
import type { Clock } from '@gatehouse/kernel'
import type { Egress } from '@gatehouse/kernel/egress'
import { commandAllowlist, createUpstreams, type Upstreams } from '@gatehouse/mcp'

/** Default search path for programs if the environment has none. */
const PATH_DEFAULT = '/usr/local/bin:/usr/bin:/bin'

/**
 * Creates connections to tool servers, over the network or as processes.
 * @param commands commands that the deployment permits for routes
 */
export function toolServers(commands: readonly string[], egress: Egress, clock: Clock, log: Logger): Upstreams {
  const { PATH: path = PATH_DEFAULT, HOME: home } = process.env
  return createUpstreams({
    egress,
    clock,
    allowlist: commandAllowlist(commands, path),
    surroundings: { path, home },
    // Its output may contain secrets, so that only its exit is logged.
    onExit: (name, { code, signal }) => log.info({ server: name, code, signal }, 'a tool server process exited'),
  })
}
