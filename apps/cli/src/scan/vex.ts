import { randomUUID } from 'node:crypto'
import { buildPurl } from '@gatehouse/formats'
import { cycloneDxVex, openVex, type VexDocument } from '@gatehouse/formats/artifacts'
import { Failure } from '@gatehouse/kernel'
import { vexStatementsOf } from '@gatehouse/scan-engine/results'
import { EXIT, type Io } from '../command.ts'
import { counted, shown } from '../terminal.ts'
import { VERSION } from '../version.ts'
import { readKnown } from './baseline.ts'
import { scanTree, pathsOf, write } from './run.ts'
import type { VexOptions } from './vex-options.ts'

const WRITERS: Readonly<Record<VexOptions['format'], (document: VexDocument) => object>> = {
  openvex: openVex,
  cyclonedx: cycloneDxVex,
}

/**
 * Writes a VEX document of a source. Reports gaps on standard error.
 * @returns the exit code
 * @throws {Failure} `invalid_setting` without advisories: an empty document would claim that no package is vulnerable
 */
export async function writeVex(text: string, options: VexOptions, io: Io): Promise<number> {
  const known = readKnown(pathsOf(options, io))
  const { report } = await scanTree(text, { ...options, type: 'SCA_ONLY', vulnerabilitiesOnly: true }, known, io)
  const { advisories, findings, gaps, failed, name, commit, endedAt } = report
  if (advisories === undefined) {
    const missing = gaps.find(({ reason }) => reason === 'no_advisories')?.detail
    throw new Failure(
      'invalid_setting',
      missing ?? 'No advisories are imported. Run `gatehouse vulndb import --ecosystem <names>`.',
    )
  }
  const statements = vexStatementsOf(findings, { at: endedAt })
  const product = productOf(options.name ?? name, options.projectVersion ?? commit)
  const document = WRITERS[options.format]({
    id: randomUUID(),
    product,
    author: options.author,
    madeAt: endedAt,
    tool: { name: 'gatehouse', version: VERSION },
    statements,
  })
  await write(`${JSON.stringify(document, null, 2)}\n`, options.output, io)
  io.stderr.write(`${counted(statements.length, 'statement')} from advisory snapshot ${shown(advisories)}\n`)
  for (const { filePath, detail } of gaps) {
    const place = filePath === undefined || filePath === '' ? '' : `${shown(filePath)}: `
    io.stderr.write(`not fully analyzed: ${place}${shown(detail)}\n`)
  }
  const isBlind = failed.length > 0 || gaps.some(({ reason }) => reason === 'no_advisories')
  return isBlind ? EXIT.failure : EXIT.ok
}

function productOf(name: string, version: string | undefined): VexDocument['product'] {
  const versioned = version === undefined ? {} : { version }
  return { id: buildPurl({ type: 'generic', name, ...versioned }), name, ...versioned }
}
