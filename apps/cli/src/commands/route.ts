import type { RegisterCommand } from '../command.ts'
import { routeAccept } from './route-accept.ts'
import { routeAdd } from './route-add.ts'
import { routeList } from './route-list.ts'
import { routePins } from './route-pins.ts'
import { routeRemove } from './route-remove.ts'

export const route: RegisterCommand = (parent, io, exit) => {
  const command = parent
    .command('route')
    .summary('manage gateway routes to MCP tool servers')
    .description(
      'Registers MCP tool servers, which agents reach at <service>/gateway/<route>/mcp, and reviews changed tool ' +
        'definitions.\nThe service URL is set by --url or GATEHOUSE_URL. The key is read from GATEHOUSE_API_KEY and ' +
        'requires the admin scope.\nNo key is needed when authentication is disabled.',
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
