import {
  type CoverageGap,
  type Observation,
  type RecipeModule,
  type ScannerRecipe,
  type ScanContext,
  type Scanner,
  type Shard,
  type ShardResult,
  turnYielder,
} from '@gatehouse/scan-engine'
import { FileCache } from './scan/cache.ts'
import { serializeState, finishScan } from './scan/finish.ts'
import { readIgnores } from './scan/ignores.ts'
import { LeftOut } from './scan/left.ts'
import type { SastOptions } from './scan/options.ts'
import { LinkCache } from './scan/link-cache.ts'
import { NONE_ANALYSED, withFile } from './scan/nothing-analysed.ts'
import { packOf } from './scan/pack.ts'
import { planShards } from './scan/plan.ts'
import { Aside, inlineFacts } from './scan/said.ts'
import { scanFile } from './scan/scan-file.ts'
import { sweepCache } from './scan/sweep-cache.ts'

const SCANNER = 'SAST_PATTERN'

/** Finds weaknesses in code by rules. They are read when a scan is planned, once for a process. */
export function createSastScanner(options: SastOptions): Scanner {
  return {
    name: SCANNER,
    plan: (tree) => planShards(tree, packOf(options.rules).isAnyText),
    run: (shard, context) => run(shard, context, options),
    async finish(carries, context) {
      const { rules, cache: place, aside, all, isOnly, ignoreTrust } = options
      if (place !== undefined) await sweepCache(place, context.clock.now())
      const pack = packOf(rules)
      const [cache, links] = place === undefined ? [] : [new FileCache(place, pack), new LinkCache(place, pack)]
      return finishScan(
        carries,
        { pack, aside, cache, links, isAll: all === true, isOnly: isOnly === true, ignoreTrust },
        context,
      )
    },
    recipe: { scanner: SCANNER, module: import.meta.url, options } satisfies ScannerRecipe<SastOptions>,
  }
}

/**
 * Creates the scanner in a scan thread. The thread imports it by the module of the recipe.
 * @public
 */
export const createFromRecipe: RecipeModule<SastOptions>['createFromRecipe'] = ({ options }) =>
  createSastScanner(options)

async function run(shard: Shard, context: ScanContext, options: SastOptions): Promise<ShardResult> {
  const pack = packOf(options.rules)
  const ignores = await readIgnores(options.all === true ? [] : (shard.beside ?? []), context.tree, options.ignoreTrust)
  const cache = options.cache === undefined ? undefined : new FileCache(options.cache, pack)
  const left = new LeftOut()
  const observations: Observation[] = []
  const aside = options.aside === undefined ? undefined : new Aside(options.aside)
  const texts: string[] = []
  const gaps: CoverageGap[] = []
  let analysed = NONE_ANALYSED
  const turn = turnYielder(context.signal)
  try {
    for (const file of shard.files) {
      await turn()
      if (ignores.test(file.path)) left.add('ignored', file.path)
      else {
        const result = await scanFile(file, { pack, cache }, context)
        observations.push(...result.observations)
        gaps.push(...result.gaps)
        if (result.facts !== undefined) texts.push(aside?.put(result.facts) ?? inlineFacts(result.facts))
        if (result.left !== undefined) left.add(result.left, file.path)
        else if (!result.gaps.some(isWholeFile)) analysed = withFile(analysed, file.path, result.facts !== undefined)
      }
      context.progress(1)
    }
  } finally {
    aside?.close()
  }
  return {
    observations,
    gaps,
    carry: serializeState({ left: left.tell(), problems: ignores.problems, analysed }, texts),
  }
}

/** Whether no rule has seen a file. */
function isWholeFile({ reason }: CoverageGap): boolean {
  return reason === 'too_large' || reason === 'failed'
}
