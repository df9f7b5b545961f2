import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Ajv from 'ajv'
import Ajv2020 from 'ajv/dist/2020.js'
import Ajv04 from 'ajv-draft-04'
import addFormats from 'ajv-formats'

/** Schemas without an npm package; the folder's README names source and license. */
const SCHEMAS = fileURLToPath(new URL('../data/schemas/', import.meta.url))

/** Returns the errors of a document according to a published schema; empty when valid. */
export type Complaints = (document: unknown) => readonly string[]

/** SARIF 2.1.0, SPDX 2.3, OpenVEX 0.2.0 and CycloneDX 1.5 as published. Loaded on first use. */
export const complaints: Readonly<Record<'sarif' | 'spdx' | 'openVex' | 'cycloneDx', Complaints>> = {
  sarif: lazily(() =>
    compiled(new Ajv04.default({ strict: false, allErrors: true }), join(SCHEMAS, 'sarif-2.1.0.schema.json')),
  ),
  spdx: lazily(() =>
    compiled(new Ajv.default({ strict: false, allErrors: true }), join(SCHEMAS, 'spdx-2.3.schema.json')),
  ),
  openVex: lazily(() =>
    compiled(new Ajv2020.default({ strict: false, allErrors: true }), join(SCHEMAS, 'openvex-0.2.0.schema.json')),
  ),
  cycloneDx: lazily(() => {
    const folder = cycloneDxFolder()
    // The schema names them by their files, they themselves by an address.
    const schemas = ['spdx.SNAPSHOT.schema.json', 'jsf-0.82.SNAPSHOT.schema.json'].map((name) => ({
      ...read(join(folder, name)),
      $id: `http://cyclonedx.org/schema/${name}`,
    }))
    return compiled(
      new Ajv.default({ strict: false, allErrors: true, schemas }),
      join(folder, 'bom-1.5.SNAPSHOT.schema.json'),
    )
  }),
}

function lazily(make: () => Complaints): Complaints {
  let create: Complaints | undefined
  return (document) => (create ??= make())(document)
}

function cycloneDxFolder(): string {
  const library = createRequire(import.meta.url).resolve('@cyclonedx/cyclonedx-library/package.json')
  return join(dirname(library), 'res/schema')
}

function read(path: string): object {
  return JSON.parse(readFileSync(path, 'utf8')) as object
}

function compiled(ajv: Ajv.default, path: string): Complaints {
  addFormats.default(ajv)
  // In no list of formats: addresses and references with letters of any script.
  ajv.addFormat('idn-email', /^[^\s@]+@[^\s@]+$/)
  ajv.addFormat('iri-reference', /^[^\s<>"{}|\\^`]*$/)
  ajv.addFormat('iri', /^[a-z][a-z0-9+.-]*:[^\s<>"{}|\\^`]*$/i)
  const check = ajv.compile(read(path))
  return (document) => {
    // Checked as serialized: JSON omits undefined values.
    if (check(JSON.parse(JSON.stringify(document)))) return []
    return (check.errors ?? []).map(({ instancePath, message = '' }) => `${instancePath} ${message}`)
  }
}
