import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Finding } from '@gatehouse/contracts/scans'
import { createLogger } from '@gatehouse/http'
import { systemClock, uuidv7 } from '@gatehouse/kernel'
import { createEgress, type Egress, NOTHING_ALLOWED } from '@gatehouse/kernel/egress'
import { createKeyRing } from '@gatehouse/kernel/sealing'
import { openStore } from '@gatehouse/store'
import { createAuditLog } from '@gatehouse/store/audit'
import { expect } from 'vitest'
import { createAdvisories } from '../../src/advisories/advisories.ts'
import type { RematchPorts } from '../../src/jobs/rematch.ts'
import { createScannerRegistry } from '../../src/jobs/scanner-registry.ts'
import { startScanWorker } from '../../src/jobs/worker.ts'
import { isOver, until } from '../scans.ts'
import { type Answer, makeOrganization, makePerson, type Person, send, serve, type Served } from '../serve.ts'
import { know, MINIMIST } from './known.ts'

type Body = Answer['body']

/** Service with changing advisories, one worker and no rematcher of its own. */
export interface Ground {
  readonly dataDir: string
  readonly served: Served
  /** Returns the ports of another process. */
  readonly portsOfProcess: () => Promise<RematchPorts & { readonly egress: Egress }>
  readonly someone: () => Promise<Person>
  readonly scansOf: (person: Person, projectId: unknown) => Promise<Body[]>
  /** Returns the ended scan that new advisories triggered. */
  readonly rematched: (person: Person, projectId: unknown) => Promise<Body>
  readonly found: (person: Person, scan: Body, query?: string) => Promise<Finding[]>
  /** Called when the ground is left, before all else. */
  readonly onEnd: (end: () => Promise<void>) => void
  readonly close: () => Promise<void>
}

export async function openGround(): Promise<Ground> {
  const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-rematch-'))
  await know(dataDir, [MINIMIST])
  const service = await serve({ dataDir })
  const ended: (() => Promise<void>)[] = []
  const portsOfProcess = () => openProcess(service, ended)
  const scansOf: Ground['scansOf'] = async (person, projectId) => {
    const path = `/api/scans?projectId=${String(projectId)}&limit=100`
    return (await send(`${service.url}${path}`, 'GET', undefined, person.key)).body['scans'] as Body[]
  }
  const ports = await portsOfProcess()
  const keys = createKeyRing([randomBytes(32)])
  const hosts = { credentialsFor: () => Promise.resolve(undefined) }
  const scanners = createScannerRegistry()
  const worker = startScanWorker({ ...ports, hosts, keys, dataDir, scanners, version: '0.0.0' }, { idle_ms: 30 })
  return {
    dataDir,
    served: service,
    portsOfProcess,
    scansOf,
    someone: async () => makePerson(service.store, await makeOrganization(service.store), 'ADMIN'),
    async rematched(person, projectId) {
      const [newest] = await scansOf(person, projectId)
      expect(newest).toMatchObject({ triggeredBy: 'advisories' })
      return until(service, person, newest!['id'], isOver)
    },
    async found(person, scan, query = '?scanner=SCA') {
      const path = `/api/scans/${String(scan['id'])}/findings${query}`
      const findings = (await send(`${service.url}${path}`, 'GET', undefined, person.key)).body['findings'] as Finding[]
      // The databases of these tests have a handful of records.
      return findings.filter(({ ruleId }) => ruleId !== 'coverage/few-advisories')
    },
    onEnd: (end) => void ended.unshift(end),
    async close() {
      await worker.close()
      for (const end of ended) await end()
      await service.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function openProcess(
  { database, dataDir }: Served,
  ended: (() => Promise<void>)[],
): Promise<RematchPorts & { readonly egress: Egress }> {
  const store = await openStore({ url: database.url, poolMax: 3 })
  const audit = createAuditLog(store, { instanceId: uuidv7() })
  const egress = createEgress({ allow: NOTHING_ALLOWED, localMode: false })
  const logger = createLogger({ service: 'appsec', stream: { write: () => undefined } })
  let now = Date.now()
  // Checks for new advisories each time, not every two seconds.
  const hasty = { now: () => (now += 60_000) }
  const advisories = createAdvisories({ dataDir, store, egress, clock: hasty, logger })
  ended.push(async () => {
    await advisories.close()
    await egress.close()
    await audit.close()
    await store.close()
  })
  const capacity = { active_max: 1_000, stored_bytes_max: 1e12 }
  return { store, audit, egress, advisories, clock: systemClock, logger, room: capacity, wake: () => undefined }
}

/** Which advisories findings are about, in their order. */
export function titles(all: readonly Finding[]): string[] {
  return all.map(({ ruleId, isNew }) => `${ruleId}${isNew ? ' new' : ''}`)
}
