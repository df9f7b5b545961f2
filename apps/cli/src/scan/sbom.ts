import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type Bom, cycloneDx, spdx } from '@gatehouse/formats/artifacts'
import { Failure } from '@gatehouse/kernel'
import { bomOf } from '@gatehouse/scan-engine/results'
import { readInventory } from '@gatehouse/sca'
import type { Io } from '../command.ts'
import { counted, shown } from '../terminal.ts'
import { VERSION } from '../version.ts'
import type { SbomOptions } from './sbom-options.ts'
import { openSource } from './source.ts'

const WRITERS: Readonly<Record<SbomOptions['format'], (bom: Bom) => object>> = { cyclonedx: cycloneDx, spdx }

/**
 * Writes the SBOM of a source. Reports unreadable files on standard error, because an SBOM cannot contain them.
 * @throws {Failure} if the source is invalid
 */
export async function writeSbom(input: string, options: SbomOptions, io: Io): Promise<void> {
  const stop = new AbortController()
  void io.untilStopped().then((signal) => stop.abort(new Failure('unavailable', `Stopped by ${signal}.`)))
  const source = await openSource(input, options, io, stop.signal)
  try {
    const inventory = await readInventory(source.tree, { signal: stop.signal })
    const { components, gaps, files } = inventory
    const version = options.projectVersion ?? source.commit
    const bom = bomOf(inventory, {
      root: { name: options.name ?? source.name, ...(version === undefined ? {} : { version }) },
      madeAt: new Date(),
      id: randomUUID(),
      tool: { name: 'gatehouse', version: VERSION },
    })
    const text = `${JSON.stringify(WRITERS[options.format](bom), null, 2)}\n`
    if (options.output === undefined) io.stdout.write(text)
    else await writeFile(resolve(io.cwd, options.output), text)
    io.stderr.write(`${counted(components.length, 'package')} from ${counted(files.length, 'file')}\n`)
    for (const { filePath, detail } of gaps) {
      io.stderr.write(`not fully read: ${filePath === undefined ? '' : `${shown(filePath)}: `}${shown(detail)}\n`)
    }
  } finally {
    await source.close()
  }
}
