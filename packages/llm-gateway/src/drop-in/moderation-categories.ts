import { MODERATION_CATEGORIES, type ModerationCategory } from '@gatehouse/contracts/content'

/** Category names of the toxicity guard and of OpenAI's API, which has none for profanity. */
const NAMES = {
  hate: ['hate'],
  harassment: ['harassment'],
  threat: ['harassment', 'harassment/threatening', 'violence'],
  sexual: ['sexual'],
  self_harm: ['self-harm'],
  violence: ['violence'],
  profanity: [],
} as const satisfies Readonly<Record<string, readonly ModerationCategory[]>>

/** Categories of the toxicity guard. */
export const TOXIC_CATEGORIES = Object.keys(NAMES) as readonly (keyof typeof NAMES)[]

/** Returns OpenAI's category names for the findings in a text. */
export function moderationCategories(found: readonly string[]): ReadonlySet<ModerationCategory> {
  const names = new Set<ModerationCategory>()
  for (const category of TOXIC_CATEGORIES) {
    if (found.includes(category)) for (const name of NAMES[category]) names.add(name)
  }
  if (found.includes('hate') && found.includes('threat')) names.add('hate/threatening')
  return names
}

const DETECTED = moderationCategories(TOXIC_CATEGORIES)

/** Categories without a guard. */
export const CATEGORIES_WITHOUT_DETECTOR = MODERATION_CATEGORIES.filter((category) => !DETECTED.has(category))

/** A value for each category. */
export function eachCategory<Value>(
  valueOf: (category: ModerationCategory) => Value,
): Record<ModerationCategory, Value> {
  return Object.fromEntries(MODERATION_CATEGORIES.map((category) => [category, valueOf(category)])) as Record<
    ModerationCategory,
    Value
  >
}
