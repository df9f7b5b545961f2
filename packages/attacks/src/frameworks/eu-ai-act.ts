import { control, type Framework, TECHNICAL_ONLY } from './framework.ts'
import { inGroup } from './taxonomy.ts'

/** @see https://eur-lex.europa.eu/eli/reg/2024/1689/oj */
export const euAiAct: Framework = {
  id: 'eu-ai-act',
  name: 'EU AI Act',
  version: 'Regulation (EU) 2024/1689',
  scope: TECHNICAL_ONLY,
  controls: [
    control('Art. 5', 'Prohibited AI practices', 'human_manipulation'),
    control('Art. 9', 'Risk management system'),
    control('Art. 10', 'Data and data governance', 'bias', 'memory_poisoning', 'rag_poisoning'),
    control('Art. 12', 'Record-keeping'),
    control(
      'Art. 13',
      'Transparency and provision of information to deployers',
      'hallucination',
      'reasoning_trace_leak',
    ),
    control(
      'Art. 14',
      'Human oversight',
      'approval_bypass',
      'sycophancy_overreliance',
      'rogue_agent',
      'unauthorized_commitment',
      'refuse_but_execute',
    ),
    control(
      'Art. 15',
      'Accuracy, robustness and cybersecurity',
      inGroup('injection'),
      inGroup('jailbreak'),
      inGroup('memory_rag'),
      inGroup('code_infra'),
      inGroup('access'),
      inGroup('tools'),
      inGroup('supply_chain'),
      inGroup('multi_agent'),
      inGroup('resources'),
      inGroup('data'),
      'misinformation',
      'hallucination',
    ),
    control(
      'Art. 50',
      'Transparency obligations for providers and deployers of certain AI systems',
      'impersonation',
      'misinformation',
    ),
    control(
      'Art. 55',
      'Obligations for providers of general-purpose AI models with systemic risk',
      'cbrn',
      'cyber_crime',
      'malicious_code',
      inGroup('jailbreak'),
    ),
  ],
}
