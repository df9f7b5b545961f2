import { EXIT, type RegisterCommand } from '../command.ts'
import { serverAt } from '../policy/server.ts'
import { BASE, Pins } from '../route/answers.ts'
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
    .description('Exits 0 when all tools are as they were accepted, 1 when one is not, 2 when it cannot be told.')
    .option('--route <route>', 'of one route alone')
    .option('--all', 'show tools that are as they were accepted, too')
    .option('--json', 'print the answer as JSON')
    .option('--url <address>', 'the guard service; GATEHOUSE_URL or http://127.0.0.1:4000 otherwise')
    .action(async ({ route, all, json, url }: PinsOptions) => {
      const query = route === undefined ? '' : `?route=${encodeURIComponent(route)}`
      const answer = await serverAt(url, io).get(`${BASE}/pins${query}`, Pins)
      const waiting = answer.pins.filter(({ state }) => state !== 'pinned')
      const shown = all === true ? answer.pins : waiting
      io.stdout.write(
        json === true ? `${JSON.stringify({ ...answer, pins: shown }, null, 2)}\n` : shown.map(shownPin).join(''),
      )
      if (json !== true && waiting.length === 0) io.stdout.write('all tools are as they were accepted\n')
      exit(waiting.length === 0 ? EXIT.ok : EXIT.refused)
    })
}
