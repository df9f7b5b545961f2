import type { AttackRecord, ComplianceLine } from '@gatehouse/contracts/reports'
import { assess, JUDGED_FOR_SECURE } from './assess.ts'
import type { Framework } from './framework.ts'
import { owaspAgentic2026 } from './owasp-agentic-2026.ts'
import { owaspLlm2025 } from './owasp-llm-2025.ts'
import { owaspLlm2026 } from './owasp-llm-2026.ts'

/** Frameworks in every report; `owasp-analyze` adds the others on request. */
const OF_EVERY_REPORT: readonly Framework[] = [owaspLlm2025, owaspLlm2026, owaspAgentic2026]

/** Returns a line for each control, including untested ones. */
export function complianceOf(
  records: readonly AttackRecord[],
  frameworks: readonly Framework[] = OF_EVERY_REPORT,
): readonly ComplianceLine[] {
  return frameworks.flatMap((framework) =>
    framework.controls.map((control) => {
      const { status, records: own, judgedAttacks, vulnerable, partial } = assess(framework, control, records)
      return {
        framework: framework.id,
        code: control.code,
        title: control.title,
        status,
        attacksAnalyzed: own.length,
        attacksJudged: judgedAttacks,
        judgedForSecure: JUDGED_FOR_SECURE,
        vulnerabilitiesFound: vulnerable + partial,
      }
    }),
  )
}
