// Server whose handlers have uncaught errors; runs as a separate process.
import { EventEmitter } from 'node:events'
import { createReadStream } from 'node:fs'
import { defineEndpoints, post } from '@gatehouse/contracts'
import { Failure, runUnit, surviveUncaught } from '@gatehouse/kernel'
import { z } from 'zod'
import { createLogger, createServer } from '../src/index.ts'

const endpoints = defineEndpoints({
  act: post('/v1/act', {
    auth: 'none',
    body: z.object({ what: z.string() }),
    response: z.looseObject({}),
    summary: 'Fail in a way',
  }),
})

const never = new Promise<Record<string, unknown>>(() => undefined)

const ACTS: Readonly<Record<string, () => void>> = {
  timer: () => void setTimeout(() => badly(), 1),
  emitter: () => process.nextTick(() => new EventEmitter().emit('error', new Error('secret'))),
  stream: () => void createReadStream('/nowhere/at/all'),
  rejection: () => void Promise.reject(new Error('secret')),
  refusal: () => void setTimeout(() => refuse(), 1),
  job: () => {
    const crashed = (error: unknown): void => void process.stderr.write(`job crashed: ${String(error)}\n`)
    runUnit({ kind: 'job', service: 'uncaught', crashed }, () => void setTimeout(() => badly(), 1))
  },
}

function badly(): never {
  throw new Error('secret')
}

function refuse(): never {
  throw new Failure('invalid_request', 'secret')
}

const server = createServer({
  service: 'uncaught',
  version: '0',
  endpoints,
  handlers: {
    act({ body }) {
      ACTS[body.what]?.()
      return body.what === 'nothing' || body.what === 'job' ? { fine: true } : never
    },
  },
  authenticate: { authEnabled: false, tenantByKeyHash: () => undefined, isAdminKey: () => false },
  logger: createLogger({ service: 'uncaught', stream: { write: (line) => void process.stderr.write(line) } }),
})
surviveUncaught((error) => process.stderr.write(`without a unit: ${String(error)}\n`))
const { url } = await server.listen({ host: '127.0.0.1', port: 0 })
process.stdout.write(`${url}\n`)
process.on('SIGUSR2', () => badly())
