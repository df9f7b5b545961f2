import type { McpPin } from '@gatehouse/contracts'
import { Failure } from '@gatehouse/kernel'
import type { RegisterCommand } from '../command.ts'
import { type Server, serverAt } from '../policy/server.ts'
import { Accepted, BASE, Pins, printable } from '../route/answers.ts'

interface AcceptOptions {
  readonly hash?: string
  readonly json?: true
  readonly url?: string
}

export const routeAccept: RegisterCommand = (parent, io) => {
  parent
    .command('accept')
    .summary('accept what a server says of a tool now')
    .description(
      'Accepts the definition that `gatehouse route pins` shows; one that changes in between is not accepted.',
    )
    .argument('<pin>', 'the id of a pin, or route/tool')
    .option('--hash <hash>', 'accept the definition of this hash alone')
    .option('--json', 'print the answer as JSON')
    .option('--url <address>', 'the guard service; GATEHOUSE_URL or http://127.0.0.1:4000 otherwise')
    .action(async (name: string, { hash, json, url }: AcceptOptions) => {
      const server = serverAt(url, io)
      const pin = await found(name, server)
      const body = { hash: hash ?? pin.seen_hash ?? pin.hash }
      const answer = await server.ask(`${BASE}/pins/${pin.id}/accept`, body, Accepted)
      const { route, tool } = answer.pin
      io.stdout.write(
        json === true ? `${JSON.stringify(answer, null, 2)}\n` : `accepted ${printable(`${route}/${tool}`)}\n`,
      )
    })
}

async function found(name: string, server: Server): Promise<McpPin> {
  const { pins } = await server.get(`${BASE}/pins`, Pins)
  const pin = pins.find(({ id, route, tool }) => id === name || `${route}/${tool}` === name)
  if (pin === undefined) throw new Failure('not_found', `There is no pin "${printable(name)}".`)
  return pin
}
