import { join } from 'node:path'
import { Failure, systemClock } from '@gatehouse/kernel'
import { createEgress, parseEgressAllow } from '@gatehouse/kernel/egress'
import { addressOf, createOsvServices, openAdvisories } from '@gatehouse/sca/advisories'
import type { AdvisoryPort } from '@gatehouse/sca'
import type { Io } from '../command.ts'
import { readSettings } from '../settings.ts'
import { advisoryFolder } from './folder.ts'

/** Advisories of an online service, for one scan. */
export interface OnlineService {
  readonly port: AdvisoryPort
  readonly snapshot?: string
  readonly close: () => Promise<void>
}

/**
 * Opens a service with the OSV API. Imported data adds the exploitation state.
 * @param address true: the public service
 * @throws {Failure} if it is unreachable
 */
export async function openOnline(
  address: string | true,
  folder: string | undefined,
  io: Pick<Io, 'env' | 'cwd'>,
): Promise<OnlineService> {
  // The operator of this machine can access its networks.
  const egress = createEgress({ allow: parseEgressAllow(io.env['GATEHOUSE_EGRESS_ALLOW'] ?? ''), localMode: true })
  const database = openAdvisories({ folder: advisoryFolder(folder, io) })
  const close = async (): Promise<void> => {
    database?.close()
    await egress.close()
  }
  try {
    const records = join(readSettings(io).dataDir, 'advisories-online')
    const services = createOsvServices({ folder: records, egress, clock: systemClock })
    const { port, snapshot, gap } = await services.of(address === true ? '' : addressOf(address).href, {
      exploitationOf: database?.exploitationOf,
    })
    if (port === undefined) throw new Failure('unavailable', gap ?? 'Cannot query the advisory service.')
    return { port, ...(snapshot !== undefined && { snapshot }), close }
  } catch (thrown) {
    await close()
    throw thrown
  }
}
