import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { uuidv7 } from '@gatehouse/kernel'
import { type AdvisoryDatabase, openAdvisories } from '@gatehouse/sca/advisories'
import { createScaScanner } from '@gatehouse/sca'
import { expect } from 'vitest'
import { createScannerRegistry } from '../../src/jobs/scanner-registry.ts'
import { advisory, importInto } from '../advisories/made.ts'
import { makeOrganization, makePerson, type Person, send, serve, type Served } from '../serve.ts'
import type { LockedPackages } from './npm.ts'

export const VECTOR = 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H'
export const GHSA = (letter: string) => `GHSA-${letter.repeat(4)}-${letter.repeat(4)}-${letter.repeat(4)}`

const RECORDS = [
  advisory(GHSA('a'), 'left', '1.2.3', {
    aliases: ['CVE-2026-0001'],
    severity: [{ type: 'CVSS_V3', score: VECTOR }],
    database_specific: { cwe_ids: ['CWE-79', 'CWE-1321'] },
  }),
  // The same in another database.
  advisory('OTHER-1', 'left', '1.2.5', { aliases: ['CVE-2026-0001'] }),
  advisory(GHSA('b'), 'left', '2.0.0'),
  advisory(GHSA('c'), '@scope/right', '3.0.0-rc.2'),
  advisory(GHSA('d'), 'nested', '1.0.0', {
    affected: [
      {
        package: { ecosystem: 'npm', name: 'nested' },
        ranges: [{ type: 'SEMVER', events: [{ introduced: '1.1.0' }, { last_affected: '1.4.0' }] }],
        versions: ['0.9.1'],
      },
    ],
  }),
  advisory(GHSA('e'), 'left', '9.0.0', { withdrawn: '2026-01-02T00:00:00Z' }),
  advisory('MAL-2026-1', 'evil', '1.0.0', {
    affected: [{ package: { ecosystem: 'npm', name: 'evil' }, versions: ['6.6.6'] }],
  }),
  advisory(GHSA('f'), 'fine', '1.0.0'),
]

/** Locked packages of the test project. */
export const PACKAGES: LockedPackages = {
  'node_modules/left': { version: '1.2.0', dependencies: { nested: '^1.0.0' } },
  'node_modules/@scope/right': { version: '3.0.0-rc.1', dependencies: { nested: '0.9.1' } },
  'node_modules/@scope/right/node_modules/nested': { version: '0.9.1' },
  'node_modules/nested': { version: '1.4.0' },
  'node_modules/evil': { version: '6.6.6', dev: true },
  'node_modules/fine': { version: '1.0.0' },
}

/** Service with advisories, and people of one organization. */
export interface Shop extends Served {
  readonly advisories: AdvisoryDatabase
  readonly admin: Person
  readonly person: Person
  /** A project that was never scanned. */
  readonly makeProject: () => Promise<string>
  readonly registryOf: (projectId: string) => string
}

export async function openShop(): Promise<Shop> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-npm-'))
  await importInto(folder, ...RECORDS)
  const advisories = openAdvisories({ folder: join(folder, 'advisories') })!
  const scanners = createScannerRegistry({ SCA: () => createScaScanner({ advisories }) })
  const service = await serve({ dataDir: folder, worker: {}, scanners })
  const organizationId = await makeOrganization(service.store)
  const admin = await makePerson(service.store, organizationId, 'ADMIN')
  const person = await makePerson(service.store, organizationId, 'DEVELOPER')
  return {
    ...service,
    advisories,
    admin,
    person,
    async makeProject() {
      const body = { name: `shop ${uuidv7()}` }
      const answer = await send(`${service.url}/api/projects`, 'POST', body, admin.session)
      expect([answer.status, answer.text]).toEqual([201, expect.any(String)])
      return String(answer.body['id'])
    },
    registryOf: (projectId) => `${service.url}/api/projects/${projectId}/npm/`,
    async close() {
      await service.close()
      advisories.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
