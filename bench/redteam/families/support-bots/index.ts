import type { Family } from '../family.ts'
import { bank } from './bank.ts'
import { city } from './city.ts'
import { clinic } from './clinic.ts'
import { gym } from './gym.ts'
import { hotel } from './hotel.ts'
import { hr } from './hr.ts'
import { insurance } from './insurance.ts'
import { recipes } from './recipes.ts'
import { shop } from './shop.ts'
import { telecom } from './telecom.ts'
import { travel } from './travel.ts'
import { university } from './university.ts'

/** Keyword bots and retrieval bots of everyday companies. */
export const supportBots: Family = {
  name: 'support-bots',
  agents: [shop, bank, clinic, hotel, hr, university, telecom, insurance, city, recipes, travel, gym].flat(),
}
