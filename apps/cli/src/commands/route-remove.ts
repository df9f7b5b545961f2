import type { RegisterCommand } from '../command.ts'
import { serverAt } from '../policy/server.ts'
import { BASE } from '../route/answers.ts'

export const routeRemove: RegisterCommand = (parent, io) => {
  parent
    .command('remove')
    .summary('delete a route and its tool pins')
    .argument('<route>', 'name of the route')
    .option('--url <address>', 'URL of the guard service (default: GATEHOUSE_URL or http://127.0.0.1:4000)')
    .action(async (name: string, { url }: { url?: string }) => {
      await serverAt(url, io).send('DELETE', `${BASE}/upstreams/${encodeURIComponent(name)}`)
      io.stdout.write(`deleted route "${name}"\n`)
    })
}
