import { type Text } from '../plural.ts'

export const messages = {
  judged: {
    ofJudged: (count: Text, totalAttacks: Text) => `${count} of ${totalAttacks} judged`,
  },
  lists: {
    noTransformation: 'No transformation',
  },
  replay: {
    replay: 'Replay',
  },
  words: {
    accessAndIdentity: 'Access and identity',
    codeAndInfrastructure: 'Code and infrastructure',
    dataAndSecrets: 'Data and secrets',
    harmfulContent: 'Harmful content',
    injection: 'Injection',
    jailbreaks: 'Jailbreaks',
    memoryAndRag: 'Memory and RAG',
    multiAgentSystems: 'Multi-agent systems',
    resourceConsumption: 'Resource consumption',
    supplyChain: 'Supply chain',
    toolsAndActions: 'Tools and actions',
    trustAndAccuracy: 'Trust and accuracy',
    encodings: 'Encodings',
    formats: 'Formats',
    fabricatedHistory: 'Fabricated history',
    indirectInjection: 'Indirect injection',
    languages: 'Languages',
    multiTurn: 'Multi-turn',
    contextOverflow: 'Context overflow',
    persistence: 'Persistence',
    adaptiveSearch: 'Adaptive search',
    fewShot: 'Few-shot',
    hiddenCharacters: 'Hidden characters',
    payloadSplitting: 'Payload splitting',
    rolePlayAndPretexts: 'Role play and pretexts',
  },
} as const
