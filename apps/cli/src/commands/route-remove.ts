import type { RegisterCommand } from '../command.ts'
import { serverAt } from '../policy/server.ts'
import { BASE } from '../route/answers.ts'

export const routeRemove: RegisterCommand = (parent, io) => {
  parent
    .command('remove')
    .summary('remove a route, with what is pinned of its tools')
    .argument('<route>', 'the name of the route')
    .option('--url <address>', 'the guard service; GATEHOUSE_URL or http://127.0.0.1:4000 otherwise')
    .action(async (name: string, { url }: { url?: string }) => {
      await serverAt(url, io).send('DELETE', `${BASE}/upstreams/${encodeURIComponent(name)}`)
      io.stdout.write(`removed route "${name}"\n`)
    })
}
