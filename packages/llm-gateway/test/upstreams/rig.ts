import { randomBytes } from 'node:crypto'
import { ModelUpstreamWrite } from '@gatehouse/contracts/content'
import { NO_AGENTIC_CONFIG } from '@gatehouse/guards/agentic'
import { createLogger } from '@gatehouse/http'
import { type Clock, systemClock } from '@gatehouse/kernel'
import { createEgress, type Egress, parseEgressAllow } from '@gatehouse/kernel/egress'
import { createKeyRing } from '@gatehouse/kernel/sealing'
import { type ModelScript, type ScriptedModel, startScriptedModel } from '@gatehouse/testkit/model'
import { afterEach, beforeEach } from 'vitest'
import { documentsOf } from '../../src/upstreams/configure.ts'
import {
  createModelUpstreams,
  type ModelUpstreamParts,
  type ModelUpstreamService,
} from '../../src/upstreams/create-model-upstreams.ts'
import type { UpstreamAnswer, UpstreamRequest } from '../../src/upstreams/model-upstreams.ts'
import { NO_TENANT, type TenantSnapshot } from '@gatehouse/screening'

export const KEY = 'sk-made-up-upstream-key-0123456789'

/** Upstreams of tenants in front of scripted models, all on loopback and each under a name of its own. */
export interface Rig {
  readonly upstreams: ModelUpstreamService
  readonly log: readonly string[]
  readonly egress: Egress
  /** A scripted model, and the address that upstreams have for it. */
  model(script: ModelScript, options?: Parameters<typeof startScriptedModel>[1]): Promise<Model>
  /** A tenant with these upstreams. */
  tenant(upstreams: readonly object[], tenantId?: string): TenantSnapshot
  close(): Promise<void>
}

export interface Model extends ScriptedModel {
  readonly url: string
}

export function openRig({
  clock = systemClock,
  ...parts
}: Partial<ModelUpstreamParts> & { readonly clock?: Clock } = {}): Rig {
  const keys = createKeyRing([randomBytes(32)])
  const log: string[] = []
  const logger = createLogger({ service: 'guard', stream: { write: (line) => void log.push(line) } })
  const egress = createEgress({ allow: parseEgressAllow('*.test'), resolve: async () => ['127.0.0.1'] })
  const upstreams = createModelUpstreams({ keys, egress, clock, log: logger, random: () => 0, ...parts })
  const models: ScriptedModel[] = []
  return {
    upstreams,
    log,
    egress,
    async model(script, options) {
      const model = await startScriptedModel(script, options)
      models.push(model)
      return Object.assign(model, { url: `http://m${models.length}.test:${model.port}/v1` })
    },
    tenant(list, tenantId = 'team') {
      const written = list.map((item) => ModelUpstreamWrite.parse({ models: ['*'], retries: 0, api_key: KEY, ...item }))
      const documents = documentsOf(tenantId, written, [], upstreams.sealer)
      const items = new Map([['model_upstream', documents as ReadonlyMap<string, Readonly<Record<string, unknown>>>]])
      return { ...NO_TENANT, tenantId, agentic: { ...NO_AGENTIC_CONFIG, tenantId, items } }
    },
    async close() {
      await egress.close()
      await Promise.all(models.map((model) => model.close()))
    },
  }
}

/** A request for a chat completion. */
export function ask(over: Partial<UpstreamRequest> = {}): UpstreamRequest {
  const { model = 'gpt-x', stream = false } = over
  return {
    model,
    dialect: 'openai',
    path: '/chat/completions',
    body: Buffer.from(JSON.stringify({ model, stream, messages: [{ role: 'user', content: 'hello' }] })),
    stream,
    headers: {},
    signal: new AbortController().signal,
    ...over,
  }
}

export async function textOf({ body }: UpstreamAnswer): Promise<string> {
  const pieces: Uint8Array[] = []
  for await (const piece of body) pieces.push(piece)
  return Buffer.concat(pieces).toString()
}

/** Shared state of upstream tests, with a rig for each test. */
export interface Bench {
  readonly rig: Rig
  readonly clock: { time_ms: number; now(): number }
  readonly says: (text: string) => Promise<Model>
  readonly fails: (status: number, headers?: Readonly<Record<string, string>>) => Promise<Model>
  /** The responding upstream, with its status. */
  readonly answered: (upstreams: readonly object[], over?: Partial<UpstreamRequest>) => Promise<string>
}

export function useBench(): Bench {
  let rig: Rig
  const clock = { time_ms: Date.now(), now: () => clock.time_ms }
  beforeEach(() => {
    rig = openRig({ clock })
  })
  afterEach(() => rig.close())
  return {
    get rig() {
      return rig
    },
    clock,
    says: (text) => rig.model(() => text),
    fails: (status, headers = {}) => rig.model(() => ({ status, headers })),
    async answered(upstreams, over = {}) {
      const answer = await rig.upstreams.send(rig.tenant(upstreams), ask(over))
      await textOf(answer)
      return `${answer.upstream} ${answer.status}`
    },
  }
}

/** Returns the number of requests to each model. */
export const asked = (...models: readonly Model[]): number[] => models.map(({ requests }) => requests.length)
