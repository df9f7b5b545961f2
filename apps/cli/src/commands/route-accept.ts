import type { McpPin } from '@gatehouse/contracts/agents'
import { Failure } from '@gatehouse/kernel'
import { EXIT, type Io, type RegisterCommand } from '../command.ts'
import { type Server, serverAt } from '../policy/server.ts'
import { Accepted, BASE, Pins, printable } from '../route/answers.ts'
import { hashOf, shownPin } from '../route/shown-pin.ts'

interface AcceptOptions {
  readonly hash?: string
  readonly json?: true
  readonly url?: string
}

export const routeAccept: RegisterCommand = (parent, io, exit) => {
  parent
    .command('accept')
    .summary('accept the current definition of a tool')
    .description(
      'Shows the changes to a tool definition and asks for confirmation. If the definition changes again in the ' +
        'meantime, it\nis not accepted. Exits with 1 unless the answer is yes. With --hash (see `gatehouse route pins`), ' +
        'no confirmation is needed.',
    )
    .argument('<pin>', 'pin ID, or route/tool')
    .option('--hash <hash>', 'accept the definition with this hash without confirmation')
    .option('--json', 'print the response as JSON')
    .option('--url <address>', 'URL of the guard service (default: GATEHOUSE_URL or http://127.0.0.1:4000)')
    .action(async (name: string, { hash, json, url }: AcceptOptions) => {
      const server = serverAt(url, io)
      const pin = await found(name, server)
      io.stderr.write(shownPin(pin))
      if (hash === undefined && !(await isAgreed(io))) {
        io.stderr.write(`not accepted; to accept without confirmation, add --hash ${hashOf(pin)}\n`)
        exit(EXIT.refused)
        return
      }
      const body = { hash: hash ?? hashOf(pin) }
      const answer = await server.ask(`${BASE}/pins/${pin.id}/accept`, body, Accepted)
      const { route, tool } = answer.pin
      io.stdout.write(
        json === true ? `${JSON.stringify(answer, null, 2)}\n` : `accepted ${printable(`${route}/${tool}`)}\n`,
      )
    })
}

/** Own limit: an answer is one word. */
const ANSWER_CHARS_MAX = 64

async function isAgreed({ stdin, stderr }: Io): Promise<boolean> {
  stderr.write('accept this definition? [y/N] ')
  let answer = ''
  for await (const chunk of stdin) {
    answer += chunk.toString()
    if (answer.includes('\n') || answer.length > ANSWER_CHARS_MAX) break
  }
  return /^y(?:es)?$/i.test(answer.split('\n')[0]!.trim())
}

async function found(name: string, server: Server): Promise<McpPin> {
  const { pins } = await server.get(`${BASE}/pins`, Pins)
  const pin = pins.find(({ id, route, tool }) => id === name || `${route}/${tool}` === name)
  if (pin === undefined) throw new Failure('not_found', `Pin "${printable(name)}" not found.`)
  return pin
}
