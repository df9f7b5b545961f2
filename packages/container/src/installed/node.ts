import { z } from 'zod'
import type { InstalledReader } from './reader.ts'

/** The manifest at the root of an installed package, not one of its subfolders. */
const MANIFEST = /(?:^|\/)node_modules\/(?:@[^/]+\/)?[^/@.][^/]*\/package\.json$/

const Package = z.object({
  name: z.string().optional(),
  version: z.string().optional(),
  license: z.string().optional().catch(undefined),
})

export const nodeReader: InstalledReader = {
  name: 'node-installed',
  ecosystem: 'npm',
  matches: (path) => MANIFEST.test(path),
  bytesMax: 4 * 1024 * 1024,
  read(_path, bytes) {
    const { name, version, license: licence } = Package.parse(JSON.parse(new TextDecoder().decode(bytes)))
    // Some packages have further manifests in folders that look like packages, without a name or version.
    if (name === undefined || version === undefined) return { packages: [], gaps: [] }
    const slash = name.startsWith('@') ? name.indexOf('/') : -1
    const purl = {
      type: 'npm',
      ...(slash !== -1 && { namespace: name.slice(0, slash) }),
      name: name.slice(slash + 1),
      version,
    }
    return { packages: [{ key: name, purl, licence }], gaps: [] }
  },
}
