import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { GateDecisionRecord } from '@gatehouse/contracts/scans'
import { Failure } from '@gatehouse/kernel'
import type { Io } from '../command.ts'
import { readJsonFile } from '../json-file.ts'
import { serverAt } from '../policy/server.ts'

const SCAN_ID = /^[\w-]{1,64}$/

/**
 * Reads a decision record from a file, or from a scan of the service if there is no such file.
 * @throws {Failure} if it is invalid or not available
 */
export async function readRecord(text: string, url: string | undefined, io: Io): Promise<GateDecisionRecord> {
  const path = resolve(io.cwd, text)
  if (existsSync(path)) return readJsonFile(path, 'gate decision record', GateDecisionRecord)
  if (url === undefined && io.env['GATEHOUSE_URL'] === undefined) {
    const repair = 'For a scan of the service, set --url or GATEHOUSE_URL.'
    throw new Failure('not_found', `File not found: ${text}. ${repair}`)
  }
  if (!SCAN_ID.test(text)) throw new Failure('invalid_request', `"${text}" is neither a file nor a scan ID.`)
  const server = serverAt(url, io, 'appsec')
  return server.get(`/api/scans/${text}/artifacts/gate-decision`, GateDecisionRecord)
}
