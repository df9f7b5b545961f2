import type { RegisterCommand } from '../command.ts'
import { routeAccept } from './route-accept.ts'
import { routeAdd } from './route-add.ts'
import { routeList } from './route-list.ts'
import { routePins } from './route-pins.ts'
import { routeRemove } from './route-remove.ts'

export const route: RegisterCommand = (parent, io, exit) => {
  const command = parent
    .command('route')
    .summary('put the gateway in front of tool servers (MCP)')
    .description(
      'Registers tool servers, which agents then reach at <service>/gateway/<route>/mcp, and decides about tools that have\n' +
        'changed. The service is the one at --url or GATEHOUSE_URL; the key comes from GATEHOUSE_API_KEY and needs scope admin.\n' +
        'Where the service demands no keys, none is needed.',
    )
    .addHelpText('after', HELP)
  for (const register of [routeAdd, routeList, routePins, routeAccept, routeRemove]) register(command, io, exit)
}

const HELP = `
Examples:
  gatehouse route add docs https://docs.example.com/mcp --header-env Authorization=DOCS_TOKEN
  gatehouse route add files --command npx --arg some-file-server --isolation-ack
  gatehouse route pins --route docs
  gatehouse route accept docs/search`
