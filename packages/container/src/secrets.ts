import {
  isInstalled,
  type ScanContext,
  type Scanner,
  type Shard,
  type ShardResult,
  type SourceTree,
} from '@gatehouse/scan-engine'
import { createSecretsScanner } from '@gatehouse/secrets'
import type { ImageFile } from './image/image.ts'
import { imageTree } from './image/image-tree.ts'
import type { OpenImage } from './image/open-image.ts'
import { mergedPath, type OperatingSystem } from './os/read.ts'

/** Package databases, caches, documentation, and toolchains with test data: the same files in every image. */
const NOT_SEARCHED =
  /^(?:var\/lib\/(?:dpkg|apt|rpm|pacman)|lib\/apk|usr\/lib\/(?:apk|sysimage|python3[^/]*|go[^/]*)|var\/cache|usr\/share|usr\/local\/(?:go|share|rustup|lib\/python3[^/]*))\/|\/(?:pkg\/mod|gems|\.cargo\/registry|dist-packages)\//

/** Prefix of the shards of a layer, and of the configuration. */
const LAYER = 'layer-'
const CONFIG = 'config-'

/** Search for credentials in every layer, including files that later layers delete, and in the configuration of an image. */
export interface ImageSecrets {
  readonly plan: () => readonly Shard[]
  readonly has: (shard: Shard) => boolean
  readonly run: (shard: Shard, context: ScanContext, system: OperatingSystem) => Promise<ShardResult>
}

export function createImageSecrets(image: OpenImage): ImageSecrets {
  const scanner = createSecretsScanner()
  const config = configTree(image)
  const layers = image.layers.map(({ index }) => image.files.filter((file) => file.layer === index && isSearched(file)))
  const trees = layers.map((files) => imageTree(files, image.spool))
  return {
    plan: () => [
      ...renamed(scanner.plan(config), CONFIG),
      ...trees.flatMap((tree, index) => renamed(scanner.plan(tree), `${LAYER}${index}-`)),
    ],
    has: ({ id }) => id.startsWith(LAYER) || id.startsWith(CONFIG),
    async run(shard, context, system) {
      if (shard.id.startsWith(CONFIG)) return runIn(scanner, shard, context, config)
      const index = Number(/^layer-(\d+)-/.exec(shard.id)?.[1])
      // Files of operating system packages are public. A later layer may replace them.
      const isPublic = (path: string): boolean =>
        system.layers.has(index) && !path.startsWith('etc/') && system.owned.has(mergedPath(path))
      const files = shard.files.filter(({ path }) => !isPublic(path))
      const tree = trees[index] ?? imageTree([], image.spool)
      const result = await runIn(scanner, { ...shard, files }, context, tree)
      context.progress(shard.files.length - files.length)
      const present = new Map((layers[index] ?? []).map((file) => [file.path, file.isPresent]))
      const layer = image.layers[index]
      return {
        ...result,
        observations: result.observations.map((observation) => {
          const isDeleted = present.get(observation.filePath) === false
          return {
            ...observation,
            ...(isDeleted && { description: `${observation.description} ${DELETED}` }),
            metadata: { ...observation.metadata, layer, ...(isDeleted && { deleted: true }) },
          }
        }),
      }
    },
  }
}

const DELETED =
  'A later layer deletes or replaces the file, but everyone with access to the image can read it in this layer.'

function isSearched({ path, size }: ImageFile): boolean {
  return size > 0 && !isInstalled(path) && !NOT_SEARCHED.test(path)
}

function renamed(shards: readonly Shard[], prefix: string): readonly Shard[] {
  return shards.map((shard) => ({ ...shard, id: prefix + shard.id }))
}

function runIn(scanner: Scanner, shard: Shard, context: ScanContext, tree: SourceTree): Promise<ShardResult> {
  return scanner.run(shard, { ...context, tree })
}

/** Returns the environment variables and the history of an image as files. */
function configTree({ config }: OpenImage): SourceTree {
  const environment = (config.config?.Env ?? []).join('\n')
  const history = (config.history ?? []).map(({ created_by: by }) => by ?? '').join('\n')
  const texts = new Map(
    [
      ['image-config.env', environment],
      ['image-history.sh', history],
    ].map(([path = '', text = '']) => [path, Buffer.from(text)]),
  )
  const read = (path: string): Buffer => texts.get(path) ?? Buffer.alloc(0)
  return {
    files: [...texts].map(([path, bytes]) => ({ path, size_bytes: bytes.length })),
    read: async (path, maxBytes) => read(path).subarray(0, maxBytes),
    async *stream(path) {
      yield read(path)
    },
    gaps: [],
  }
}
