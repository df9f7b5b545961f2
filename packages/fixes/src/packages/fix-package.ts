import type { Fixer } from '../draft.ts'
import { upgradeAction } from './actions.ts'
import { upgradeNuget } from './dotnet.ts'
import { upgradeJvm } from './jvm.ts'
import { upgradeCargo, upgradeGo } from './native.ts'
import { upgradeNpm } from './npm.ts'
import { upgradePython } from './python.ts'
import { upgradeOf, type Upgrader } from './upgrade.ts'
import { upgradeComposer, upgradeGem } from './web.ts'

/** Upgraders by type of the package URL. */
const UPGRADERS: Readonly<Record<string, Upgrader>> = {
  npm: upgradeNpm,
  pypi: upgradePython,
  golang: upgradeGo,
  cargo: upgradeCargo,
  composer: upgradeComposer,
  gem: upgradeGem,
  maven: upgradeJvm,
  nuget: upgradeNuget,
  github: upgradeAction,
}

/** Upgrades a vulnerable package to the smallest version without known vulnerabilities. */
export const fixPackage: Fixer = async (target, files) => {
  const upgrade = upgradeOf(target)
  if (upgrade === undefined || target.metadata['malicious'] === true) return []
  const draft = await UPGRADERS[upgrade.type]?.(upgrade, files)
  return draft === undefined ? [] : [draft]
}
