import type { RedteamFramework } from '@gatehouse/contracts/reports'
import type { CategoryName } from './taxonomy.ts'
import { euAiAct } from './eu-ai-act.ts'
import type { Framework } from './framework.ts'
import { gdpr } from './gdpr.ts'
import { hipaa } from './hipaa.ts'
import { iso27001 } from './iso27001-2022.ts'
import { iso42001 } from './iso-42001.ts'
import { mitreAtlas } from './mitre-atlas.ts'
import { nistAiRmf } from './nist-ai-rmf.ts'
import { owaspAgentic2026 } from './owasp-agentic-2026.ts'
import { owaspLlm2025 } from './owasp-llm-2025.ts'
import { owaspLlm2026 } from './owasp-llm-2026.ts'
import { owaspMcp } from './owasp-mcp.ts'
import { pciDss } from './pci-dss.ts'
import { soc2 } from './soc2.ts'

/** All frameworks that reports are assessed against. docs/spec/redteam.md "Analyses". */
export const allFrameworks: readonly Framework[] = [
  owaspLlm2025,
  owaspLlm2026,
  owaspAgentic2026,
  owaspMcp,
  mitreAtlas,
  nistAiRmf,
  euAiAct,
  iso42001,
  iso27001,
  gdpr,
  hipaa,
  pciDss,
  soc2,
]

/** Returns the answer of `GET /api/compliance-frameworks`. */
export function listFrameworks(): readonly RedteamFramework[] {
  return allFrameworks.map(({ id, name, controls }) => ({ id, name, controlCount: controls.length }))
}

/** Frameworks that are law, or that others audit: a weakness may be a breach of them. */
const BINDING: readonly Framework[] = [euAiAct, gdpr, hipaa, pciDss, soc2, iso27001, iso42001]

/** Returns the legal and audit controls that a category covers, e.g. `GDPR Art. 32`. */
export function bindingControlsOf(category: string): readonly string[] {
  return BINDING.flatMap(({ name, controls }) =>
    controls.flatMap(({ code, categories }) =>
      categories.includes(category as CategoryName) ? [`${name} ${code}`] : [],
    ),
  )
}
