import { z } from 'zod'
import { defineEndpoints, get, post } from '../endpoint.ts'
import { agentEndpoints } from './agent.ts'
import { agentCheckEndpoints } from './agent-check.ts'
import { approvalEndpoints } from './approval.ts'
import { auditExportEndpoints, AuditPage, AuditQuery, ChainCheck } from './audit.ts'
import { capabilityEndpoints } from './capability.ts'
import { GuardrailList } from './catalog.ts'
import { chatEndpoints } from './chat.ts'
import { chatDialectEndpoints } from './chat-dialects.ts'
import { Classify, ClassifyOutput, InputCheck, OutputCheck, TopicCheck } from './content.ts'
import { dataPolicyEndpoints } from './data-policy-endpoints.ts'
import { dropInEndpoints } from './drop-in.ts'
import { FILE_BYTES_MAX, FileCheck, FileVerdict } from './file.ts'
import { mcpGatewayEndpoints, mcpRouteEndpoints } from './mcp-gateway.ts'
import { mcpServerEndpoints } from './mcp-server.ts'
import { memoryEndpoints } from './memory.ts'
import { modelUpstreamEndpoints } from './model-upstreams.ts'
import { customPolicyEndpoints } from './custom-policy.ts'
import { replayEndpoints } from './replay.ts'
import { serverConfigEndpoints } from './server-config.ts'
import { tenantEndpoints } from './tenant-endpoints.ts'
import { toolOutputEndpoints } from './tool-output.ts'
import { CheckVerdict, ContentVerdict } from './verdict.ts'
import { toolCheckEndpoints } from './tool-check.ts'
import { toolEndpoints } from './tool-endpoints.ts'
import { holdEndpoints } from './holds.ts'
import { toolControlEndpoints } from './tool-controls.ts'
import { vaultEndpoints } from './vault.ts'
import { webhookEndpoints } from './webhook.ts'

const CONTENT = ['Content guards']
const blockedInput = {
  safe: false,
  action: 'block',
  mode: 'enforce',
  guardrail_results: [
    {
      guardrail: 'keyword_blocklist',
      passed: false,
      action: 'block',
      message: 'The text contains the blocked word "acme".',
      details: { keyword: 'acme', keywords: ['acme'], matches: 1 },
      latency_ms: 0.021,
    },
  ],
  inference_time_ms: 0.094,
  request_id: '0192f0c1-2b3c-7d4e-8f5a-6b7c8d9e0f1a',
  policy_source: 'request',
}

/** The guard service, row by row. docs/spec/guard.md §4. */
export const guardEndpoints = defineEndpoints({
  checkInput: post('/guardrails/input', {
    auth: 'runtime',
    summary: 'Screen what a user sends to a model',
    description:
      'Runs the input guards over `message` or `messages`. A blocked request answers 200 too: branch on `safe` and `action`. ' +
      'A block of guard entries may come in `input` (or `guardrails`); it is used unless the tenant has its own configuration.',
    tags: CONTENT,
    body: InputCheck,
    response: ContentVerdict,
    examples: {
      request: {
        keyword: {
          summary: 'A word that must not pass',
          value: {
            message: 'Is ACME cheaper?',
            input: { 'keyword-blocklist': { enabled: true, action: 'block', blocklist: ['acme'] } },
          },
        },
      },
      response: { blocked: { summary: 'Blocked by the keyword', value: blockedInput } },
    },
  }),
  checkOutput: post('/guardrails/output', {
    auth: 'runtime',
    summary: 'Screen what a model or a tool answers',
    description:
      'Runs the output guards over `output`. `sanitized_output` is present only when something was redacted; forward it ' +
      'instead of the original. The per-request block is `guardrails`.',
    tags: CONTENT,
    body: OutputCheck,
    response: ContentVerdict,
    examples: {
      request: { pii: { summary: 'An address in an answer', value: { output: 'Write to ann@example.com.' } } },
    },
  }),
  checkFile: post('/guardrails/file', {
    auth: 'runtime',
    summary: 'Screen a file',
    description:
      'Reads the text of a document, hidden text included, and runs the input guards over it. Text, Markdown, HTML, CSV, ' +
      'JSON, XML, source code, PDF, DOCX, XLSX, PPTX, OpenDocument, EML and ZIP files of these are read; the type is told ' +
      'from the bytes. What cannot be read is a result of `file_extraction`: a warning, or a block where its action says so.',
    tags: CONTENT,
    body: FileCheck,
    form: { files: ['file'], json: ['context', 'input', 'guardrails'] },
    bodyLimit_bytes: FILE_BYTES_MAX,
    response: FileVerdict,
  }),
  classify: post('/v1/shield/classify', {
    auth: 'runtime',
    summary: "Screen a message under the tenant's policy",
    tags: CONTENT,
    body: Classify,
    response: ContentVerdict,
  }),
  classifyOutput: post('/v1/shield/classify_output', {
    auth: 'runtime',
    summary: "Screen an answer under the tenant's policy",
    tags: CONTENT,
    body: ClassifyOutput,
    response: ContentVerdict,
  }),
  checkTopic: post('/v1/shield/topic/check', {
    auth: 'runtime',
    summary: 'Ask whether a message is within a purpose',
    description:
      "Runs topic_restriction alone. The purpose given counts where the tenant has neither a purpose nor allowed topics of its own; the tenant's denied topics always do. `allowed` is the answer.",
    tags: CONTENT,
    body: TopicCheck,
    response: CheckVerdict,
    examples: {
      request: {
        banking: {
          summary: 'A recipe, asked of a bank',
          value: {
            message: 'What is a good recipe for garlic bread with cheese?',
            system_purpose: 'You are a banking assistant. Help customers with accounts, cards and transfers.',
          },
        },
      },
    },
  }),
  listGuardrails: get('/v1/shield/guardrails', {
    auth: 'runtime',
    summary: 'List the guards: what runs, in which tier, and what cannot',
    tags: CONTENT,
    response: GuardrailList,
  }),
  listAudit: get('/v1/tenant/me/audit', {
    auth: 'config',
    summary: "Read the tenant's audit log, newest first",
    tags: ['Audit'],
    query: AuditQuery,
    response: AuditPage,
  }),
  verifyAudit: get('/v1/tenant/me/audit/verify', {
    auth: 'config',
    summary: "Verify the tenant's audit chain and name its first broken link",
    tags: ['Audit'],
    query: z.object({}),
    response: ChainCheck,
  }),
  ...auditExportEndpoints,
  ...tenantEndpoints,
  ...serverConfigEndpoints,
  ...replayEndpoints,
  ...customPolicyEndpoints,
  ...agentEndpoints,
  ...toolCheckEndpoints,
  ...toolEndpoints,
  ...vaultEndpoints,
  ...toolOutputEndpoints,
  ...dataPolicyEndpoints,
  ...memoryEndpoints,
  ...agentCheckEndpoints,
  ...mcpServerEndpoints,
  ...mcpRouteEndpoints,
  ...mcpGatewayEndpoints,
  ...capabilityEndpoints,
  ...approvalEndpoints,
  ...toolControlEndpoints,
  ...holdEndpoints,
  ...webhookEndpoints,
  ...dropInEndpoints,
  ...chatEndpoints,
  ...chatDialectEndpoints,
  ...modelUpstreamEndpoints,
})
