import type { CategoryLine, StrategyLine } from '@gatehouse/contracts/redteam'
import { CARRIER_STRATEGIES } from '../carriers/strategies.ts'
import { allCategories } from '../categories.gen.ts'
import { categoriesOf } from '../domains/domain.ts'
import { allDomains } from '../domains/packs.ts'
import type { Category, Mappings } from '../engine/category.ts'
import type { Strategy } from '../engine/strategy.ts'
import { WRITTEN_STRATEGIES } from '../models/writing/wish.ts'
import { allStrategies } from '../strategies.gen.ts'

/** Lists the categories for the service and the command line. docs/spec/redteam.md "Categories". */
export function listedCategories(): CategoryLine[] {
  return allCategories.map(categoryLine)
}

/** Lists the strategies. */
export function listedStrategies(): StrategyLine[] {
  return [
    ...allStrategies.map(strategyLine),
    ...CARRIER_STRATEGIES.map(strategyLine),
    ...WRITTEN_STRATEGIES.map((item) => ({ ...strategyLine(item), needsModel: true })),
  ]
}

function categoryLine(category: Category): CategoryLine {
  const { name, title, group, description, severity, isDefault, mappings, aliases, needs, seeds, remediation } =
    category
  return {
    name,
    title,
    group,
    description,
    severity,
    default: isDefault,
    mappings: shown(mappings),
    aliases: [...aliases],
    needs: [...needs],
    seeds: seeds.length,
    domains: allDomains.filter((pack) => categoriesOf(pack).has(name)).map((pack) => pack.name),
    remediation,
  }
}

function strategyLine({ name, title, group, description, isDefault, aliases, steps }: Strategy): StrategyLine {
  return {
    name,
    title,
    group,
    description,
    severity: null,
    default: isDefault,
    mappings: shown({ owaspLlm2025: [], owaspLlm2026: [], asi: [], atlas: [] }),
    aliases: [...aliases],
    steps,
  }
}

function shown({ owaspLlm2025, owaspLlm2026, asi, atlas }: Mappings): CategoryLine['mappings'] {
  return { owaspLlm2025: [...owaspLlm2025], owaspLlm2026: [...owaspLlm2026], asi: [...asi], atlas: [...atlas] }
}
