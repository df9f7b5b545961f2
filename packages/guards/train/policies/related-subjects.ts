/** Subjects with overlapping texts: a violation of one is no counterexample for the others in its row. */
const RELATED: readonly (readonly string[])[] = [
  ['investment', 'cryptocurrency', 'loans and insurance'],
  [
    'medication',
    'diagnosis and medical advice',
    'nutrition and fitness advice',
    'mental health and parenting advice',
    'drugs',
  ],
  [
    'eating disorders and extreme diets',
    'self-harm',
    'diagnosis and medical advice',
    'nutrition and fitness advice',
    'medication',
  ],
  ['mental health and parenting advice', 'self-harm', 'dating and relationships'],
  ['legal advice', 'immigration', 'staff data', 'layoffs and company strategy', 'tax evasion'],
  [
    'politics',
    'war and terrorism',
    'conspiracy theories',
    'religion',
    'impersonation and fake news',
    'weather and news',
  ],
  ['refunds and compensation', 'price promises', 'legal advice'],
  [
    'weapons',
    'violence and crime',
    'chemical, biological and nuclear weapons',
    'burglary and theft',
    'drugs',
    'war and terrorism',
  ],
  ['hate and discrimination', 'insults and threats', 'violence and crime', 'hiring questions'],
  [
    'malware and hacking',
    'phishing and fraud',
    'tracking people',
    'personal data collection',
    'security incidents and lawsuits',
    'burglary and theft',
  ],
  ['sexual content', 'dating and relationships', 'celebrity gossip'],
  ['source code and internals', 'programming', 'system prompt and instructions', 'malware and hacking'],
  ['staff data', 'customer account data', 'tracking people', 'personal data collection'],
  ['recommendations of venues', 'travel'],
  ['alcohol and tobacco', 'cooking and recipes', 'drugs', 'nutrition and fitness advice'],
  ['phishing and fraud', 'fake reviews and spam', 'impersonation and fake news', 'tax evasion', 'piracy'],
  [
    'unannounced products',
    'layoffs and company strategy',
    'security incidents and lawsuits',
    'competitors',
    'price promises',
  ],
  ['gambling', 'sports'],
  [
    'creative writing and entertainment',
    'piracy',
    'academic cheating',
    'celebrity gossip',
    'sexual content',
    'programming',
  ],
]

/** Whether texts of two subjects overlap. */
export function areRelated(left: string, right: string): boolean {
  return RELATED.some((line) => line.includes(left) && line.includes(right))
}
