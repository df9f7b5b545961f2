import type { Family } from '../family.ts'
import { backupCoordinator } from './backup-coordinator.ts'
import { letterRenderer } from './letter-renderer.ts'
import { logArchive } from './log-archive.ts'
import { payrollDesk } from './payroll-desk.ts'
import { supplierNegotiator } from './supplier-negotiator.ts'
import { ticketExport } from './ticket-export.ts'
import { uptimeMonitor } from './uptime-monitor.ts'

/** MCP servers, A2A peers and a chat agent, written without knowledge of attacks and judges. */
export const fourthTools: Family = {
  name: 'fourth-tools',
  agents: [
    letterRenderer,
    logArchive,
    ticketExport,
    uptimeMonitor,
    supplierNegotiator,
    backupCoordinator,
    payrollDesk,
  ].flat(),
}
