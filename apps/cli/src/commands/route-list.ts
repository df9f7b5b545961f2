import type { RegisterCommand } from '../command.ts'
import { serverAt } from '../policy/server.ts'
import { BASE, printable, Routes } from '../route/answers.ts'

export const routeList: RegisterCommand = (parent, io) => {
  parent
    .command('list')
    .summary('list the routes')
    .option('--json', 'print the response as JSON')
    .option('--url <address>', 'URL of the guard service (default: GATEHOUSE_URL or http://127.0.0.1:4000)')
    .action(async ({ json, url }: { json?: true; url?: string }) => {
      const answer = await serverAt(url, io).get(`${BASE}/upstreams`, Routes)
      if (json === true) {
        io.stdout.write(`${JSON.stringify(answer, null, 2)}\n`)
        return
      }
      if (answer.upstreams.length === 0) io.stdout.write(`tenant "${answer.tenant_id}" has no routes\n`)
      for (const { route, transport, url: address, command, active, upstreams } of answer.upstreams) {
        const where = upstreams?.map(({ name }) => name).join(', ') ?? address ?? command ?? ''
        io.stdout.write(`${route}  ${active ? 'active' : 'disabled'}  ${transport}  ${printable(where)}\n`)
      }
    })
}
