// Made by `npm run gen` from the files of the units; changes here are overwritten.
import type { Category } from './engine/category.ts'
import categoriesInjectionPromptInjection from './categories/injection/prompt-injection.ts'

/** Every category of attacks in this build. */
export const allCategories: readonly Category[] = [
  categoriesInjectionPromptInjection,
]
