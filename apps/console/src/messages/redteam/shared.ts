import { counted, type Text } from '../plural.ts'

export const messages = {
  judged: {
    ofJudged: (count: Text, totalAttacks: Text) => `${count} of ${totalAttacks} judged`,
    grade: (grade: Text, rating: Text) => `${grade}: ${rating}`,
    grades: { A: 'strong', B: 'good', C: 'fair', D: 'weak', F: 'failing' },
    scoring:
      'The score is the severity-weighted share of judged attacks that the target defended; inconclusive attacks and errors count in no rate.',
    guide: 'Scoring guide',
  },
  toDeclare: {
    judgeMoreAttacks: 'Judge more attacks',
    missingSettings: 'Missing settings',
    tooFewJudged: (judged: Text, total: Text) =>
      `Judged ${judged} of ${total} attacks: too few for a score. The run does not show whether the target is secure.`,
    attacks: (attacks: number) => counted(attacks, 'attack', 'attacks'),
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
