import { type ScaOptions, scanInventory } from '@gatehouse/sca'
import type { CoverageGap, Observation, ScanContext, Scanner, ShardResult } from '@gatehouse/scan-engine'
import { type ImagePackages, readPackages } from './packages.ts'
import type { OpenImage } from './image/open-image.ts'
import { withModules } from './os/modules.ts'
import { createImageSecrets } from './secrets.ts'
import type { ImageView } from './view.ts'

const SCANNER = 'CONTAINER'
const PACKAGES = 'packages'
/** Gaps after which an image was not checked at all. */
const UNCHECKED: ReadonlySet<CoverageGap['reason']> = new Set<CoverageGap['reason']>([
  'no_advisories',
  'nothing_analysed',
])

/** Creates the scanner for one image: vulnerabilities of its packages, and credentials in its layers. */
export function createContainerScanner(view: ImageView, options: ScaOptions = {}): Scanner {
  const { image } = view
  const secrets = createImageSecrets(image)
  let reading: Promise<ImagePackages> | undefined
  // All shards need the packages. A failure is reported by each of them.
  const packagesOf = (signal: AbortSignal) => (reading ??= readPackages(view, signal))
  return {
    name: SCANNER,
    plan: ({ files }) => [{ id: PACKAGES, files }, ...secrets.plan()],
    async run(shard, context) {
      const packages = await packagesOf(context.signal)
      if (!secrets.has(shard)) return runPackages(packages, image, options, context)
      return ofImage(await secrets.run(shard, context, packages.system), image)
    },
  }
}

async function runPackages(
  { inventory, layers, system }: ImagePackages,
  image: OpenImage,
  options: ScaOptions,
  { signal }: ScanContext,
): Promise<ShardResult> {
  const rpm = system.databases.flatMap(({ type, packages }) => (type === 'rpm' ? packages : []))
  const { advisories } = options
  const ports = advisories === undefined ? options : { ...options, advisories: withModules(advisories, rpm) }
  const { observations, gaps } = await scanInventory(inventory, ports, signal)
  const left = image.left.map((detail): CoverageGap => ({ scanner: SCANNER, reason: 'skipped', detail }))
  const found = observations.map((observation) => {
    const layer = layers.get(observation.metadata.purl ?? '')
    return {
      ...observation,
      metadata: { ...observation.metadata, ...(layer !== undefined && { layer }), usage: 'unknown' },
    }
  })
  return ofImage({ observations: found, gaps: [...gaps, ...left], inventory }, image)
}

/** Attributes results to the image. Checks that were not made are findings of severity INFO. */
function ofImage(result: ShardResult, { name }: OpenImage): ShardResult {
  const gaps = result.gaps.map((gap) => ({ ...gap, scanner: SCANNER, detail: `Image ${name}: ${gap.detail}` }) as const)
  const unchecked = gaps.filter(({ reason }) => UNCHECKED.has(reason)).map(({ detail }) => uncheckedImage(name, detail))
  return {
    ...result,
    gaps,
    observations: [
      ...result.observations.map(
        (item) =>
          ({
            ...item,
            scanner: SCANNER,
            metadata: { ...item.metadata, image: name },
          }) as const,
      ),
      ...unchecked,
    ],
  }
}

function uncheckedImage(name: string, detail: string): Observation {
  return {
    scanner: SCANNER,
    ruleId: 'container-image-not-scanned',
    severity: 'INFO',
    title: `Image not fully scanned: ${name.length > 40 ? `…${name.slice(-39)}` : name}`,
    description: detail,
    filePath: name,
    startLine: 1,
    endLine: 1,
    owasp: [],
    confidence: 1,
    identity: ['container-image-not-scanned', name, detail.replace(/\d+/g, '#')],
    metadata: { image: name },
  }
}

/** Creates the scanner of an image that cannot be opened: its result is a finding of severity INFO, and the scan does not pass. */
export function createFailedImageScanner(name: string, reason: string): Scanner {
  const detail = `Image ${name} was not scanned: ${reason}`
  return {
    name: SCANNER,
    plan: () => [{ id: PACKAGES, files: [] }],
    run: async () => ({
      observations: [uncheckedImage(name, detail)],
      gaps: [{ scanner: SCANNER, reason: 'nothing_analysed', detail }],
    }),
  }
}
