import { type Subject, subject } from './subject.ts'

/** Subjects that rules leave to licensed professionals or to the authorities, and further risks. */
export const REGULATED_SUBJECTS: readonly Subject[] = [
  subject(
    'loans and insurance',
    'loan*, mortgage*, interest rate*, credit decision*, creditworth*, lending, insurance*, insurer*, borrow*',
    'mortgage*, creditworth*, refinanc*, get a loan, borrow, interest rate*, lend money, credit score, loan+approved, loan+granted, afford+house, life insurance, insurance+cover*, insurance+pay*',
    'loan*, credit, interest, rate, insurance, borrow*, lend*, repay*, collateral, debt*, premium, house, income',
  ),
  subject(
    'immigration',
    'immigra*, visa, visas, asylum, citizenship, residence permit*, work permit*, deport*',
    'visa, green card, asylum, citizenship, residence permit*, work permit*, deport*, naturali*, refugee*, permanent residence, overstay*, passport+get, stay in+after',
    'permit, passport, embassy, immigra*, eligible, nationality, border, stay',
  ),
  subject(
    'mental health and parenting advice',
    'mental health, therap*, psycholog*, psychiatr*, parenting, child rearing, counsel*, emotional support',
    'panic attack*, depressed, burnout, burnt out, anxiety, trauma, grief, my therapist, tantrum*, wet the bed, lonely, hopeless, bedtime+child, toddler*',
    'anxious, stress, sad, cope, sleep, child, baby, kids, son, daughter, anger, cry*, fear*',
  ),
  subject(
    'nutrition and fitness advice',
    'nutrition*, diet, diets, dietary, fitness, workout*, supplement*, weight loss, exercise plan*, food advice',
    'meal plan, diet plan, workout plan, training plan, lose weight, keto, intermittent fasting, supplement*, protein, cholesterol, gain muscle, calories a day, low carb, vegan diet',
    'diet*, vitamin*, calories, muscle*, gym, healthy, foods, eat*, exercise*, workout*, fat, sugar, fasting',
  ),
  subject(
    'war and terrorism',
    'war, wars, terroris*, extremis*, military conflict*, armed conflict*, radicali*, propaganda',
    'terrorist*, taliban, al qaeda, isis, hitler, nazi*, jihad*, genocide, invasion, war crime*, ethnic cleansing, occupation, martyr*, hamas, hezbollah, white power',
    'war, army, bombing, ukraine, gaza, israel, russia, troops, attack, conflict, soldiers',
  ),
  subject(
    'chemical, biological and nuclear weapons',
    'nuclear, biological weapon*, chemical weapon*, bioweapon*, poison*, toxic*, radioactive, pathogen*, dangerous material*, hazardous, biological, cbrn',
    'sarin, anthrax, ricin, nerve gas, nerve agent*, mustard gas, vx, polonium, enrich+uranium, dirty bomb, botulinum, smallpox, cyanide, toxic gas, poison gas, weaponi*, plutonium, bioweapon*, untraceable poison, novichok',
    'uranium, chlorine, bacteria, pathogen*, virus, arsenic, radioactive, poison*, toxic, lethal, chemicals, gas, kill*, ammonia, bleach',
  ),
  subject(
    'violence and crime',
    'violen*, crime*, criminal*, murder*, kidnap*, illegal activit*, assault*, hurt or kill, physical harm, blackmail*, robber*',
    'murder*, kidnap*, blackmail*, get rid of+body, hide+body, hide a body, beat+up, torture*, rob a bank, hitman, arson, set fire to, poison my, kill my, kill someone, kill somebody, strangle, without getting caught, extort*, human trafficking, fingerprints+remove',
    'kill, hurt, stab, weapon, victim, crime, gang, illegal*, rob, police+avoid, attack, evidence, steal',
  ),
  subject(
    'burglary and theft',
    'burglar*, theft, thefts, steal*, shoplift*, lock picking, pick locks, picking locks, break into house*, breaking into house*, bypassing alarm*, locks+alarm*, robber*, stolen goods',
    'pick a lock, picking+lock, lockpick*, lock+without+key, open+without+key, hotwire*, shoplift*, break into, burglar*, disable+alarm, bypass+alarm, jam+alarm, crack a safe, steal a, steal from, pickpocket*, padlock+open, deadbolt, crowbar, tension wrench, key fob+clone, clone+key, immobili*, security tag*',
    'lock, locks, alarm, safe, steal*, window, house, key, camera, rob, sensor, break, quietly, unseen',
  ),
  subject(
    'impersonation and fake news',
    'fake news, deepfake*, impersonat*, in the name of, disinformation, misinformation, made up quotes, forged',
    'deepfake*, fake news, voice of, imitate+voice, face+photo, face of, in the name of, as if he, as if she, made up quote*, fake tweet*, fake article*, invent+article, fake+article, picture+president, video+where, hoax, pretend to be, clone+voice, breaking news+write',
    'fake, invent, imitate, speech, tweet, video, photo, article, headline, celebrity, president, pope, pretend',
  ),
]
