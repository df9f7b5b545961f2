import { allCategories, allStrategies, type Category, type Mappings, type Strategy } from '@gatehouse/attacks'
import type {
  AttackMappings,
  CategoryLine,
  Handlers,
  redteamServiceEndpoints,
  StrategyLine,
} from '@gatehouse/contracts'
import type { RequestContext } from '@gatehouse/http'
import type { z } from 'zod'

type Rows = Pick<typeof redteamServiceEndpoints, 'listCategories' | 'listStrategies'>

/** What runs can look for, and how it can be said. Decisions §3 "Categories". */
export function attackListHandlers(): Handlers<Rows, RequestContext> {
  const categories = allCategories.map(categoryLine)
  const strategies = allStrategies.map(strategyLine)
  return { listCategories: () => categories, listStrategies: () => strategies }
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

function shown({ owaspLlm2025, owaspLlm2026, asi, atlas }: Mappings): z.infer<typeof AttackMappings> {
  return { owaspLlm2025: [...owaspLlm2025], owaspLlm2026: [...owaspLlm2026], asi: [...asi], atlas: [...atlas] }
}
