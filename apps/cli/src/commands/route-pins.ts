import { EXIT, type RegisterCommand } from '../command.ts'
import { serverAt } from '../policy/server.ts'
import { BASE, Pins, Route } from '../route/answers.ts'
import { shownPin } from '../route/shown-pin.ts'

interface PinsOptions {
  readonly route?: string
  readonly all?: true
  readonly json?: true
  readonly url?: string
}

export const routePins: RegisterCommand = (parent, io, exit) => {
  parent
    .command('pins')
    .summary('show tools that are not as they were accepted')
    .description(
      'Shows the tools whose definition is not what was accepted of it: agents neither see nor reach them until somebody\n' +
        'accepts what they are now. Exits 0 when there is none, 1 when there is one, 2 when it cannot be told.',
    )
    .option('--route <route>', 'of one route alone')
    .option('--all', 'show tools that are as they were accepted, too')
    .option('--json', 'print the answer as JSON')
    .option('--url <address>', 'the guard service; GATEHOUSE_URL or http://127.0.0.1:4000 otherwise')
    .action(async ({ route, all, json, url }: PinsOptions) => {
      const server = serverAt(url, io)
      // Of a route that is not there all is well only at first sight.
      if (route !== undefined) await server.get(`${BASE}/upstreams/${encodeURIComponent(route)}`, Route)
      const query = route === undefined ? '' : `?route=${encodeURIComponent(route)}`
      const answer = await server.get(`${BASE}/pins${query}`, Pins)
      const waiting = answer.pins.filter(({ state }) => state !== 'pinned')
      const shown = all === true ? answer.pins : waiting
      io.stdout.write(
        json === true ? `${JSON.stringify({ ...answer, pins: shown }, null, 2)}\n` : shown.map(shownPin).join(''),
      )
      if (json !== true && waiting.length === 0) io.stdout.write(`${fine(answer.pins.length)}\n`)
      exit(waiting.length === 0 ? EXIT.ok : EXIT.refused)
    })
}

function fine(tools: number): string {
  if (tools === 0) return 'no tools were seen yet; they are pinned when a client lists them first'
  return tools === 1 ? 'the one tool is as it was accepted' : `all ${tools} tools are as they were accepted`
}
