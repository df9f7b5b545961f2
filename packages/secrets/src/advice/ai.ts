import type { Advice } from '../rules/rule.ts'

const PORTAL =
  "Delete it under the account's API keys and create a new one; check the usage for calls that you did not make."
const RUNS = 'calls models at your cost'

/** Vendors of models and tools for them. */
export default {
  OpenAI: {
    severity: 'HIGH',
    grants: 'calls models at your cost and reads files and assistants of the project',
    revoke: PORTAL,
    kinds: { sk_key: { title: 'API key in the form that OpenAI and compatible services use', grants: RUNS } },
  },
  Anthropic: {
    severity: 'HIGH',
    grants: RUNS,
    revoke: PORTAL,
    kinds: {
      anthropic_admin_key: { severity: 'CRITICAL', grants: 'manages members, workspaces and keys of the organisation' },
    },
  },
  'Hugging Face': {
    severity: 'HIGH',
    grants: 'reads or writes models and data sets within its role',
    revoke: 'Invalidate it under Settings, Access tokens.',
  },
  Groq: { severity: 'HIGH', grants: RUNS, revoke: PORTAL },
  Perplexity: { severity: 'HIGH', grants: RUNS, revoke: PORTAL },
  Replicate: { severity: 'HIGH', grants: RUNS, revoke: PORTAL },
  xAI: { severity: 'HIGH', grants: RUNS, revoke: PORTAL },
  OpenRouter: { severity: 'HIGH', grants: RUNS, revoke: PORTAL },
  Mistral: { severity: 'HIGH', grants: RUNS, revoke: PORTAL },
  Cohere: { severity: 'HIGH', grants: RUNS, revoke: PORTAL },
  Together: { severity: 'HIGH', grants: RUNS, revoke: PORTAL },
  Fireworks: { severity: 'HIGH', grants: RUNS, revoke: PORTAL },
  ElevenLabs: { severity: 'MEDIUM', grants: 'makes speech at your cost and uses cloned voices', revoke: PORTAL },
  Cerebras: { severity: 'HIGH', grants: RUNS, revoke: PORTAL },
  NVIDIA: { severity: 'HIGH', grants: RUNS, revoke: PORTAL },
  Voyage: { severity: 'MEDIUM', grants: RUNS, revoke: PORTAL },
  Jina: { severity: 'MEDIUM', grants: RUNS, revoke: PORTAL },
  Tavily: { severity: 'MEDIUM', grants: 'searches at your cost', revoke: PORTAL },
  Firecrawl: { severity: 'MEDIUM', grants: 'crawls pages at your cost', revoke: PORTAL },
  E2B: { severity: 'HIGH', grants: 'starts sandboxes at your cost and accesses running ones', revoke: PORTAL },
  Apify: {
    severity: 'HIGH',
    grants: 'runs actors at your cost and reads their data',
    revoke: 'Delete it under Settings, API & Integrations.',
  },
  RunPod: { severity: 'HIGH', grants: 'starts machines at your cost and accesses running ones', revoke: PORTAL },
  Pinecone: { severity: 'HIGH', grants: 'reads and writes indexes of the project', revoke: PORTAL },
  LangChain: { severity: 'HIGH', grants: 'reads traces, prompts and data sets of the workspace', revoke: PORTAL },
  Langfuse: { severity: 'HIGH', grants: 'reads and writes traces and prompts of the project', revoke: PORTAL },
  'Weights & Biases': {
    severity: 'HIGH',
    grants: 'reads and writes runs and artifacts of its user',
    revoke: 'Delete it under User settings, API keys.',
  },
  Deepgram: { severity: 'MEDIUM', grants: 'transcribes at your cost', revoke: PORTAL },
  AssemblyAI: { severity: 'MEDIUM', grants: 'transcribes at your cost and reads transcripts', revoke: PORTAL },
  'Private AI': { severity: 'MEDIUM', grants: 'calls the service at your cost', revoke: PORTAL },
} satisfies Advice
