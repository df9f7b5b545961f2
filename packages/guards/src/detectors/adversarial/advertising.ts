/** Longer texts are evaluated by sentence by other rules. */
const CHARS_MAX = 400
/** A product is named: "our new energy drink", "meet the new lager". */
const PRODUCT =
  /\b(?:our|the|this|try|meet|discover|introducing|new) (?:[\p{L}-]+ ){0,4}(?:drinks?|sodas?|lemonades?|teas?|coffees?|espressos?|beers?|lagers?|ales?|wines?|burgers?|pizzas?|snacks?|crisps|chocolates?|sneakers?|shoes?|boots?|jeans|jackets?|shirts?|dress(?:es)?|collections?|perfumes?|fragrances?|lipsticks?|shampoos?|tariffs?|pass(?:es)?|holidays?|cruises?|resorts?|festivals?|gyms?|memberships?|bikes?|e-bikes?|cars?|suvs?|scooters?|mattress(?:es)?|sofas?|headphones?|speakers?|phones?|smartphones?|tablets?|laptops?|watch(?:es)?|cameras?|sunglasses|rucksacks?|backpacks?|tents?|skis?|snowboards?|toys?|albums?)\b/iu
/** Promises of products and of jailbreaks. */
const PROMISES =
  /\b(?:(?:with )?(?:no|without(?:\sany)?|zero) (?:restrictions?|limits?|limitations|rules|boundaries|filters?)|frees? you from (?:the|all|your) (?:rules|limits)|(?:breaks?|bends?|forget) (?:all )?the rules|(?:un(?:restricted|limited|filtered|censored|hinged|leashed?))|jailbreak|outlaw|rebel)\b/giu
/** Words of instructions to a model, and of roles and modes. */
const ORDERS =
  /\b(?:you(?:[’']re| are| have| must| will| shall| obey)|your|respon\w+|repl(?:y|ies)|answer\w*|tell|say|write|give me|show me|obey\w*|comply|act|acts|pretend\w*|role\w*|mode|ignor\w+|disregard\w*|override|bypass\w*|reveal\w*|print\w*|output\w*|ai|a\.i\.|models?|assistants?|bots?|chatbots?|gpt\w*|dan|prompts?|instructions?|guidelines?|polic\w+|commands?|system|developer|enabled?|activat\w+|enter|ethic\w*|moral\w*|refus\w*|illegal\w*|harm\w*|password\w*|secrets?|keys?|drugs?|weapons?|bombs?|hack\w*|explain\w*|describe|how (?:to|do|can|would)|generate|provide|step by step)\b/iu

/** Returns the text without the promises of an advertisement; unchanged without a product name or with text that addresses a model. */
export function withoutPromises(text: string): string {
  if (text.length > CHARS_MAX || !PRODUCT.test(text)) return text
  const rest = text.replaceAll(PROMISES, ' ')
  return rest === text || ORDERS.test(rest) ? text : rest
}
