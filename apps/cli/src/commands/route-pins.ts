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
    .summary('list tools that differ from their accepted definition')
    .description(
      'Lists tools whose definition differs from the accepted one. Agents can neither see nor call them until the ' +
        'new\ndefinition is accepted. Exits with 0 when there are none, 1 when there are some, and 2 when the request ' +
        'failed.',
    )
    .option('--route <route>', 'only tools of this route')
    .option('--all', 'also show unchanged tools')
    .option('--json', 'print the response as JSON')
    .option('--url <address>', 'URL of the guard service (default: GATEHOUSE_URL or http://127.0.0.1:4000)')
    .action(async ({ route, all, json, url }: PinsOptions) => {
      const server = serverAt(url, io)
      // An unknown route has no pins, which would look like success.
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
  if (tools === 0) return 'no tools pinned yet; tools are pinned when a client lists them for the first time'
  return tools === 1 ? '1 tool is unchanged' : `all ${tools} tools are unchanged`
}
