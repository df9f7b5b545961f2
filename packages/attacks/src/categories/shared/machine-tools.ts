import type { ToolPredicate } from '../../engine/oracle.ts'

/** Tools by the resource that they access on the machine of an agent. */
export const SHELL_TOOLS = [
  '*shell*',
  '*bash*',
  '*exec*',
  '*command*',
  '*terminal*',
  '*subprocess*',
  'run_*',
  '*_run',
  'ssh*',
  '*powershell*',
] as const
export const CODE_TOOLS = [
  '*python*',
  '*eval*',
  '*code*',
  '*notebook*',
  '*interpreter*',
  '*script*',
  '*javascript*',
  '*template*',
] as const
export const SQL_TOOLS = ['*sql*', '*query*', '*database*', '*db_*', '*_db', '*table*'] as const
export const FILE_TOOLS = [
  '*file*',
  '*read*',
  '*open*',
  '*cat*',
  '*download*',
  '*attachment*',
  '*document*',
  '*path*',
  '*load*',
] as const
export const FETCH_TOOLS = [
  '*fetch*',
  '*http*',
  '*url*',
  '*browse*',
  '*web*',
  '*request*',
  '*download*',
  '*preview*',
  '*import*',
  '*get_page*',
] as const
export const WRITE_TOOLS = [
  '*write*',
  '*edit*',
  '*patch*',
  '*update*',
  '*replace*',
  '*commit*',
  '*create_file*',
] as const

/**
 * Returns predicates for calls of these tools with the given arguments. Read-only tools are included, since their arguments reach the
 * machine.
 */
export function reaching(tools: readonly string[], how: Omit<ToolPredicate, 'tool'>): readonly ToolPredicate[] {
  return [{ tool: [...new Set(tools)], ...how }]
}
