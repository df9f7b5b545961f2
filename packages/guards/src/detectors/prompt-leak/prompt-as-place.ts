/** Verbs that put something into a prompt, with an object: "add the date to", "telling it to be honest in". */
const PUTS_INTO =
  /\b(?:add|adds|added|adding|include|insert|inject|put|puts|putting|place|pass|append|write|specify|mention|state|set|say|saying|ask for|use|provide|supply|paste|move|keep|store|telling|tell|told|goes|go|belongs?)\b(?!\s+(?:me|us)\b)(?![^.!?\n]{0,40}\b(?:everything|all|whatever|what|verbatim|exact|contents?|the (?:text|words|rules|instructions?|lines?)|your (?:rules|instructions?|guidelines))\b)(?:[^.!?\n]|\.(?=\w)){1,80}\b(?:in|into|to|inside|within|at the (?:top|start|end) of)\s+(?:(?:the|your|our|my|a|its|their)\s+(?:\p{L}+\s+)?)?$/u
/** A question about the content of the prompt is an extraction attempt. */
const ASKS_FIRST = /^\W*(?:what|which|who|show|tell me|reveal|print|repeat|output)\b/u
/** Work on a prompt that a developer writes: "depending on your prompt". */
const WORKS_ON =
  /\b(?:depend(?:ing|s) on|based on|craft(?:ing)?|improv(?:e|es|ing)|edit(?:ing)?|refin(?:e|es|ing)|optimi[sz](?:e|es|ing)|adjust(?:ing)?|shorten(?:ing)?|structur(?:e|es|ing)|(?:lets?|allows?|enables?) (?:you|users|developers|tenants) (?:to )?(?:\p{L}+ )?(?:provide|set|supply|bring|change|write|define|override))\s+(?:the|your|our)?\s*(?:own\s+)?$/u
/** A property of a prompt, not its text: "is there a limit for". */
const PROPERTY =
  /\b(?:limits?|length|size|maximum|minimum|budget|cost|price|format|owner|name|difference|reason|alternative|syntax|encoding)\s+(?:of|for|on|to|in|between)\s+(?:(?:the|your|our|a)\s+(?:\p{L}+\s+)?)?$/u

/**
 * Whether the words before the name of a prompt make it a thing that developers work on: a place to put something, a text they edit, the owner
 * of a property.
 * @param before  the sentence up to the name, in lower case
 */
export function isDevelopers(before: string): boolean {
  return (PUTS_INTO.test(before) && !ASKS_FIRST.test(before)) || WORKS_ON.test(before) || PROPERTY.test(before)
}
