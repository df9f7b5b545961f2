import type { Advice } from '../rules/rule.ts'

const PORTAL =
  "Delete it under the account's API keys and create a new one; check the usage for calls that you did not make."
const RUNS = 'calls models at your cost'

/** Vendors of models and tools for them. */
export default {
  OpenAI: {
    severity: 'HIGH',
    grants: 'call models at your expense and read files and assistants of the project',
    revoke: PORTAL,
    kinds: { sk_key: { title: 'API key in the format that OpenAI and compatible services use', grants: RUNS } },
  },
  Anthropic: {
    severity: 'HIGH',
    grants: RUNS,
    revoke: PORTAL,
    kinds: {
      anthropic_admin_key: { severity: 'CRITICAL', grants: 'manage members, workspaces and keys of the organization' },
    },
  },
  'Hugging Face': {
    severity: 'HIGH',
    grants: 'read or write models and data sets within its role',
    revoke: 'Invalidate it under Settings > Access tokens.',
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
  ElevenLabs: { severity: 'MEDIUM', grants: 'generate speech at your expense and use cloned voices', revoke: PORTAL },
  Cerebras: { severity: 'HIGH', grants: RUNS, revoke: PORTAL },
  NVIDIA: { severity: 'HIGH', grants: RUNS, revoke: PORTAL },
  Voyage: { severity: 'MEDIUM', grants: RUNS, revoke: PORTAL },
  Jina: { severity: 'MEDIUM', grants: RUNS, revoke: PORTAL },
  Tavily: { severity: 'MEDIUM', grants: 'search at your expense', revoke: PORTAL },
  Firecrawl: { severity: 'MEDIUM', grants: 'crawl pages at your expense', revoke: PORTAL },
  E2B: { severity: 'HIGH', grants: 'start sandboxes at your expense and access running ones', revoke: PORTAL },
  Apify: {
    severity: 'HIGH',
    grants: 'run actors at your expense and read their data',
    revoke: 'Delete it under Settings > API & Integrations.',
  },
  RunPod: { severity: 'HIGH', grants: 'start machines at your expense and access running ones', revoke: PORTAL },
  Pinecone: { severity: 'HIGH', grants: 'read and write indexes of the project', revoke: PORTAL },
  LangChain: { severity: 'HIGH', grants: 'read traces, prompts and data sets of the workspace', revoke: PORTAL },
  Langfuse: { severity: 'HIGH', grants: 'read and write traces and prompts of the project', revoke: PORTAL },
  'Weights & Biases': {
    severity: 'HIGH',
    grants: 'read and write runs and artifacts of its user',
    revoke: 'Delete it under User settings > API keys.',
  },
  Deepgram: { severity: 'MEDIUM', grants: 'transcribe at your expense', revoke: PORTAL },
  AssemblyAI: { severity: 'MEDIUM', grants: 'transcribe at your expense and read transcripts', revoke: PORTAL },
  'Private AI': { severity: 'MEDIUM', grants: 'call the service at your expense', revoke: PORTAL },
} satisfies Advice
