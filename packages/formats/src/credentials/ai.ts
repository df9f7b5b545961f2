import { vendor } from './format.ts'

/** Vendors of models and tools for them. */
export const ai = [
  ...vendor(
    'OpenAI',
    'platform.openai.com/docs/api-reference/authentication; the literal in the middle is "OpenAI" in base64',
    {
      openai_key: {
        what: 'project, service account, admin or user key',
        is: [
          'sk-<n20>T3BlbkFJ<n20>',
          'sk-proj-<w40-200>',
          'sk-svcacct-<w40-200>',
          'sk-admin-<w40-200>',
          'sk-None-<w40-200>',
        ],
      },
      sk_key: { what: 'key in the format that many compatible services use', is: ['sk-<n32-64>'], score: 0.8 },
    },
  ),
  ...vendor('Anthropic', 'docs.anthropic.com/en/api: keys by kind and version, ending in AA', {
    anthropic_key: {
      what: 'API key or OAuth token',
      is: ['sk-ant-api<d2>-<w60-120>', 'sk-ant-oat<d2>-<w60-120>', 'sk-ant-sid<d2>-<w60-120>'],
    },
    anthropic_admin_key: { what: 'admin key', is: 'sk-ant-admin<d2>-<w60-120>' },
  }),
  ...vendor('Hugging Face', 'huggingface.co/docs/hub/security-tokens', {
    huggingface_token: { what: 'user access token', is: 'hf_<z34>' },
    huggingface_organization_token: { what: 'organisation token', is: 'api_org_<z34>' },
  }),
  ...vendor('Groq', 'console.groq.com/docs', { groq_key: { what: 'API key', is: 'gsk_<n52>' } }),
  ...vendor('Perplexity', 'docs.perplexity.ai', { perplexity_key: { what: 'API key', is: 'pplx-<n48>' } }),
  ...vendor('Replicate', 'replicate.com/docs/topics/security/api-tokens: 40 characters with their prefix', {
    replicate_token: { what: 'API token', is: 'r8_<n37>' },
  }),
  ...vendor('xAI', 'docs.x.ai', { xai_key: { what: 'API key', is: 'xai-<n80>' } }),
  ...vendor('OpenRouter', 'openrouter.ai/docs/api-reference/authentication', {
    openrouter_key: { what: 'API key', is: ['sk-or-v1-<h64>', 'sk-or-<w30-80>'] },
  }),
  ...vendor('Mistral', 'docs.mistral.ai: keys of 32 characters', {
    mistral_key: { what: 'API key', is: '<n32>', named: 'mistral' },
  }),
  ...vendor('Cohere', 'docs.cohere.com: keys of 40 characters', {
    cohere_key: { what: 'API key', is: '<n40>', named: 'cohere co_api_key' },
  }),
  ...vendor('Together', 'docs.together.ai', {
    together_key: { what: 'API key', is: ['tgp_v1_<w43>'] },
    together_legacy_key: { what: 'API key of 64 digits', is: '<h64>', named: 'together' },
  }),
  ...vendor('Fireworks', 'docs.fireworks.ai', { fireworks_key: { what: 'API key', is: 'fw_<n22-24>' } }),
  ...vendor('ElevenLabs', 'elevenlabs.io/docs/api-reference/authentication', {
    elevenlabs_key: { what: 'API key', is: 'sk_<h48>' },
  }),
  ...vendor('Cerebras', 'inference-docs.cerebras.ai', { cerebras_key: { what: 'API key', is: 'csk-<a48>' } }),
  ...vendor('NVIDIA', 'build.nvidia.com', { nvidia_key: { what: 'API key', is: 'nvapi-<w60-70>' } }),
  ...vendor('Voyage', 'docs.voyageai.com', { voyage_key: { what: 'API key', is: ['pa-<w43>'], named: 'voyage' } }),
  ...vendor('Jina', 'jina.ai/api-dashboard', { jina_key: { what: 'API key', is: 'jina_<h32><w28>' } }),
  ...vendor('Tavily', 'docs.tavily.com', {
    tavily_key: { what: 'API key', is: ['tvly-dev-<n32>', 'tvly-prod-<n32>', 'tvly-<n32>'] },
  }),
  ...vendor('Firecrawl', 'docs.firecrawl.dev', { firecrawl_key: { what: 'API key', is: 'fc-<h32>' } }),
  ...vendor('E2B', 'e2b.dev/docs/api-key', {
    e2b_key: { what: 'API key or access token', is: ['e2b_<h40>', 'sk_e2b_<h40>'] },
  }),
  ...vendor('Apify', 'docs.apify.com/platform/integrations/api', {
    apify_token: { what: 'API token', is: 'apify_api_<n36>' },
  }),
  ...vendor('RunPod', 'docs.runpod.io/get-started/api-keys', { runpod_key: { what: 'API key', is: 'rpa_<n40-50>' } }),
  ...vendor('Pinecone', 'docs.pinecone.io/guides/projects/manage-api-keys', {
    pinecone_key: { what: 'API key', is: ['pcsk_<n5-6>_<n60-70>'] },
    pinecone_legacy_key: { what: 'API key (UUID)', is: '<uuid>', named: 'pinecone' },
  }),
  ...vendor('LangChain', 'docs.smith.langchain.com, API keys', {
    langsmith_key: { what: 'LangSmith key', is: ['lsv2_pt_<h32>_<h10>', 'lsv2_sk_<h32>_<h10>', 'ls__<h32>'] },
  }),
  ...vendor('Langfuse', 'langfuse.com/docs/api', { langfuse_key: { what: 'secret key', is: 'sk-lf-<uuid>' } }),
  ...vendor('Weights & Biases', 'docs.wandb.ai: keys of 40 hexadecimal digits', {
    wandb_key: { what: 'API key', is: ['<h40>', 'wandb_v1_<w77>'], named: 'wandb' },
  }),
  ...vendor('Deepgram', 'developers.deepgram.com: keys of 40 hexadecimal digits', {
    deepgram_key: { what: 'API key', is: '<h40>', named: 'deepgram' },
  }),
  ...vendor('AssemblyAI', 'assemblyai.com/docs: keys of 32 hexadecimal digits', {
    assemblyai_key: { what: 'API key', is: '<h32>', named: 'assemblyai assembly_ai' },
  }),
  ...vendor('Private AI', 'docs.private-ai.com: keys of 32 characters', {
    privateai_key: { what: 'API key', is: '<a32>', named: 'privateai private_ai private-ai' },
  }),
]
