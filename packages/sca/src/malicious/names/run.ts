import { ROOT } from '@gatehouse/formats/artifacts'
import type {
  CoverageGap,
  Observation,
  ScanContext,
  ShardResult,
  Inventory,
  InventoryComponent,
} from '@gatehouse/scan-engine'
import { type DependencyPaths, dependencyPaths } from '../../inventory/paths.ts'
import { readInventory } from '../../inventory/read.ts'
import { osvNameOf, packageOf } from '../../observe/names.ts'
import { firstLocation } from '../../observe/place.ts'
import type { AdvisoryPort } from '../../advisory-port.ts'
import { readLockFacts } from '../locks/facts.ts'
import { judgeLocks } from '../locks/judge.ts'
import { gapOf, observe, REMEDY, UNTRUSTED_COMPONENT } from '../observe.ts'
import { observeRecords, wantedOf } from '../records.ts'
import { knownNames } from './known-names.ts'
import { LIKENESS_WORDS, type LikenessKind } from './likeness.ts'

/** Minimum confidence of a reported name. */
export const SURE_MIN = 0.35
const SURE_HIGH = 0.6
/** Additional confidence for an install script: most impostors have one, few other packages do. */
export const SCRIPT_BONUS = 0.15
/** Lower confidence for transitive dependencies: the author of another package selected them. */
const TRANSITIVE_MALUS = 0.08
/** Likenesses that no honest name has by chance. */
const STRONG: ReadonlySet<LikenessKind> = new Set<LikenessKind>(['lookalike', 'swapped', 'doubled'])
/** Maximum blocking time between two checks of the signal; a pause must begin within 2 s. */
const TURN_MS = 50

/** Judges all packages of the tree by known records, by their names and by lock file facts. */
export async function judgeNames(context: ScanContext, advisories: AdvisoryPort | undefined): Promise<ShardResult> {
  const { tree, signal, progress } = context
  // SCA reads the same files in the same scans and reports inventory gaps.
  const inventory = await readInventory(tree, { signal, progress })
  const gaps: CoverageGap[] = []
  if (advisories === undefined && inventory.components.length > 0) {
    gaps.push(
      gapOf(
        'no_advisories',
        `${inventory.components.length} packages were not compared with known malicious packages because no advisories are imported. Run \`gatehouse vulndb import --help\`.`,
      ),
    )
  }
  // An online service gets one request for all packages.
  const wanted = inventory.components.flatMap((component) => wantedOf(component) ?? [])
  const unanswered = (await advisories?.prepare?.(wanted, signal)) ?? []
  gaps.push(...unanswered.map((detail) => gapOf('no_advisories', detail)))
  const locks = await readLockFacts(tree)
  const runsScript = new Set(
    locks.flatMap(({ facts }) => facts.filter((fact) => fact.runsScript === true).map(({ name }) => name)),
  )
  const paths = dependencyPaths(inventory)
  const vouched = vouchedFor(inventory)
  const observations: Observation[] = [...(await judgeLocks(locks, tree))]
  let last = performance.now()
  for (const component of inventory.components) {
    if (performance.now() - last > TURN_MS) {
      await new Promise(setImmediate)
      last = performance.now()
    }
    signal.throwIfAborted()
    const known = advisories === undefined ? [] : await observeRecords(component, advisories, paths)
    observations.push(...known)
    if (known.length === 0 && !vouched.has(component.purl)) {
      observations.push(...observeName(component, paths, runsScript.has(component.name)))
    }
  }
  return { observations, gaps }
}

/** Returns the dependencies of well-known packages: their maintainers selected them. */
function vouchedFor({ components, dependencies }: Inventory): ReadonlySet<string> {
  const wellKnown = new Set(components.filter(isWellKnown).map(({ purl }) => purl))
  const found = new Set<string>()
  for (const [from, all] of dependencies) {
    if (from !== ROOT && wellKnown.has(from)) for (const to of all) found.add(to)
  }
  return found
}

function isWellKnown(component: InventoryComponent): boolean {
  const named = osvNameOf(component)
  return named !== undefined && knownNames(named.ecosystem)?.has(named.name) === true
}

/** Reports a name that imitates, or may imitate, a better known one. */
export function observeName(
  component: InventoryComponent,
  paths: DependencyPaths,
  runsScript: boolean,
): readonly Observation[] {
  const named = osvNameOf(component)
  const mistaken = named === undefined ? undefined : knownNames(named.ecosystem)?.mistakenFor(named.name)
  if (mistaken === undefined) return []
  const { name, version = '', purl, direct } = component
  // One edited letter is a weak indicator. A direct dependency or an install script is the required second indicator.
  if (!STRONG.has(mistaken.kind) && !direct && !runsScript) return []
  const sure = Math.min(0.9, mistaken.sure + (runsScript ? SCRIPT_BONUS : 0) - (direct ? 0 : TRANSITIVE_MALUS))
  if (sure < SURE_MIN) return []
  const { filePath, startLine } = firstLocation(component)
  const path = paths.shortest(purl)
  return [
    observe({
      ruleId: 'malicious/typosquat',
      severity: sure >= SURE_HIGH ? 'HIGH' : 'MEDIUM',
      confidence: Math.round(sure * 100) / 100,
      title: `${name} could be mistaken for ${mistaken.known}`,
      description: `${name} ${version} differs from the popular package ${mistaken.known} by ${LIKENESS_WORDS[mistaken.kind]}${runsScript ? ', and it has an install script' : ''}. Attackers publish packages with such names to exploit typos (typosquatting). If you meant ${mistaken.known}, correct the name. ${REMEDY} If you meant ${name}, check its publisher and age, and accept this finding.`,
      filePath,
      line: startLine,
      cweId: UNTRUSTED_COMPONENT,
      identity: ['typosquat', packageOf(purl), mistaken.known],
      metadata: {
        package: packageOf(purl),
        version,
        purl,
        dependencyPath: path,
        direct,
        mistakenFor: mistaken.known,
        likeness: mistaken.kind,
      },
    }),
  ]
}
