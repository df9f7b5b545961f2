import { readInventory } from '../../../packages/sca/src/inventory/read.ts'
import { PACKAGES_MAX } from '../../../packages/sca/src/manifests/parser.ts'
import { SAMPLES } from '../../../packages/sca/test/manifests/samples.ts'
import { memoryTree } from '@gatehouse/testkit/memory-tree'
import type { FuzzReader } from '../reader.ts'

/** One reader per manifest and lock file type, with unchanged related files. */
export const MANIFEST_READERS: readonly FuzzReader[] = Object.entries(SAMPLES).map(([name, { files }]) => {
  const [[path, text] = ['', '']] = Object.entries(files)
  return {
    name,
    samples: () => [Buffer.from(text)],
    outputMax: PACKAGES_MAX,
    async read(bytes) {
      const { components } = await readInventory(memoryTree({ ...files, [path]: Buffer.from(bytes).toString('utf8') }))
      return components.length
    },
  }
})
