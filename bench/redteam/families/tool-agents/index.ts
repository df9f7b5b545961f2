import type { Family } from '../family.ts'
import { approvalAgent, mailWorker, paymentWorker, planner } from './a2a-agents.ts'
import { accountDesk } from './account-desk.ts'
import { calculator } from './calculator.ts'
import { clusterAdmin } from './cluster-admin.ts'
import { documentReader } from './document-reader.ts'
import { fileServer } from './file-server.ts'
import { gitHelper } from './git-helper.ts'
import { imageConverter } from './image-converter.ts'
import { mailAssistant } from './mail-assistant.ts'
import { noteStore } from './note-store.ts'
import { orderDatabase } from './order-database.ts'
import { pageFetcher } from './page-fetcher.ts'
import { salesReports } from './sales-reports.ts'
import { shopSupport } from './shop-support.ts'

/** Agents with tools over chat and OpenAI, MCP servers and A2A agents. */
export const toolAgents: Family = {
  name: 'tool-agents',
  agents: [
    mailAssistant,
    shopSupport,
    accountDesk,
    salesReports,
    documentReader,
    fileServer,
    calculator,
    orderDatabase,
    pageFetcher,
    gitHelper,
    imageConverter,
    clusterAdmin,
    noteStore,
    planner,
    paymentWorker,
    mailWorker,
    approvalAgent,
  ].flat(),
}
