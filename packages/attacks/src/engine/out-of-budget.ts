/** The run has used up its request limit. Thrown by outbound ports that count requests; targets must not treat it as their own error. */
export class OutOfBudget extends Error {
  constructor() {
    super('the run has sent as many requests as it may')
  }
}
