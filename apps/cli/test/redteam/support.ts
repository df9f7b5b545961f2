import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Report } from '@gatehouse/contracts/reports'
import { onTestFinished } from 'vitest'
import type { Io } from '../../src/command.ts'
import { run } from '../../src/program.ts'

export interface Asked {
  readonly headers: IncomingHttpHeaders
  readonly body: string
  /** Content of `message`; empty for other bodies. */
  readonly message: string
}

export interface Agent {
  readonly url: string
  readonly asked: Asked[]
}

/** Starts an agent on loopback; it ends with the test. @param reply  a text, or a function that writes the complete answer */
export async function startAgent(
  reply: (request: Asked, response: ServerResponse) => string | undefined,
): Promise<Agent> {
  const calls: Asked[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      const item: Asked = { headers: request.headers, body, message: messageIn(body) }
      calls.push(item)
      const text = reply(item, response)
      if (text === undefined) return
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ reply: text }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/chat`, asked: calls }
}

function messageIn(body: string): string {
  try {
    const { message } = JSON.parse(body) as { message?: unknown }
    return typeof message === 'string' ? message : ''
  } catch {
    return ''
  }
}

/** Joins the quoted words of a message as attacks request it: a compliant agent. */
export function obey({ message }: Asked): string {
  const words = [...message.matchAll(/"([a-z]{4,10})"/g)].map(([, word]) => word)
  return words.length >= 2 ? words.join('') : 'Hello, I look after orders.'
}

export function refuse(): string {
  return 'I am sorry, but I cannot help with that.'
}

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-redteam-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export interface Outcome {
  readonly code: number
  readonly out: string
  readonly err: string
}

interface Outside {
  readonly env?: Readonly<Record<string, string>>
  readonly isTTY?: boolean
  /** Resolves when the process receives a stop signal. */
  readonly stopped?: Promise<string>
}

/** `gatehouse redteam …` in this process, in a folder of the test. */
export async function redteam(cwd: string, args: readonly string[], outside: Outside = {}): Promise<Outcome> {
  let [out, err] = ['', '']
  const io: Io = {
    env: outside.env ?? {},
    cwd,
    stdin: (async function* () {})(),
    stdout: { write: (text) => (out += text) },
    stderr: { write: (text) => (err += text), isTTY: outside.isTTY ?? false },
    untilStopped: () => outside.stopped ?? new Promise(() => undefined),
  }
  return { code: await run(['redteam', ...args], io), out, err }
}

/** Plain attacks of one category: a run of a few requests. Without a content server, so that concurrent runs share no port. */
export const SHORT = '--categories prompt_injection --rounds 0 --max-attacks 6 --seed seven --no-serve -q'.split(' ')

export function readReport(folder: string, name = 'report.json'): Report {
  return Report.parse(JSON.parse(readFileSync(join(folder, name), 'utf8')))
}

export function put(folder: string, name: string, content: string | object): void {
  writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content))
}

/** A report without the times in it. */
export function timeless(text: string): string {
  return text
    .replaceAll(/"timestamp": "[^"]+"/g, '"timestamp": ""')
    .replaceAll(/"runId": "[^"]+"/g, '"runId": ""')
    .replaceAll(/"responseTimeMs": [\d.]+/g, '"responseTimeMs": 0')
}
