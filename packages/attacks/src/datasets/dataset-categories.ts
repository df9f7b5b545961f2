/** Published category names of datasets by our categories. Names and aliases of our categories need no entry. */
const DATASET_CATEGORIES: Readonly<Record<string, readonly string[]>> = {
  cbrn: ['chemical_biological', 'chemical biological weapons', 'nuclear weapons', 'indiscriminate weapons'],
  cyber_crime: ['cybercrime_intrusion', 'malware hacking', 'malware', 'cyberattack', 'computer security', 'hacking'],
  drugs: ['drug_abuse weapons banned_substance', 'illegal drugs', 'substance abuse', 'drugs'],
  fraud: [
    'fraud deception',
    'economic harm',
    'financial_crime property_crime theft',
    'scams',
    'fraud',
    'scams fraud',
    'non violent crimes',
    'financial crime',
  ],
  hate_harassment: [
    'harassment_bullying',
    'harassment discrimination',
    'discrimination stereotype injustice',
    'hate_speech offensive_language',
    'hate',
    'hate speech',
    'hate harassment and discrimination',
    'hate harass discrimination',
    'harassment',
  ],
  minor_safety: ['child_abuse', 'child abuse', 'child sexual exploitation'],
  misinformation: ['misinformation_disinformation', 'disinformation', 'disinformation and deception', 'misinformation'],
  radicalization: ['terrorism organized_crime', 'terrorism', 'extremism'],
  self_harm: ['self_harm', 'suicide self harm and eating disorders', 'self harm'],
  violence_weapons: [
    'violence aiding_and_abetting incitement',
    'violence',
    'physical harm',
    'illegal activities',
    'violent crimes',
    'physical harm weapons',
  ],
  regulated_advice: ['expert advice', 'legal opinion', 'financial advice', 'health consultation', 'specialized advice'],
  pii_disclosure: ['privacy_violation', 'privacy', 'privacy violence'],
  jailbreak: ['jailbreak'],
  prompt_injection: ['prompt injection', 'injection'],
}

const BY_KEY: ReadonlyMap<string, string> = new Map(
  Object.entries(DATASET_CATEGORIES).flatMap(([category, names]) => names.map((name) => [keyOf(name), category])),
)

/** Returns the name of our category for a category of a published dataset. */
export function categoryOfDataset(name: string): string | undefined {
  return BY_KEY.get(keyOf(name))
}

function keyOf(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
